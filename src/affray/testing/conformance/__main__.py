"""The other process of `logs.in_another_process`: jobs come in as JSON, and their reports go out."""

import sys

import msgspec

from affray.testing.conformance.logs import Job, play_again

if __name__ == "__main__":
    jobs = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Job])
    sys.stdout.buffer.write(msgspec.json.encode([play_again(one) for one in jobs]))
