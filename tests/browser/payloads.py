"""Texts that would run, or look like something else, on a page that did not take them as text."""

from __future__ import annotations

RUN = "window.hacked=1"

PAYLOADS = (
    f"<script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<body onload={RUN}>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'>",
    f"<a href=javascript:{RUN}>go</a>",
    f"<details open ontoggle={RUN}>",
    f"<input autofocus onfocus={RUN}>",
    f"<video><source onerror={RUN}>",
    f"<math><mtext><script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f"</textarea><script>{RUN}</script>",
    f"--><script>{RUN}</script><!--",
    f"]]><script>{RUN}</script>",
    f"'><script>{RUN}</script>",
    f'"><script>{RUN}</script>',
    f"' onmouseover='{RUN}",
    f'" onfocus="{RUN}" autofocus="',
    "<hx-partial hx-target=#main><b id=hacked>x</hx-partial>",
    "<b hx-get=/ hx-trigger=load id=hacked>x</b>",
    "<template id=hacked><i>x</i></template>",
    "<style>*{display:none}</style>",
    "<base href=//example.org>",
    "<meta http-equiv=refresh content=0>",
    "<form action=//example.org><button>x",
    "<plaintext>",
    "{{7*7}}",
    "{% for x in 'ab' %}x{% endfor %}",
    "${7*7}",
    "#{7*7}",
    "<%= 7*7 %>",
    "&lt;script&gt;",
    "&#60;b&#62;",
    "%3Cscript%3E",
    "\\u003cscript\\u003e",
    "'; drop table rows; --",
    "=cmd|' /C calc'!A0",
    "@sum(1+1)",
    "data:text/html,<script>1</script>",
    "z\u0335\u00e1\u013cg\u0337o",
)

REFUSED = ("x\u202egnp.exe", "x\u2066y", "a\u0000b", "a\u001b[31mred", "a\rb")
"""Texts that are never taken: they turn around what is beside them, or are no text at all."""
