import { describe, expect, it } from 'vitest';
import { ALL_DOCS_PAGES, DOCS_SITE_FILES } from '#front/docs/site-pages.ts';
import { buildDocsSite } from '#front/docs-site/build-docs-site.ts';
import { docsPageHtml } from '#front/docs-site/docs-page-html.ts';
import { renderMarkdown } from '#front/docs-site/render-markdown.ts';
import { API_ERRORS } from '#kernel/shared/errors.ts';

const { pages, markdownByFileName } = await buildDocsSite();
const BASE = 'https://api.example.com/stage/v1';
const html = Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, docsPageHtml(BASE, name, page)]));

describe('the pages of the documentation', () => {
  it('are the start page and every text', () => {
    expect(Object.keys(pages).sort()).toEqual(['start', ...ALL_DOCS_PAGES].sort());
  });

  it.each(Object.keys(pages))('%s links to pages and headings that are there', (name) => {
    const links = [...(html[name] ?? '').matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(ALL_DOCS_PAGES.length);
    for (const href of links) {
      const [path = '', anchor] = href.split('#');
      const file = path === '' ? name : path.replace(/^\/stage\/v1\/docs\/?/, '') || 'start';
      if (path.startsWith('https://') || /\/(console|openapi\.json|llms\.txt)$/.test(path)) continue;
      if (file === 'reference' || (file !== 'start' && anchor === undefined)) expect(DOCS_SITE_FILES).toContain(file);
      if (anchor === undefined) continue;
      const ids = [...(pages[file]?.headings ?? []).map(({ id }) => id), 'article'];
      expect([href, ids.includes(anchor)]).toEqual([href, true]);
    }
  });

  it.each(Object.keys(pages))('%s has one heading of the first rank and no anchor twice', (name) => {
    const { headings } = pages[name] ?? { headings: [] };
    expect(headings.filter(({ depth }) => depth === 1)).toHaveLength(1);
    const ids = headings.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('name the address that they are served at', () => {
    expect(html.start).toContain(`${BASE}/renders`);
    expect(Object.values(html).join()).not.toContain('.invalid');
  });

  it('take markup in a text for text, or leave it out', () => {
    const made = renderMarkdown(
      '# A\n\n<script>alert(1)</script>\n\na <img src=x onerror=y> [b](javascript:alert(1)) `<i>`',
    ).html;
    expect(made).not.toMatch(/<script|<img|onerror|javascript:|<i>/);
    expect(made).toContain('&#x3C;i>');
  });

  it('colour code, and let the keyboard scroll it', () => {
    const made = renderMarkdown('```sh\necho "a"\n```').html;
    expect(made).toContain('tabindex="0"');
    expect(made).toContain('class="token string"');
  });
});

describe('the catalogue of errors', () => {
  it.each(Object.entries(API_ERRORS))('has %s with type, status, cause and cure', (code, [type, status]) => {
    const text = markdownByFileName['errors.md'] ?? '';
    const entry = text.split('### ').find((part) => part.startsWith(`\`${code}\`\n`));
    expect(entry).toContain(`Status ${status}, type \`${type}\`.`);
    expect(entry).toMatch(/\*\*Cause:\*\* [A-Z`].+\.\n/);
    expect(entry).toMatch(/\*\*Cure:\*\* [A-Z`].+\.\n/);
    expect(pages.errors?.headings).toContainEqual({ depth: 3, id: code, text: code });
  });
});
