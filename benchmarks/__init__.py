"""Performance as ratios against references that run beside it, in the same process and the same minute."""
