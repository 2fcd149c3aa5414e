import { cutTextWithEllipsis, toOneLine } from '../cut-text-with-ellipsis.ts';
import type { ParsedDeck } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { type DeckConventions, PageDraftParser } from '../markdown/collect-page.ts';
import { composeSlidesOfDeck, isMarkdownPageASlide } from '../markdown/compose-deck.ts';
import { DEFAULT_DECK_ASPECT_RATIO } from '../markdown/deck-aspect-ratio.ts';
import { createDeckReadingReport, type DeckReadingReport } from '../markdown/deck-reading-report.ts';
import { languageOfMarkdownSlides } from '../markdown/language-of-markdown-slides.ts';
import type { PageDraft } from '../markdown/page-draft.ts';
import {
  splitRevealMarkdownIntoPages,
  unsupportedSeparatorMessage,
} from '../markdown/split-reveal-markdown-into-pages.ts';
import type { TextDeckOptions } from '../markdown/text-deck-options.ts';
import { refuseTooManyPages, refuseTooManySlides } from '../markdown/too-many-slides.ts';
import { pathInDeck } from '../path-in-deck.ts';
import { parseHtml } from './parse-html.ts';
import {
  findHtmlPageTitle,
  type HtmlDeckPage,
  type MarkdownInHtmlPage,
  splitHtmlDeckIntoPages,
} from './split-html-deck-into-pages.ts';

/** The conventions of reveal.js, which other pages with sections follow too. */
const REVEAL_CONVENTIONS: DeckConventions = {
  dialect: 'reveal',
  usesNoteParagraphsAsSpeakerNotes: true,
  hasSayComments: false,
  splitsAtQuotes: false,
  definitionsFor: () => '',
};
const LANGUAGE_ATTRIBUTE = /<html[^<>]{0,2000}?\slang\s*=\s*["']?([\w-]{2,35})/i;
/** The number of characters at the start of a page in which its language is searched for. */
const MAX_HEAD_CHARACTERS = 20_000;
const MARKDOWN_FILE = /\.(?:md|markdown)$/i;
/** Characters of the name of a missing file that the report shows. */
const MAX_FILE_NAME_CHARACTERS = 80;

/**
 * The Markdown of a page that is written in it: in the page itself, or in a file next to it.
 * @returns undefined if the file is missing, which is reported
 */
async function readMarkdown(
  page: MarkdownInHtmlPage,
  { files, folder = '' }: TextDeckOptions,
  report: DeckReadingReport,
): Promise<string | undefined> {
  if ('markdown' in page) return page.markdown;
  const [path = ''] = page.markdownFile.split(/[?#]/);
  const name = MARKDOWN_FILE.test(path) ? files?.find(pathInDeck(folder, path)) : undefined;
  if (name !== undefined && files) return files.text(name);
  report.warn(
    null,
    'slide_unreadable',
    `Slides were left out: ${cutTextWithEllipsis(page.markdownFile, MAX_FILE_NAME_CHARACTERS).text} is not in the file. Send all of the deck, as a .zip.`,
  );
  return undefined;
}

/** The slides of a page in Markdown. The notes in the attributes of the page become those of the last one. */
async function markdownDrafts(
  page: MarkdownInHtmlPage,
  options: TextDeckOptions,
  report: DeckReadingReport,
): Promise<PageDraft[]> {
  const markdown = await readMarkdown(page, options, report);
  if (markdown === undefined) return [];
  const { fields, note, separators } = page;
  const sources = splitRevealMarkdownIntoPages(markdown.split(/\r\n|\r|\n/), 0, separators, (name) =>
    report.warn(null, 'setting_not_taken', unsupportedSeparatorMessage(separators, name)),
  );
  refuseTooManyPages(sources.length, options.maxSlides);
  return sources.flatMap((source, index) => {
    const isLast = index === sources.length - 1;
    const notes = [source.note ?? '', isLast ? note : ''].filter((noteText) => noteText !== '');
    const noteField = notes.length === 0 ? {} : { note: notes.join('\n\n') };
    return new PageDraftParser({ ...source, ...noteField, fields: { ...source.fields, ...fields } }, REVEAL_CONVENTIONS)
      .drafts;
  });
}

/** The content of a page: one draft, or several for Markdown in it. */
async function draftsOf(page: HtmlDeckPage, options: TextDeckOptions, report: DeckReadingReport): Promise<PageDraft[]> {
  const { fields, note } = page;
  if ('tree' in page) {
    const source = { text: '', tree: page.tree, line: 1, fields, ...(note === '' ? {} : { note }) };
    const { drafts } = new PageDraftParser(source, REVEAL_CONVENTIONS);
    const [firstDraft] = drafts;
    if (firstDraft) Object.assign(firstDraft, { clicks: page.clicks, comesByPoint: page.comesByPoint });
    return addAttributes(drafts, page);
  }
  return addAttributes(await markdownDrafts(page, options, report), page);
}

/** Adds the elements and the transition that the attributes of a section name to the first of its slides. */
function addAttributes(drafts: PageDraft[], { elements, transition }: HtmlDeckPage): PageDraft[] {
  const [firstDraft] = drafts;
  for (const element of elements) firstDraft?.elements.push(element);
  if (transition !== undefined) firstDraft?.settings.push({ name: 'transition', value: transition, line: 1 });
  return drafts;
}

/**
 * Reads an HTML deck: one of reveal.js, or any other page. Its texts, lists, tables, listings, pictures and notes are read; scripts are
 * not run, and style sheets are ignored. Pictures are named by their source: a file next to the page, an address, or bytes.
 * @throws DeckRefusal if the page has no slides, more slides than the plan allows, or is nested too deeply
 */
export async function readHtmlDeck(html: string, options: TextDeckOptions): Promise<ParsedDeck> {
  const text = html
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .toWellFormed();
  const root = parseHtml(text);
  const pages = splitHtmlDeckIntoPages(root);
  refuseTooManyPages(pages.length, options.maxSlides);
  const report = createDeckReadingReport();
  const allDrafts: PageDraft[] = [];
  for (const page of pages) {
    allDrafts.push(...(await draftsOf(page, options, report)));
    refuseTooManyPages(allDrafts.length, options.maxSlides);
  }
  const drafts = allDrafts.filter(isMarkdownPageASlide);
  if (drafts.length === 0)
    throw new DeckRefusal(
      'import_invalid',
      'The page has no slides: it has neither sections nor headings with text. If a script makes its slides, export the deck as PDF.',
    );
  refuseTooManySlides(drafts.length, options.maxSlides);
  const draftsWithFolder = drafts.map((draft) => ({ draft, folder: options.folder ?? '' }));
  const slides = composeSlidesOfDeck(draftsWithFolder, { dialect: 'reveal', fields: {} }, options, report);
  if (slides.length === 0)
    throw new DeckRefusal('import_invalid', 'No slide of the page can be shown: all are hidden.');
  refuseTooManySlides(slides.length, options.maxSlides);
  const title = slides[0]?.content.title || findHtmlPageTitle(root);
  return {
    kind: 'html',
    title: title ? cutTextWithEllipsis(toOneLine(title), SLIDE_TEXT_LIMITS.title).text : null,
    language: languageOfMarkdownSlides(
      slides,
      LANGUAGE_ATTRIBUTE.exec(text.slice(0, MAX_HEAD_CHARACTERS))?.[1] ?? null,
    ),
    sides: DEFAULT_DECK_ASPECT_RATIO,
    settings: {},
    slides,
    pages: drafts.length,
    warnings: report.warnings(),
  };
}
