import { posix } from 'node:path';
import { z } from 'zod';
import { FORMAT_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { ownValue } from '#kernel/shared/own-value.ts';
import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import { cutText, inOneLine } from '../cut-text.ts';
import type { DeckSettings, MediaSource, ReadDeck, ReadSlide } from '../deck.ts';
import { deckLanguage } from '../deck-language.ts';
import { DECK_LIMITS, TEXT_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { PageCollector } from './collect-page.ts';
import { speaksBySay } from './comments.ts';
import { composePage } from './compose-page.ts';
import { DECK_SETTINGS_FILE } from './deck-settings-file.ts';
import { type Fields, textField } from './front-matter.ts';
import { withoutCode } from './line-places.ts';
import type { PageDraft } from './page-draft.ts';
import { createPageReport, type PageReport } from './page-report.ts';
import type { PageSource } from './page-source.ts';
import { unreadSeparator } from './reveal-pages.ts';
import { type MarkdownDialect, type SplitDeck, speaksByNote, splitPages } from './split-pages.ts';
import { readTransition, TRANSITION_HINT } from './transition-text.ts';

/** Files next to a Markdown deck. */
export interface DeckFiles {
  /** The name of a file as the archive has it. @param path relative to the top of the archive @returns undefined: there is none */
  find(path: string): string | undefined;
  /** @throws DeckRefusal when it is damaged or too large */
  text(name: string): Promise<string>;
}

export interface ReadMarkdownOptions {
  /** The most slides, of the plan. */
  maxSlides: number;
  /** Folder of the deck in its archive; absent: the top. */
  folder?: string | undefined;
  /** Absent: the deck came alone. */
  files?: DeckFiles | undefined;
}

/** Folder of Slidev for files that are named from the root. */
const PUBLIC = 'public';
/** The only files from which a deck takes slides. */
const MARKDOWN = /\.(?:md|markdown)$/i;
const REMOTE = /^https?:\/\//i;
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
const DATA = /^data:image\/[\w.+-]+;base64,([\s\S]*)$/i;
/** Files that a deck of Slidev may be made of, one within the other. */
const MAX_NESTED = 5;
const MAX_FOOTER = 80;
/** Elements that a warning names. */
const MAX_NAMED = 5;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:\s*\S.*$/gm;

/** Fields that are read here or while slides are made. Others have no meaning in a video. */
const TAKEN = new Set([
  ...[
    'title',
    'format',
    'resolution',
    'template',
    'language',
    'lang',
    'transition',
    'lexicon',
    'footer',
    'size',
    'aspectRatio',
  ],
  ...[
    'layout',
    'image',
    'background',
    'backgroundImage',
    'backgroundSize',
    'src',
    'hide',
    'disabled',
    'headingDivider',
    'marp',
  ],
  ...['separator', 'verticalSeparator', 'notesSeparator'],
]);
/** Notes of the author about the deck: they were never shown. */
const SILENT = new Set([
  'author',
  'description',
  'keywords',
  'url',
  'info',
  'date',
  'id',
  'level',
  'routeAlias',
  'name',
]);

interface LocatedPage extends PageSource {
  folder: string;
}
const SEPARATORS = z.object({
  separator: z.string().optional(),
  verticalSeparator: z.string().optional(),
  notesSeparator: z.string().optional(),
});

/** The separators that `reveal-md.json` names, next to the deck or at the top of its archive. */
async function separatorsNextTo(folder: string, files: DeckFiles | undefined): Promise<Fields> {
  const name = files?.find(posix.join(folder, DECK_SETTINGS_FILE)) ?? files?.find(DECK_SETTINGS_FILE);
  return name === undefined || !files ? {} : (parseJsonIf(SEPARATORS, await files.text(name)) ?? {});
}

/** A slide of Slidev that is left out. */
const isHidden = ({ hide, disabled }: Fields): boolean => hide === true || disabled === true;

/** Puts the slides of other files in the place of the slides that name them. */
async function withIncludes(
  pages: readonly LocatedPage[],
  { files, maxSlides }: ReadMarkdownOptions,
  report: PageReport,
  within: readonly string[] = [],
): Promise<LocatedPage[]> {
  const all: LocatedPage[] = [];
  for (const page of pages) {
    const src = textField(page.fields, 'src');
    if (src === undefined) {
      all.push(page);
      continue;
    }
    const [path = ''] = src.split('#');
    const isMarkdown = MARKDOWN.test(path);
    const name = isMarkdown
      ? files?.find(src.startsWith('/') ? path.slice(1) : posix.join(page.folder, path))
      : undefined;
    if (name === undefined || within.includes(name) || within.length >= MAX_NESTED) {
      const missing = isMarkdown ? 'is not in the file: send all of the deck, as a .zip' : 'is no Markdown file (.md)';
      const why = name === undefined ? missing : 'names itself';
      report.warn(null, 'slide_unreadable', `Slides were left out: ${src} (line ${page.line}) ${why}.`);
      if (page.text.trim() !== '') all.push(page);
      continue;
    }
    const read = splitPages((await files?.text(name)) ?? '');
    const folder = posix.dirname(name);
    const inner = read.pages.map((each) => ({ ...each, folder, fields: { ...each.fields, src: each.fields.src } }));
    all.push(...(await withIncludes(inner, { files, maxSlides }, report, [...within, name])));
    if (all.length > maxSlides) break;
  }
  return all;
}

/** Finds the picture of an address as a page names it. */
function locator(folder: string, files: DeckFiles | undefined): (url: string) => MediaSource | null {
  return (url) => {
    const [, data] = DATA.exec(url) ?? [];
    if (data !== undefined) return { from: 'bytes', bytes: Buffer.from(data, 'base64') };
    if (REMOTE.test(url)) return { from: 'address', url };
    if (url.startsWith('//')) return { from: 'address', url: `https:${url}` };
    if (SCHEME.test(url)) return null;
    const [named = ''] = url.split(/[?#]/);
    const path = named.replaceAll('\\', '/');
    const places = path.startsWith('/')
      ? [posix.join(PUBLIC, path), path.slice(1), posix.join(folder, PUBLIC, path), posix.join(folder, path)]
      : [posix.join(folder, path), posix.join(folder, PUBLIC, path), posix.join(PUBLIC, path)];
    const name = places.map((place) => files?.find(place)).find((found) => found !== undefined);
    return name === undefined ? null : { from: 'path', path: name };
  };
}

/** `SQL = sequel; nginx = engine x`. @returns undefined for anything else */
function readLexicon(text: string): { word: string; say: string }[] | undefined {
  const entries = text.split(';').filter((entry) => entry.trim() !== '');
  const read = entries.flatMap((entry) => {
    const [word = '', say = '', ...more] = entry.split('=').map((side) => side.trim());
    return word !== '' && say !== '' && more.length === 0 ? [{ word, say }] : [];
  });
  return read.length === entries.length ? read : undefined;
}

/** Settings of the timeline; what cannot be taken is reported. */
function settingsOf(fields: Fields, dialect: MarkdownDialect, report: PageReport): DeckSettings {
  const refuse = (name: string, hint: string): undefined => {
    report.warn(
      null,
      'setting_not_taken',
      `${name}: ${hint}; not "${cutText(textField(fields, name) ?? '', MAX_FOOTER).text}".`,
    );
    return undefined;
  };
  const take = <Value>(name: string, read: (text: string) => Value | undefined, hint: string): Value | undefined => {
    const text = textField(fields, name);
    return text === undefined ? undefined : (read(text) ?? refuse(name, hint));
  };
  const oneOf =
    <Value extends string>(values: readonly Value[]) =>
    (text: string): Value | undefined =>
      values.find((value) => value === text);
  // Slidev's and Marp's own transitions are a matter of taste: those of the same name are taken.
  const transitionHint = dialect === 'own' ? TRANSITION_HINT : `this one is not drawn; there is ${TRANSITION_HINT}`;
  return {
    format: take('format', oneOf(FORMAT_NAMES), `one of ${FORMAT_NAMES.join(', ')}`),
    resolution: take('resolution', oneOf(RESOLUTION_NAMES), `one of ${RESOLUTION_NAMES.join(', ')}`),
    template_id: textField(fields, 'template'),
    transition: take('transition', readTransition, transitionHint),
    lexicon: take('lexicon', readLexicon, '"word = how it is said", parted by ";"'),
    footer: take(
      'footer',
      (text) => (/^[^<>]{1,80}$/.test(text) ? text : undefined),
      `at most ${MAX_FOOTER} characters without HTML`,
    ),
  };
}

const SIZES: Readonly<Record<string, ReadDeck['sides']>> = {
  '4:3': { width: 4, height: 3 },
  '4/3': { width: 4, height: 3 },
  '1:1': { width: 1, height: 1 },
  '1/1': { width: 1, height: 1 },
  '9:16': { width: 9, height: 16 },
  '9/16': { width: 9, height: 16 },
};
const USUAL_SIDES = { width: 16, height: 9 };

/** Reads the pages; directives of Marp last from the slide that names them. */
function collectPages(
  pages: readonly LocatedPage[],
  split: SplitDeck,
  markdown: string,
): { draft: PageDraft; folder: string }[] {
  const collected: { draft: PageDraft; folder: string }[] = [];
  const rules = {
    dialect: split.dialect,
    speaksByNote: speaksByNote(markdown, split),
    speaksBySay: pages.some(({ text }) => /say/i.test(text) && speaksBySay(withoutCode(text))),
    partsQuotes: split.dialect === 'own' && split.divider > 0,
    definitions: pages.flatMap(({ text }) => text.match(DEFINITION) ?? []).join('\n\n'),
  };
  for (const page of pages) {
    const { drafts } = new PageCollector(page, rules);
    for (const draft of drafts) collected.push({ draft, folder: page.folder });
  }
  return collected;
}

const hasContent = ({ blocks, notes, fields }: PageDraft): boolean =>
  blocks.length > 0 ||
  notes.length > 0 ||
  ['image', 'background', 'backgroundImage'].some((name) => ownValue(fields, name) !== undefined);

/** A page that has nothing at all is no slide. */
export const isPage = (draft: PageDraft): boolean =>
  hasContent(draft) || draft.elements.some((name) => name !== 'style' && name !== 'script');

/** Refusal of a deck with more slides than the plan allows. */
export function tooMany(count: number, maxSlides: number): DeckRefusal {
  return new DeckRefusal(
    'import_too_large',
    `The deck has ${count} slides; your plan allows ${maxSlides} in a timeline.`,
  );
}

/** Makes slides of what pages hold; one that is hidden, or that has nothing which is drawn, is left out with a line in the report. */
export function composeDeck(
  drafts: readonly { draft: PageDraft; folder: string }[],
  { dialect, fields }: Pick<SplitDeck, 'dialect' | 'fields'>,
  { files }: Pick<ReadMarkdownOptions, 'files'>,
  report: PageReport,
): ReadSlide[] {
  const slides: ReadSlide[] = [];
  let lasting: Fields = dialect === 'marp' ? marpDefaults(fields) : {};
  drafts.forEach(({ draft, folder }, at) => {
    const page = at + 1;
    lasting = { ...lasting, ...draft.lasting };
    const own = { ...lasting, ...draft.fields };
    for (const [name, value] of Object.entries({ ...draft.lasting, ...draft.fields }))
      if (
        !TAKEN.has(name) &&
        !SILENT.has(name) &&
        value !== null &&
        value !== undefined &&
        !(dialect === 'own' && at === 0)
      )
        report.noteUseless(page, 'setting_not_taken', name);
    if (isHidden(own)) {
      report.warn(
        page,
        'slide_hidden',
        'The slide is hidden and was left out. Show it in the deck to have it in the video.',
      );
      return;
    }
    if (!hasContent(draft)) {
      const names = [...new Set(draft.elements)].slice(0, MAX_NAMED).map((name) => `<${name}>`);
      const message = `The slide was left out: it contains ${names.join(', ')} and nothing that can be drawn. Put a picture of it in its place.`;
      report.warn(page, 'slide_unreadable', message);
      return;
    }
    slides.push(
      ...composePage(
        { ...draft, fields: own },
        {
          dialect,
          page,
          locate: locator(folder, files),
          warn: (code, message) => report.warn(page, code, message),
          noteUseless: (code, name) => report.noteUseless(page, code, name),
        },
      ),
    );
  });
  return slides;
}

/** Marp's front matter applies to all slides; a name with `_` for the first one, which `composeDeck` reads as its own. */
const marpDefaults = ({ backgroundImage, class: look }: Fields): Fields => ({
  ...(backgroundImage === undefined ? {} : { backgroundImage }),
  ...(look === undefined ? {} : { class: look }),
});

/** Fields of the whole deck that have no meaning in a video. */
function noteDeckFields({ fields, dialect, unread }: SplitDeck, report: PageReport): void {
  for (const name of unread) report.warn(null, 'setting_not_taken', unreadSeparator(fields, name));
  const useless = Object.keys(fields).filter((name) => !TAKEN.has(name) && !SILENT.has(name));
  if (dialect === 'slidev' || useless.length === 0) return;
  report.warn(
    null,
    'setting_not_taken',
    `${useless
      .map((name) => `\`${cutText(name, MAX_FOOTER).text}\``)
      .slice(0, 20)
      .join(
        ', ',
      )} in the front matter ${useless.length === 1 ? 'has' : 'have'} no meaning here: the template decides how slides look.`,
  );
}

function warnOfSilence(slides: readonly ReadSlide[], { dialect }: SplitDeck, report: PageReport): void {
  if (slides.some(({ content }) => content.speaker_notes !== '')) return;
  const how =
    dialect === 'slidev'
      ? 'in a comment <!-- … --> at the end of each slide'
      : dialect === 'reveal'
        ? 'below a line that starts with "Note:"'
        : 'in comments <!-- … -->, or in paragraphs that start with "Note:"';
  report.warn(null, 'deck_silent', `The video will be silent: no slide has speaker notes. Write them ${how}.`);
}

/**
 * Reads a Markdown deck: of Marp, of Slidev, of reveal.js, or of this service. Pictures come as the names of files in the archive, as addresses, or
 * as bytes.
 * @throws DeckRefusal
 */
export async function readMarkdown(markdown: string, options: ReadMarkdownOptions): Promise<ReadDeck> {
  if (Buffer.byteLength(markdown) > DECK_LIMITS.text_bytes)
    throw new DeckRefusal('import_too_large', `The Markdown has more than ${DECK_LIMITS.text_bytes / 2 ** 20} MB.`);
  const report = createPageReport();
  const folder = options.folder ?? '';
  const text = markdown.replaceAll('\0', '').toWellFormed();
  const split = splitPages(text, await separatorsNextTo(folder, options.files));
  if (split.pages.length > 4 * options.maxSlides) throw tooMany(split.pages.length, options.maxSlides);
  const own = split.pages.map((page) => ({ ...page, folder }));
  const pages = split.dialect === 'slidev' ? await withIncludes(own, options, report) : own;
  if (pages.length > 4 * options.maxSlides) throw tooMany(pages.length, options.maxSlides);
  const drafts = collectPages(pages, split, text).filter(({ draft }) => isPage(draft));
  if (drafts.length === 0)
    throw new DeckRefusal('import_invalid', 'This deck has no slides: start one with "# Title".');
  if (drafts.length > options.maxSlides) throw tooMany(drafts.length, options.maxSlides);
  const settings = settingsOf(split.fields, split.dialect, report);
  noteDeckFields(split, report);
  const slides = composeDeck(drafts, split, options, report);
  if (slides.length === 0)
    throw new DeckRefusal('import_invalid', 'No slide of the file can be shown: all are hidden.');
  if (slides.length > options.maxSlides) throw tooMany(slides.length, options.maxSlides);
  warnOfSilence(slides, split, report);
  const headings = drafts.flatMap(({ draft }) => draft.blocks.filter((block) => block.kind === 'heading').slice(0, 1));
  const heading = headings.find(({ depth }) => depth === 1) ?? headings[0];
  const title = textField(split.fields, 'title') ?? heading?.text.plain;
  return {
    kind: 'markdown',
    title: title ? cutText(inOneLine(title), TEXT_LIMITS.title).text : null,
    language: textField(split.fields, 'language') ?? textField(split.fields, 'lang') ?? slidesLanguage(slides),
    sides:
      ownValue(SIZES, textField(split.fields, 'size') ?? textField(split.fields, 'aspectRatio') ?? '') ?? USUAL_SIDES,
    settings,
    slides,
    pages: drafts.length,
    warnings: report.warnings(),
  };
}

/** The language of slides by what they say and show. @param usual language of the file @returns BCP 47; null: nothing says it */
export const slidesLanguage = (slides: readonly ReadSlide[], usual: string | null = null): string | null =>
  deckLanguage(
    slides.map(({ content }) => ({ text: content.speaker_notes })),
    slides.map(({ content: { title, bullet_points } }) => ({ text: [title, ...bullet_points].join('\n') })),
    usual,
  );
