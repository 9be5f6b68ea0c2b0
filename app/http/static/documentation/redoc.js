// Starts ReDoc. A file of its own, so that the page can forbid inline scripts.
"use strict";

Redoc.init("openapi.json", { hideDownloadButton: false, nativeScrollbars: true }, document.getElementById("redoc"));
