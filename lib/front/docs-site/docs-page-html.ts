import { GUIDE_GROUPS, guides } from '#front/docs/guides.ts';
import { API_REFERENCE_PAGES, EXTRA_DOCS_PAGES } from '#front/docs/site-pages.ts';
import { escapeXml } from '#kernel/shared/escape-xml.ts';
import { BASE_PATH_PLACEHOLDER, BASE_URL_PLACEHOLDER } from './places.ts';
import type { DocsPageHeading, RenderedMarkdown } from './render-markdown.ts';

/** Content-Security-Policy of the pages: they may load only files of this service, and run only its script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Security headers of the pages. */
export const DOCS_PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231e7f5c'/%3E%3Cpath d='M6 4.5v7l5.5-3.5z' fill='%23fff'/%3E%3C/svg%3E";

/** The links to all pages, in groups. @param base the path of the base address @param name name of the present page */
function navigation(base: string, name: string): string {
  const link = (pageName: string, title: string): string =>
    `<li><a href="${base}/docs${pageName === 'start' ? '' : `/${pageName}`}"${pageName === name ? ' aria-current="page"' : ''}>${title}</a></li>`;
  const group = (title: string, links: readonly string[]): string => `<h2>${title}</h2><ul>${links.join('')}</ul>`;
  return [
    `<ul>${link('start', 'Start')}</ul>`,
    ...GUIDE_GROUPS.map((title) =>
      group(
        title,
        guides.filter((guide) => guide.group === title).map((guide) => link(guide.name, guide.title)),
      ),
    ),
    group('Look up', [
      ...API_REFERENCE_PAGES.map((page) => link(page.name, page.title)),
      link('reference', 'Try the API'),
      ...EXTRA_DOCS_PAGES.map((page) => link(page.name, page.title)),
    ]),
  ].join('');
}

/** The table of contents of a page; empty for a page with fewer than two headings. */
const tableOfContents = (headings: readonly DocsPageHeading[]): string => {
  const listedHeadings = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (listedHeadings.length < 2) return '';
  const items = listedHeadings.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${escapeXml(id)}">${escapeXml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
};

/**
 * The HTML of a page: header, navigation, article and table of contents.
 * @param baseUrl the base address, without a slash at its end
 * @param name name of the page; `start` for the page of `/docs` itself
 */
export function docsPageHtml(
  baseUrl: string,
  name: string,
  content: Pick<RenderedMarkdown, 'html' | 'headings'> & { title: string },
): string {
  const base = escapeXml(new URL(baseUrl).pathname.replace(/\/$/, ''));
  const article = content.html
    .replaceAll(BASE_PATH_PLACEHOLDER, base)
    .replaceAll(BASE_URL_PLACEHOLDER, escapeXml(baseUrl));
  const menu = navigation(base, name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(content.title)}: Video Timeline and Render Service</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${base}/docs/site.css">
<script type="module" src="${base}/docs/site.js"></script>
</head>
<body data-page="${name}">
<a class="skip" href="#article">Skip to the text</a>
<header><a class="home" href="${base}/docs">Video API</a>
<search hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" aria-keyshortcuts="/"><span role="status"></span><ul class="found" aria-label="Places found" hidden></ul></search>
<ul class="links"><li><a href="${base}/docs/reference"${name === 'start' ? ' data-reference' : ''}>Reference</a></li><li><a href="${base}/console">Console</a></li></ul></header>
<div class="page">
<details class="menu"><summary>All pages</summary><nav aria-label="Pages, short">${menu}</nav></details>
<nav class="side" aria-label="Pages">${menu}</nav>
<main id="article" tabindex="-1">${article}</main>
${tableOfContents(content.headings)}
</div>
</body>
</html>
`;
}
