import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { guides } from '../docs/guides.ts';
import { EXTRA_PAGES } from '../docs/site-pages.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { type RenderedText, renderMarkdown } from './render-markdown.ts';
import { startText } from './start-text.ts';

/** What the pages of `/docs` are made of. */
export interface BuiltSite {
  /** The pages by their names; `start` is that of `/docs` itself. */
  pages: Readonly<Record<string, RenderedText & { title: string }>>;
  /** Texts that are no guides, as Markdown, by the names of their files. */
  texts: Readonly<Record<string, string>>;
  css: string;
}

/** Files that decide what is built, beside the guides. */
const SOURCES = [
  ...['build-site.ts', 'error-catalogue.ts', 'render-markdown.ts', 'start-text.ts', 'places.ts', 'site.css'].map(
    (file) => `lib/docs-site/${file}`,
  ),
  ...['error-cures.ts', 'error-meanings.ts'].map((file) => `lib/api/openapi/${file}`),
  'lib/shared/errors.ts',
  'lib/docs/guides.ts',
  'lib/docs/site-pages.ts',
  'CHANGELOG.md',
];

/**
 * Renders every page of `/docs` from Markdown.
 * @param options `inputs` receives the path of every file that went into it, relative to `serviceDir`
 */
export async function buildSite({
  inputs = new Set<string>(),
  serviceDir = resolve(import.meta.dirname, '../..'),
} = {}): Promise<BuiltSite> {
  const read = (path: string): Promise<string> => readFile(join(serviceDir, path), 'utf8');
  const pages: Record<string, RenderedText & { title: string }> = {
    start: { title: 'Documentation', ...renderMarkdown(startText()) },
  };
  for (const { name, title } of guides) {
    const path = `lib/docs/guides/${name}.md`;
    inputs.add(path);
    pages[name] = { title, ...renderMarkdown(await read(path)) };
  }
  const texts: Record<string, string> = { 'errors.md': errorCatalogue(), 'changelog.md': await read('CHANGELOG.md') };
  for (const { name, title } of EXTRA_PAGES) pages[name] = { title, ...renderMarkdown(texts[`${name}.md`] ?? '') };
  for (const path of SOURCES) inputs.add(path);
  return { pages, texts, css: await read('lib/docs-site/site.css') };
}
