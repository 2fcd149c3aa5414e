export interface ConsolePlace {
  /** Path of its files, with a slash at its end. */
  files: string;
  /** The base address of the API: its path on this host, or whole. */
  api: string;
  /** Kind of session that the request of the page had; absent: the page is a file, which cannot know. */
  session?: 'cookie' | 'none';
}

/**
 * Content-Security-Policy of the console. Scripts and styles are files of the same origin, neither inline nor evaluated.
 * The page connects to the API and to the storage that presigned URLs name.
 * @param storage origin of presigned addresses
 * @param api origin of the API where the console is served from elsewhere
 */
export const consolePolicy = (storage: string, api = ''): string => {
  const others = [api, storage].filter((origin) => origin !== '').join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data: ${storage}`,
    `media-src 'self' blob: ${storage}`,
    `connect-src 'self' ${others}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // Preact makes elements; nothing is ever parsed as markup.
    "trusted-types 'none'",
  ].join('; ');
};

/** Headers of the console's page. @param storage origin of presigned addresses */
export const consoleHeaders = (storage: string): Record<string, string> => ({
  'content-security-policy': `${consolePolicy(storage)}; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
});

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231e7f5c'/%3E%3Cpath d='M6 4.5v7l5.5-3.5z' fill='%23fff'/%3E%3C/svg%3E";

/** The console's page. It names no host: any name, and the path of a gateway's stage, may stand before it. */
export const consolePage = ({ files, api, session }: ConsolePlace, policy?: string): string => `<!doctype html>
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
