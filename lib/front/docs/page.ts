/**
 * Content-Security-Policy of the page `/docs/reference`: it may load only files of this service. Inline styles are allowed, because Swagger
 * UI sets them on its elements; inline scripts are not.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Security headers of the page `/docs/reference`. */
export const REFERENCE_PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * The HTML of the page `/docs/reference`, a form in which the operations of the API can be called (Swagger UI).
 * @param basePath the path of the base address, without a slash at its end
 */
export const referencePageHtml = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Video Timeline and Render Service: API</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231e7f5c'/%3E%3Cpath d='M6 4.5v7l5.5-3.5z' fill='%23fff'/%3E%3C/svg%3E">
<link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
<link rel="stylesheet" href="${basePath}/docs/theme.css">
</head>
<body>
<header><p><a href="${basePath}/docs">Video API</a> <a href="${basePath}/console">Console</a></p>
<h1>Try the API</h1>
<p>Every operation with its fields, in a form that sends it to this service. Enter an API key under <b>Authorize</b>, open an operation, and choose
<b>Try it out</b>. Requests are real: they count towards the plan, and a deletion deletes. The key is forgotten when the page is closed.
<a href="${basePath}/docs/first-video">A first video</a> is a whole program.</p></header>
<div id="viewer"><noscript>This page needs JavaScript. The description itself is at <a href="${basePath}/openapi.json">openapi.json</a>.</noscript></div>
<script src="${basePath}/docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/docs/start.js"></script>
</body>
</html>
`;

/** The script of the page `/docs/reference`. It starts Swagger UI, and switches its colours with those of the reader's system. */
export const REFERENCE_PAGE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
SwaggerUIBundle({
  url: new URL('../openapi.json', document.currentScript.src).href,
  dom_id: '#viewer',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  filter: true,
  persistAuthorization: false,
  showCommonExtensions: true,
});
`;

/** The style sheet with the colours and fonts of the page `/docs/reference`, in addition to that of Swagger UI. */
export const REFERENCE_PAGE_STYLE_SHEET = `@font-face { font-family: Inter; font-weight: 400; font-display: swap; src: url("../console/inter-latin-400-normal.woff2") format("woff2"); }
@font-face { font-family: Inter; font-weight: 600; font-display: swap; src: url("../console/inter-latin-600-normal.woff2") format("woff2"); }
:root { color-scheme: light dark; --ground: #ffffff; --text: #1a1d1e; --accent: #1a6f51; --line: #dcdcd6; }
html.dark-mode { --ground: #121515; --text: #e9ecec; --accent: #58c79e; --line: #2d3334; }
html, html.dark-mode { background: var(--ground); color: var(--text); }
body { margin: 0; font: 400 1rem / 1.6 Inter, system-ui, sans-serif; }
header { max-width: 1460px; margin: 0 auto; padding: 1rem 20px 0; box-sizing: border-box; }
header p { max-width: 46rem; margin: 0 0 0.75rem; }
header h1 { margin: 0.5rem 0; font-size: 2rem; line-height: 1.25; letter-spacing: -0.02em; }
header a { color: var(--accent); text-underline-offset: 2px; }
header p:first-child a { margin-right: 0.75rem; }
html.dark-mode .swagger-ui { background: var(--ground); }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .btn, .swagger-ui label { font-family: Inter, system-ui, sans-serif; }
.swagger-ui .info .title { font-size: 1.25rem; }
.swagger-ui .btn.authorize, .swagger-ui .btn.execute { border-color: var(--accent); }
.swagger-ui .btn.authorize { color: var(--accent); }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .btn.execute { background: #1a6f51; color: #ffffff; }
.swagger-ui .info a, .swagger-ui .opblock-tag small a { color: var(--accent); }
html.dark-mode .swagger-ui .header-col, html.dark-mode .swagger-ui .examples-select__section-label { color: #c9cdcf; }
.swagger-ui .info { margin: 20px 0; }
.swagger-ui .scheme-container { box-shadow: none; margin: 0; padding: 0 0 16px; }
`;
