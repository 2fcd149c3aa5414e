import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { guides } from '#front/docs/guides.ts';
import type { SearchIndex, SearchIndexSection } from '#front/docs/search-index.ts';
import { API_REFERENCE_PAGES, EXTRA_DOCS_PAGES } from '#front/docs/site-pages.ts';
import { createErrorCatalogueMarkdown } from './create-error-catalogue-markdown.ts';
import { docsStartPageMarkdown } from './docs-start-page-markdown.ts';
import { createApiReferencePages } from './reference-text.ts';
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.ts';

/** A page with its title. */
type TitledPage = RenderedMarkdown & { title: string };

/** The built pages of `/docs` and their files. */
export interface BuiltDocsSite {
  /** The pages by name; `start` is the page of `/docs` itself. Their parts are only in the index for the search. */
  pages: Readonly<Record<string, Omit<TitledPage, 'parts'>>>;
  /** The Markdown of the pages that are not guides, by the name of the file: `errors.md`. */
  markdownByFileName: Readonly<Record<string, string>>;
  css: string;
  /** The script of all pages. */
  script: string;
  /** The index for the search of the pages. */
  searchIndexJson: string;
}

/** Folders and files, in addition to the guides, on which the pages depend: the reference is generated from the contracts of all features. */
const SOURCE_PATHS = ['lib', 'CHANGELOG.md'];

/** Bundles the script of the pages. @param inputs receives the paths of its sources @throws Error for sources that do not compile */
async function buildScript(serviceDir: string, inputs: Set<string>): Promise<string> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: serviceDir,
    entryPoints: ['lib/front/docs-site/app/site.ts'],
    outfile: 'out/docs/site.js',
    bundle: true,
    format: 'esm',
    target: ['chrome120', 'firefox121', 'safari17'],
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  for (const input of Object.keys(metafile.inputs)) inputs.add(input);
  return outputFiles[0]?.text ?? '';
}

/** The paths of the TypeScript files and style sheets of the folders of SOURCE_PATHS, and of its files; relative to the root of the project. */
async function sourceFiles(serviceDir: string): Promise<string[]> {
  const fileLists = SOURCE_PATHS.map(async (path) => {
    // A file: the folders have no dot in their names.
    if (path.includes('.')) return [path];
    const files = await readdir(join(serviceDir, path), { recursive: true });
    return files.filter((file) => /\.(ts|css)$/.test(file)).map((file) => `${path}/${file}`);
  });
  return (await Promise.all(fileLists)).flat();
}

/** The sections of all pages for the search index, numbered from 0. */
const sectionsOf = (pages: Readonly<Record<string, TitledPage>>): SearchIndexSection[] =>
  Object.entries(pages)
    .flatMap(([name, { title, parts }]) =>
      parts.map(({ id, heading, text }) => ({ name, page: title, id, heading: heading || title, text })),
    )
    .map((section, key) => ({ key, ...section }));

/**
 * Builds the pages of `/docs` from Markdown, with their files.
 * @param options `inputs` receives the paths of all source files, relative to `serviceDir`, the root of the project
 * @throws Error for sources that do not compile, and for a page of the reference without a text
 */
export async function buildDocsSite({
  inputs = new Set<string>(),
  serviceDir = resolve(import.meta.dirname, '../../..'),
} = {}): Promise<BuiltDocsSite> {
  const readSource = (path: string): Promise<string> => readFile(join(serviceDir, path), 'utf8');
  const pages: Record<string, TitledPage> = {
    start: { title: 'Documentation', ...renderMarkdown(docsStartPageMarkdown()) },
  };
  for (const { name, title } of guides) {
    const path = `lib/front/docs/guides/${name}.md`;
    inputs.add(path);
    pages[name] = { title, ...renderMarkdown(await readSource(path)) };
  }
  const referenceTexts = Object.entries(createApiReferencePages()).map(([name, text]) => [`${name}.md`, text]);
  const markdownByFileName: Record<string, string> = {
    ...Object.fromEntries(referenceTexts),
    'errors.md': createErrorCatalogueMarkdown(),
    'changelog.md': await readSource('CHANGELOG.md'),
  };
  for (const { name, title } of [...API_REFERENCE_PAGES, ...EXTRA_DOCS_PAGES]) {
    const text = markdownByFileName[`${name}.md`];
    if (text === undefined) throw new Error(`the page ${name} of the documentation has no text`);
    pages[name] = { title, ...renderMarkdown(text) };
  }
  for (const path of await sourceFiles(serviceDir)) inputs.add(path);
  const searchIndex: SearchIndex = { sections: sectionsOf(pages) };
  const servedPages = Object.entries(pages).map(([name, { parts: _, ...page }]) => [name, page] as const);
  return {
    pages: Object.fromEntries(servedPages),
    markdownByFileName,
    css: await readSource('lib/front/docs-site/site.css'),
    script: await buildScript(serviceDir, inputs),
    searchIndexJson: JSON.stringify(searchIndex),
  };
}
