"""What stands before every page and every answer: each guard looks at one thing, and knows no table."""

from __future__ import annotations

from affray.server.guards.body import Bodies
from affray.server.guards.failing import Failures
from affray.server.guards.headers import SecurityHeaders
from affray.server.guards.origin import Origins
from affray.server.guards.rate import Rates
from affray.server.guards.shape import Shapes

__all__ = ["Bodies", "Failures", "Origins", "Rates", "SecurityHeaders", "Shapes"]
