import { posix } from 'node:path';
import { z } from 'zod';
import { DEFAULT_NARRATION_SOURCE } from '#kernel/shared/narration-source.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { cutTextWithEllipsis, toOneLine } from '../cut-text-with-ellipsis.ts';
import type { DeckSettings, ParsedDeck, ParsedSlide } from '../deck.ts';
import { DECK_LIMITS, SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { PageDraftParser } from './collect-page.ts';
import { hasSayComments } from './comments.ts';
import { composeSlidesOfDeck, isMarkdownPageASlide, type PageDraftWithFolder } from './compose-deck.ts';
import { readCsvFilesOfPages } from './data-files.ts';
import { parseDeckAspectRatio } from './deck-aspect-ratio.ts';
import { createDeckReadingReport, type DeckReadingReport } from './deck-reading-report.ts';
import { readTimelineSettingsOfDeck, reportFrontMatterWithoutEffect } from './deck-settings.ts';
import type { FilesNextToDeck } from './files-next-to-deck.ts';
import { textOfYamlField, type YamlFields } from './front-matter.ts';
import { type FrontMatterVideoOptions, videoOptionsInFrontMatter } from './front-matter-video-options.ts';
import { includePagesOfOtherFiles, type PageWithFolder } from './include-pages-of-other-files.ts';
import { languageOfMarkdownSlides } from './language-of-markdown-slides.ts';
import { removeCodeBlocks } from './line-places.ts';
import { createLinkDefinitionFinder } from './link-definitions.ts';
import { REVEAL_MD_SETTINGS_FILE_NAME } from './reveal-md-settings-file-name.ts';
import {
  type DeckSplitIntoPages,
  splitDeckIntoPages,
  usesNoteParagraphsAsSpeakerNotes,
} from './split-deck-into-pages.ts';
import type { TextDeckOptions } from './text-deck-options.ts';
import { refuseTooManyPages, refuseTooManySlides } from './too-many-slides.ts';

const separatorsSchema = z.object({
  separator: z.string().optional(),
  verticalSeparator: z.string().optional(),
  notesSeparator: z.string().optional(),
});

/** The separators that `reveal-md.json` names, next to the deck or at the top of its archive. */
async function readSeparators(folder: string, files: FilesNextToDeck | undefined): Promise<YamlFields> {
  const name =
    files?.find(posix.join(folder, REVEAL_MD_SETTINGS_FILE_NAME)) ?? files?.find(REVEAL_MD_SETTINGS_FILE_NAME);
  return name === undefined || !files ? {} : (parseJsonIfValid(separatorsSchema, await files.text(name)) ?? {});
}

/**
 * Reads the pages of a deck by the conventions of its dialect.
 * @param markdown the deck without included files
 * @param readCsvFile returns the text of a file that a page names; `folder` is that of the page
 */
function collectPages(
  pages: readonly PageWithFolder[],
  deck: DeckSplitIntoPages,
  markdown: string,
  readCsvFile: (folder: string, name: string) => string,
): PageDraftWithFolder[] {
  const conventions = {
    dialect: deck.dialect,
    usesNoteParagraphsAsSpeakerNotes: usesNoteParagraphsAsSpeakerNotes(markdown, deck),
    // The quick test spares most decks the removal of code blocks.
    hasSayComments: pages.some(({ text }) => /say/i.test(text) && hasSayComments(removeCodeBlocks(text))),
    // A divider of 0: headings do not start slides.
    splitsAtQuotes: deck.dialect === 'plain' && deck.divider > 0,
    definitionsFor: createLinkDefinitionFinder(pages.map(({ text }) => text)),
  };
  return pages.flatMap((page) =>
    new PageDraftParser(page, { ...conventions, dataFile: (name) => readCsvFile(page.folder, name) }).drafts.map(
      (draft) => ({
        draft,
        folder: page.folder,
      }),
    ),
  );
}

/** Warns that the video will be silent if no slide has speaker notes, and names the place for notes in the dialect of the deck. */
function warnIfVideoIsSilent(
  slides: readonly ParsedSlide[],
  { narration_source: narrationSource = DEFAULT_NARRATION_SOURCE }: DeckSettings,
  { dialect }: DeckSplitIntoPages,
  report: DeckReadingReport,
): void {
  if (narrationSource !== DEFAULT_NARRATION_SOURCE || slides.some(({ content }) => content.speaker_notes !== ''))
    return;
  const notesPlace =
    dialect === 'slidev'
      ? 'in a comment <!-- … --> at the end of each slide'
      : dialect === 'reveal'
        ? 'below a line that starts with "Note:"'
        : 'in comments <!-- … -->, or in paragraphs that start with "Note:"';
  report.warn(
    null,
    'deck_silent',
    `The video will be silent: no slide has speaker notes. Write them ${notesPlace}, or set narration_source to slide: the voice then reads titles, points and items.`,
  );
}

/** The title of a deck: the field `title`, else its first `#` heading, else its first heading. */
function readTitle(fields: YamlFields, drafts: readonly PageDraftWithFolder[]): string | null {
  const headings = drafts.flatMap(({ draft }) => draft.blocks.filter((block) => block.kind === 'heading').slice(0, 1));
  const heading = headings.find(({ depth }) => depth === 1) ?? headings[0];
  const title = textOfYamlField(fields, 'title') ?? heading?.text.plain;
  return title ? cutTextWithEllipsis(toOneLine(title), SLIDE_TEXT_LIMITS.title).text : null;
}

/** The refusal of a deck whose pages are all hidden or cannot be drawn, with the first reason of a page that is not hidden. */
function createNoSlideRefusal(report: DeckReadingReport): DeckRefusal {
  const reason = report.warnings().find(({ slide, code }) => slide !== null && code !== 'slide_hidden');
  const message = reason
    ? `${reason.message} No slide of the file can be shown.`
    : 'No slide of the file can be shown: all are hidden.';
  return new DeckRefusal('import_invalid', message);
}

/**
 * Reads a Markdown deck: of Marp, Slidev, reveal.js, or plain Markdown with the settings of this service. Names pictures by their source (a
 * file of the archive, an address, or the bytes of a data URL) and decodes none.
 * @throws DeckRefusal if the deck has more than `DECK_LIMITS.text_bytes`, more pages than `refuseTooManyPages` or more slides than the plan
 * allows, no slide that can be shown, or is nested too deeply; for an included file that is damaged or too large
 */
export async function readMarkdownDeck(
  markdown: string,
  options: TextDeckOptions,
): Promise<ParsedDeck & { output?: FrontMatterVideoOptions }> {
  if (Buffer.byteLength(markdown) > DECK_LIMITS.text_bytes)
    throw new DeckRefusal('import_too_large', `The Markdown has more than ${DECK_LIMITS.text_bytes / 2 ** 20} MB.`);
  const { folder = '', files, maxSlides } = options;
  const report = createDeckReadingReport();
  const text = markdown.replaceAll('\0', '').toWellFormed();
  const deck = splitDeckIntoPages(text, await readSeparators(folder, files));
  // Before the files are read that the pages include, and again with their pages.
  refuseTooManyPages(deck.pages.length, maxSlides);
  const deckPages = deck.pages.map((page) => ({ ...page, folder }));
  const pages = deck.dialect === 'slidev' ? await includePagesOfOtherFiles(deckPages, options, report) : deckPages;
  refuseTooManyPages(pages.length, maxSlides);
  const drafts = collectPages(pages, deck, text, await readCsvFilesOfPages(pages, files)).filter(({ draft }) =>
    isMarkdownPageASlide(draft),
  );
  if (drafts.length === 0)
    throw new DeckRefusal('import_invalid', 'This deck has no slides: start one with "# Title".');
  refuseTooManySlides(drafts.length, maxSlides);
  const settings = readTimelineSettingsOfDeck(deck.fields, deck.dialect, report);
  reportFrontMatterWithoutEffect(deck, report);
  const slides = composeSlidesOfDeck(drafts, deck, options, report);
  if (slides.length === 0) throw createNoSlideRefusal(report);
  refuseTooManySlides(slides.length, maxSlides);
  warnIfVideoIsSilent(slides, settings, deck, report);
  return {
    kind: 'markdown',
    title: readTitle(deck.fields, drafts),
    language:
      textOfYamlField(deck.fields, 'language') ??
      textOfYamlField(deck.fields, 'lang') ??
      languageOfMarkdownSlides(slides),
    sides: parseDeckAspectRatio(
      textOfYamlField(deck.fields, 'size') ?? textOfYamlField(deck.fields, 'aspectRatio') ?? '',
    ),
    settings,
    output: videoOptionsInFrontMatter(deck.fields),
    slides,
    // Pages that are hidden or cannot be drawn are counted, too.
    pages: drafts.length,
    warnings: report.warnings(),
  };
}
