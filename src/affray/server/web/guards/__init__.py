"""What stands before every page and every answer: each guard looks at one thing, and knows no table."""

from __future__ import annotations

from affray.server.web.guards.body import Bodies
from affray.server.web.guards.failing import Failures
from affray.server.web.guards.headers import SecurityHeaders
from affray.server.web.guards.origin import Origins
from affray.server.web.guards.rate import Rates
from affray.server.web.guards.shape import Shapes

__all__ = ["Bodies", "Failures", "Origins", "Rates", "SecurityHeaders", "Shapes"]
