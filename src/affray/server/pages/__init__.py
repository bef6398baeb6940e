"""The pages that people see, each made from a snapshot: templates filled with values, drawings as SVG."""
