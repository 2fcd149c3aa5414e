/** The addresses that the page of the console needs. */
export interface ConsolePageUrls {
  /** Path of the console's files, with a slash at its end. */
  files: string;
  /** The base address of the API: a path on this host, or an absolute URL. */
  api: string;
  /** The presence of a session cookie in the request of the page; absent for a page that is a static file. */
  session?: 'cookie' | 'none';
}

/**
 * The Content-Security-Policy of the console. Scripts and styles are files of the same origin; inline code and eval are forbidden.
 * The page may connect to the API and to the storage.
 * @param storage origin of presigned URLs
 * @param api origin of the API, if another host serves the console
 */
export const consoleContentSecurityPolicy = (storage: string, api = ''): string => {
  const connectSources = [api, storage].filter((origin) => origin !== '').join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data: ${storage}`,
    `media-src 'self' blob: ${storage}`,
    `connect-src 'self' ${connectSources}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // Preact creates elements; the console never parses a text as HTML.
    "trusted-types 'none'",
  ].join('; ');
};

/** Headers of the console's page. @param storage origin of presigned URLs */
export const consolePageHeaders = (storage: string): Record<string, string> => ({
  'content-security-policy': `${consoleContentSecurityPolicy(storage)}; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
});

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231e7f5c'/%3E%3Cpath d='M6 4.5v7l5.5-3.5z' fill='%23fff'/%3E%3C/svg%3E";

/** The HTML of the console's page. @param policy Content-Security-Policy for a page that is a static file, whose host sends no such header */
export const consolePageHtml = ({ files, api, session }: ConsolePageUrls, policy?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="api" content="${api}">
${session === undefined ? '' : `<meta name="session" content="${session}">\n`}${policy === undefined ? '' : `<meta http-equiv="content-security-policy" content="${policy}">\n`}<title>Video console</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${files}console.css">
<script type="module" src="${files}console.js"></script>
</head>
<body>
<div id="console"><noscript>The console needs JavaScript. The API does not: its description is at <a href="${api}/docs">${api}/docs</a>.</noscript></div>
</body>
</html>
`;
