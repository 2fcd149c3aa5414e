import { posix } from 'node:path';
import { cutText, inOneLine } from '../cut-text.ts';
import type { ReadDeck } from '../deck.ts';
import { TEXT_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { PageCollector } from '../markdown/collect-page.ts';
import type { PageDraft } from '../markdown/page-draft.ts';
import { createPageReport, type PageReport } from '../markdown/page-report.ts';
import { composeDeck, isPage, type ReadMarkdownOptions, slidesLanguage, tooMany } from '../markdown/read-markdown.ts';
import { revealPages, unreadSeparator } from '../markdown/reveal-pages.ts';
import { type HtmlPage, htmlPages, type MarkdownPage, titleOf } from './html-pages.ts';
import { parseHtml } from './parse-html.ts';

const RULES = {
  dialect: 'reveal',
  speaksByNote: true,
  speaksBySay: false,
  partsQuotes: false,
  definitions: '',
} as const;
const USUAL_SIDES = { width: 16, height: 9 };
const LANGUAGE = /<html[^<>]{0,2000}?\slang\s*=\s*["']?([\w-]{2,35})/i;
/** Characters at the beginning of a page in which its language is looked for. */
const HEAD = 20_000;
const MARKDOWN = /\.(?:md|markdown)$/i;

/**
 * The Markdown of a page that is written so; a file with it is looked for next to the page.
 * @returns undefined where its file is not there, with a line in the report
 */
async function markdownOf(
  page: MarkdownPage,
  { files, folder = '' }: ReadMarkdownOptions,
  report: PageReport,
): Promise<string | undefined> {
  if ('markdown' in page) return page.markdown;
  const [path = ''] = page.markdownFile.split(/[?#]/);
  const place = path.startsWith('/') ? path.slice(1) : posix.join(folder, path);
  const name = MARKDOWN.test(path) ? files?.find(place) : undefined;
  if (name !== undefined && files) return files.text(name);
  report.warn(
    null,
    'slide_unreadable',
    `Slides were left out: ${cutText(page.markdownFile, 80).text} is not in the file. Send all of the deck, as a .zip.`,
  );
  return undefined;
}

/** The slides of Markdown in a page. What the page says of them is said with the last one. */
async function markdownDrafts(
  page: MarkdownPage,
  options: ReadMarkdownOptions,
  report: PageReport,
): Promise<PageDraft[]> {
  const markdown = await markdownOf(page, options, report);
  if (markdown === undefined) return [];
  const { fields, note, separators } = page;
  const sources = revealPages(markdown.split(/\r\n|\r|\n/), 0, separators, (name) =>
    report.warn(null, 'setting_not_taken', unreadSeparator(separators, name)),
  );
  if (sources.length > 4 * options.maxSlides) throw tooMany(sources.length, options.maxSlides);
  return sources.flatMap((source, at) => {
    const notes = [source.note ?? '', at === sources.length - 1 ? note : ''].filter((each) => each !== '');
    const said = notes.length === 0 ? {} : { note: notes.join('\n\n') };
    return new PageCollector({ ...source, ...said, fields: { ...source.fields, ...fields } }, RULES).drafts;
  });
}

/** What a page has; several drafts come of Markdown in it. */
async function draftsOf(page: HtmlPage, options: ReadMarkdownOptions, report: PageReport): Promise<PageDraft[]> {
  const { fields, note } = page;
  if ('tree' in page) {
    const source = { text: '', tree: page.tree, line: 1, fields, ...(note === '' ? {} : { note }) };
    const { drafts } = new PageCollector(source, RULES);
    const [first] = drafts;
    if (first) Object.assign(first, { clicks: page.clicks, comesByPoint: page.comesByPoint });
    return withAttributes(drafts, page);
  }
  return withAttributes(await markdownDrafts(page, options, report), page);
}

/** What the attributes of a section say stands with the first of its slides. */
function withAttributes(drafts: PageDraft[], { elements, transition }: HtmlPage): PageDraft[] {
  const [first] = drafts;
  first?.elements.push(...elements);
  if (transition !== undefined) first?.settings.push({ name: 'transition', value: transition, line: 1 });
  return drafts;
}

/**
 * Reads an HTML deck: of reveal.js, or any other page. Its texts, lists, tables, listings, pictures and notes are taken; scripts are not run, and styles
 * not read. Pictures come as names of files next to it, as addresses, or as bytes.
 * @throws DeckRefusal
 */
export async function readHtml(html: string, options: ReadMarkdownOptions): Promise<ReadDeck> {
  const text = html
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .toWellFormed();
  const root = parseHtml(text);
  const pages = htmlPages(root);
  if (pages.length > 4 * options.maxSlides) throw tooMany(pages.length, options.maxSlides);
  const report = createPageReport();
  const all: PageDraft[] = [];
  for (const page of pages) {
    all.push(...(await draftsOf(page, options, report)));
    if (all.length > 4 * options.maxSlides) throw tooMany(all.length, options.maxSlides);
  }
  const drafts = all.filter(isPage);
  if (drafts.length === 0)
    throw new DeckRefusal(
      'import_invalid',
      'The page has no slides: it has neither sections nor headings with text. If a script makes its slides, export the deck as PDF.',
    );
  if (drafts.length > options.maxSlides) throw tooMany(drafts.length, options.maxSlides);
  const located = drafts.map((draft) => ({ draft, folder: options.folder ?? '' }));
  const slides = composeDeck(located, { dialect: 'reveal', fields: {} }, options, report);
  if (slides.length === 0)
    throw new DeckRefusal('import_invalid', 'No slide of the page can be shown: all are hidden.');
  if (slides.length > options.maxSlides) throw tooMany(slides.length, options.maxSlides);
  const title = slides[0]?.content.title || titleOf(root);
  return {
    kind: 'html',
    title: title ? cutText(inOneLine(title), TEXT_LIMITS.title).text : null,
    language: slidesLanguage(slides, LANGUAGE.exec(text.slice(0, HEAD))?.[1] ?? null),
    sides: USUAL_SIDES,
    settings: {},
    slides,
    pages: drafts.length,
    warnings: report.warnings(),
  };
}
