import { CODE_LIMITS } from '#engine/video/drawing/rich-content.ts';
import { ownValue } from '#kernel/shared/own-value.ts';
import { cutText } from '../cut-text.ts';
import { cutToLimits } from '../cut-to-limits.ts';
import type { DeckPicture, DeckSlideContent, DeckTable, MediaSource, ReadSlide } from '../deck.ts';
import { MAX_PARTS, TEXT_LIMITS } from '../deck-limits.ts';
import type { DeckWarningCode } from '../deck-warning.ts';
import { largestOf } from '../extremes.ts';
import { MAX_FORMULAS, NARROW_FORMULA } from '../formulas/formula-rules.ts';
import { inChunks, inChunksOf } from '../in-chunks.ts';
import { shareNotes } from '../share-notes.ts';
import { splitLongText } from '../split-long-text.ts';
import { type Fields, textField } from './front-matter.ts';
import { plainText, type RichText } from './marked-text.ts';
import type { NamedImage, PageBlock, PageDraft, PointMarker } from './page-draft.ts';
import { isSaidInFull, plainFormula } from './plain-formula.ts';
import { type OwnSettings, readOwnSettings } from './slide-settings.ts';
import type { MarkdownDialect } from './split-pages.ts';

export interface ComposeRules {
  dialect: MarkdownDialect;
  /** From 1. */
  page: number;
  /** Where the picture is; null: there is none of this name. */
  locate(url: string): MediaSource | null;
  warn(code: DeckWarningCode, message: string): void;
  noteUseless(code: 'setting_not_taken' | 'markup_not_taken', name: string): void;
}

type Block<Kind extends PageBlock['kind']> = Extract<PageBlock, { kind: Kind }>;

/** A point with what stands before it. */
interface Point {
  text: RichText;
  level: number;
  marker: PointMarker;
  ordinal?: number | undefined;
  column: number;
}

/** Content of one slide of the API. */
interface Part {
  title: RichText;
  points: Point[];
  image?: NamedImage | undefined;
  code?: { language?: string | undefined; text: string } | undefined;
  table?: Block<'table'> | undefined;
  layout?: DeckSlideContent['layout'] | undefined;
}

/** Marks for clicks in the notes of Slidev, with the space after them. */
const CLICK_MARK = /\[click(?::\d+)?\][^\S\n]*/g;
const NOTHING = plainText('');
/** A text that fits next to a title in one line. */
const SHORT = 120;
const MAX_TITLE_TEXTS = 4;
/** Code of at most this many lines stands among the points. */
const MAX_INLINE_LINES = 3;
const MAX_INLINE_LENGTH = 90;
/** Further pictures of a page that get their own slides. */
const MAX_MORE_PICTURES = 6;
/** Pixels: a narrower picture is an ornament. */
const ORNAMENT = 120;
/** Elements that say how others look. */
const STYLES = new Set(['style', 'link', 'script', 'meta', 'hr']);
const DIAGRAMS = new Set(['mermaid', 'plantuml', 'puml', 'dot', 'graphviz', 'vega', 'vega-lite']);
const IMAGE_ADDRESS = /^(?:url\(\s*["']?)?([^"')]+?)["']?\s*\)?$/;
const LOOKS_LIKE_IMAGE = /^(?:https?:|data:image\/|\.{0,2}\/)|\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#].*)?$/i;

const SLIDEV_LAYOUTS: Readonly<Record<string, DeckSlideContent['layout'] | 'content'>> = {
  ...{ default: 'content', center: 'content', none: 'content', full: 'content', 'two-cols': 'content' },
  ...{ 'two-cols-header': 'content', cover: 'title', intro: 'title', end: 'title', section: 'section' },
  ...{
    statement: 'section',
    fact: 'content',
    quote: 'quote',
    'image-left': 'image_left',
    'image-right': 'image_right',
  },
  ...{ image: 'image_full', 'iframe-left': 'content', 'iframe-right': 'content' },
};

/** Sentences of a text, none longer than a point may be where that can be. */
const splitLong = (text: RichText): RichText[] => {
  const pieces = splitLongText(text.plain);
  return pieces.length === 1 ? [text] : pieces.map(plainText);
};

const isKind =
  <Kind extends PageBlock['kind']>(kind: Kind) =>
  (block: PageBlock): block is Block<Kind> =>
    block.kind === kind;

/** The address of a picture in a field such as `url("a.png")`. @returns undefined for a colour */
export function imageAddress(value: string | undefined): string | undefined {
  if (value === undefined || /gradient\s*\(/.test(value)) return undefined;
  const [, address] = IMAGE_ADDRESS.exec(value.trim()) ?? [];
  return address !== undefined && (value.startsWith('url(') || LOOKS_LIKE_IMAGE.test(address))
    ? address.trim()
    : undefined;
}

/** Pictures that fields of the slide name: Slidev's `image` and `background`, Marp's `backgroundImage`. */
function fieldImage(fields: Fields, line: number): NamedImage | undefined {
  const usual = { alt: '', line, isInline: false };
  const image = imageAddress(textField(fields, 'image'));
  const fit = textField(fields, 'backgroundSize') === 'contain' ? { fit: 'contain' as const } : {};
  if (image !== undefined && fields.layout !== undefined) return { ...usual, url: image, background: 'whole', ...fit };
  const behind = imageAddress(textField(fields, 'background') ?? textField(fields, 'backgroundImage'));
  return behind === undefined ? undefined : { ...usual, url: behind, background: 'whole', ...fit };
}

/** All points of a page, in their order. */
function pointsOf(blocks: readonly PageBlock[]): Point[] {
  const points: Point[] = [];
  let column = 0;
  let deeper = 0;
  const add = (text: RichText, facts: Omit<Point, 'text' | 'column'>): void => {
    for (const piece of splitLong(text)) points.push({ text: piece, column, ...facts });
  };
  blocks.forEach((block, at) => {
    if (block.kind === 'column') {
      column = 1;
      deeper = 0;
    }
    if (block.kind === 'heading') {
      const isAlone = !blocks.slice(at + 1).some(({ kind }) => kind === 'point' || kind === 'code');
      const { plain, marked } = block.text;
      const isPlain = isAlone || marked.startsWith('**') || plain.length > SHORT;
      const text = isPlain ? block.text : { plain, marked: `**${marked}**`, hasMarks: true };
      add(text, { level: 0, marker: 'none' });
      deeper = 0;
    }
    if (block.kind === 'point') {
      const { text, marker, level, ordinal } = block;
      if (marker === 'none') deeper = /[:：]$/.test(text.plain) && isItem(blocks[at + 1]) && level === 0 ? 1 : 0;
      add(text, { marker, ordinal, level: marker === 'none' ? level : Math.min(2, level + deeper) });
    }
    if (block.kind === 'quote') {
      const { words, speaker } = block;
      const by = speaker ? ` — ${speaker.plain}` : '';
      add({ ...words, plain: `“${words.plain}”${by}`, marked: `“${words.marked}”${by}` }, { level: 0, marker: 'none' });
    }
    if (block.kind === 'code' && isSmall(block))
      for (const line of block.text.split('\n').filter((text) => text.trim() !== ''))
        add(codeText(line.trim()), { level: Math.min(2, deeper), marker: 'none' });
  });
  return points;
}

const isItem = (block: PageBlock | undefined): boolean => block?.kind === 'point' && block.marker !== 'none';

const codeText = (plain: string): RichText =>
  plain.includes('`') ? plainText(plain) : { plain, marked: `\`${plain}\``, hasMarks: true };

const isSmall = ({ text }: Block<'code'>): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length <= MAX_INLINE_LINES && lines.every((line) => line.length <= MAX_INLINE_LENGTH);
};

/** Fits one page of Markdown into the slides of the API that it needs: mostly one. */
export function composePage(draft: PageDraft, rules: ComposeRules): ReadSlide[] {
  const { warn } = rules;
  const own = readOwnSettings(draft.settings, (line, message) =>
    warn('setting_not_taken', `Line ${line}: ${message}.`),
  );
  for (const { options, line } of draft.sayOptions)
    warn(
      'setting_not_taken',
      `Line ${line}: "${cutText(options, SHORT).text}" was ignored: the voice of the timeline speaks this. Choose that voice with the field voice.`,
    );
  warnOfElements(draft, rules);
  const images = [
    ...[fieldImage(draft.fields, draft.line)].flatMap((image) => image ?? []),
    ...draft.blocks.filter(isKind('image')).map(({ image }) => image),
  ];
  const { usable, found: named } = usableImages(images, rules);
  const formulas = formulaImages(draft.blocks);
  const found = named + formulas.length;
  const parts = partsOf(draft, [...usable, ...formulas], rules).flatMap((part) => fitPart(part, rules));
  const notes = shareNotes(draft.notes.join('\n\n'), parts.length, '\n\n');
  return parts.map((part, at) => {
    const content = contentOf(part, { draft, own, isWhole: parts.length === 1, notes: notes[at] ?? '', rules });
    const image = part.image && pictureOf(part.image, own, content.layout, rules);
    return {
      source_page: rules.page,
      content,
      ...(image ? { image } : {}),
      look: 'redesign',
      ...(parts.length > 1
        ? { reason: `part ${at + 1} of ${parts.length}: the slide contains more than one slide can show` }
        : {}),
      pictures: at === 0 ? found : 0,
      clicks: at === 0 ? draft.clicks : 0,
    };
  });
}

function warnOfElements({ elements, formulas, blocks }: PageDraft, { warn, noteUseless }: ComposeRules): void {
  if (elements.includes('video') || elements.includes('youtube'))
    warn('video_not_taken', 'A video was left out. Put a picture of it in its place.');
  if (elements.includes('audio'))
    warn('audio_not_taken', 'A sound was left out: upload it as the recording of the slide.');
  for (const name of new Set(elements))
    if (STYLES.has(name)) noteUseless('setting_not_taken', `<${name}>`);
    else if (!['video', 'youtube', 'audio'].includes(name))
      noteUseless('markup_not_taken', name.startsWith('<') ? name : `<${name}>`);
  const partial = formulas.filter((tex) => !isSaidInFull(tex));
  if (partial.length > 0)
    warn(
      'markup_not_taken',
      `${partial.length === 1 ? 'A formula within a text was' : `${partial.length} formulas within texts were`} set as plain text (${cutText(partial[0] ?? '', 40).text}). A formula on a separate line is drawn.`,
    );
  for (const { language = '' } of blocks.filter(isKind('code')))
    if (DIAGRAMS.has(language))
      warn(
        'diagram_not_taken',
        `A diagram (${language}) is shown as its text. Export it as a picture, and name that in its place.`,
      );
}

/** Pictures that can be shown, those behind the text first. */
function usableImages(
  images: readonly NamedImage[],
  { locate, warn }: ComposeRules,
): { usable: NamedImage[]; found: number } {
  const usable: NamedImage[] = [];
  for (const image of images) {
    if (image.url === '') warn('picture_missing', `Line ${image.line}: an image has no path.`);
    else if (locate(image.url) === null)
      warn(
        'picture_missing',
        `Line ${image.line}: there is no picture ${cutText(image.url, SHORT).text} in the file. Send the deck and its pictures together, as a .zip.`,
      );
    else usable.push(image);
  }
  return { usable: usable.toSorted((a, b) => Number(!a.background) - Number(!b.background)), found: images.length };
}

const plainLength = (tex: string): number =>
  largestOf(
    plainFormula(tex.replaceAll('\\\\', '\n'))
      .split('\n')
      .map((line) => line.length),
  );

/** The formulas of a page as pictures: those that follow one another are one. */
function formulaImages(blocks: readonly PageBlock[]): NamedImage[] {
  const formulas = blocks.filter(isKind('formula'));
  return inChunksOf(formulas, MAX_FORMULAS).map((some) => ({
    ...{ url: '', line: some[0]?.line ?? 0, isInline: false, fit: 'contain' },
    alt: some.map(({ tex }) => plainFormula(tex)).join('; '),
    formulas: some.map(({ tex }) => tex),
  }));
}

/** Reports whether formulas would get too small next to points. */
const isWide = ({ formulas = [] }: NamedImage): boolean => formulas.some((tex) => plainLength(tex) > NARROW_FORMULA);

/** Pictures that get a place, and those that are ornaments next to the text. */
function chosenImages(images: readonly NamedImage[], { warn }: ComposeRules): NamedImage[] {
  const isOrnament = ({ width, isInline, background }: NamedImage): boolean =>
    background === undefined && ((width !== undefined && width < ORNAMENT) || isInline);
  const large = images.filter((image) => !isOrnament(image));
  const chosen =
    large.length > 0 ? large : images.filter(({ width }) => width === undefined || width >= ORNAMENT).slice(0, 1);
  const taken = chosen.slice(0, 1 + MAX_MORE_PICTURES);
  const left = images.length - taken.length;
  if (left > 0)
    warn(
      'picture_not_used',
      `${left === 1 ? 'A picture was' : `${left} pictures were`} left out: small ones, those within a text, and more than ${1 + MAX_MORE_PICTURES} of one slide have no place. Split the slide to keep all.`,
    );
  return taken;
}

/** The slides that a page becomes: its title with its points and first picture, then what needs its own slide. */
function partsOf(draft: PageDraft, usable: readonly NamedImage[], rules: ComposeRules): Part[] {
  const { blocks } = draft;
  const heading = blocks.find(isKind('heading'));
  // A text that is written as a heading to be large.
  const isTooLong = heading !== undefined && [...heading.text.plain].length > TEXT_LIMITS.title;
  const title = isTooLong ? NOTHING : (heading?.text ?? NOTHING);
  const rest = isTooLong ? blocks : blocks.filter((block) => block !== heading);
  const quote = quotePart(rest, heading, rules.dialect);
  const [image, ...more] = chosenImages(usable, rules);
  if (quote) return [{ ...quote, image }, ...more.map((other) => ({ title, points: [], image: other }))];
  const hasText = rest.some(({ kind }) => kind === 'point' || kind === 'heading' || kind === 'quote');
  const codes = rest.filter(isKind('code')).filter((code) => !hasText || !isSmall(code));
  const inPoints = hasText ? rest : rest.filter(({ kind }) => kind !== 'code');
  const held: Pick<Part, 'code' | 'table'>[] = [
    ...codes.map(({ language, text }) => ({ code: { ...(language ? { language } : {}), text } })),
    ...rest.filter(isKind('table')).map((table) => ({ table })),
  ];
  const points = pointsOf(inPoints);
  const isApart = points.length > 0 && image !== undefined && isWide(image);
  const main: Part = { title, points, image: isApart ? undefined : image };
  const further: Part[] = [
    ...(isApart ? [{ title, points: [], image }] : []),
    ...held.map((one) => ({ title, points: [], ...one })),
    ...more.map((other) => ({ title, points: [], image: other })),
  ];
  // A title alone before its code or table would be an empty slide.
  const isEmpty = points.length === 0 && main.image === undefined;
  const [only] = points;
  if (isEmpty && further.length > 0) return further;
  // One sentence above a listing: it is the title where there is none.
  if (title.plain === '' && points.length === 1 && only && !image && held.length > 0 && only.text.plain.length <= SHORT)
    return further.map((part) => ({ ...part, title: only.text }));
  return [main, ...further];
}

/** A slide that is a quotation. Without its own title; this service's way sets it apart before. */
function quotePart(
  rest: readonly PageBlock[],
  heading: PageBlock | undefined,
  dialect: MarkdownDialect,
): Part | undefined {
  const quotes = rest.filter(isKind('quote'));
  const [quote] = quotes;
  if (!quote || quotes.length > 1 || (heading && dialect !== 'own')) return undefined;
  const others = rest.filter((block) => block !== quote && block.kind !== 'image' && block.kind !== 'column');
  if (heading || others.some(({ kind }) => kind !== 'point') || others.length > 1) return undefined;
  const said = quote.speaker ? [{ text: quote.speaker, level: 0, marker: 'none' as const, column: 0 }] : [];
  return { title: quote.words, points: [...said, ...pointsOf(others)], layout: 'quote' };
}

/** Long lists, listings and tables continue, on further slides. */
function fitPart(part: Part, { warn }: ComposeRules): Part[] {
  const { points, code, table } = part;
  if (code) return fitCode(code, warn).map((piece) => ({ ...part, code: piece }));
  if (table) return fitTable(table, warn).map((piece) => ({ ...part, table: piece }));
  if (points.length <= TEXT_LIMITS.points) return [part];
  const chunks = inChunks(points, TEXT_LIMITS.points);
  if (chunks.length > MAX_PARTS)
    warn(
      'points_cut',
      `The slide has ${points.length} points; those after ${MAX_PARTS} slides were left out. Split it to keep all.`,
    );
  return chunks
    .slice(0, MAX_PARTS)
    .map((some, at) => ({ ...part, points: some, image: at === 0 ? part.image : undefined }));
}

type Warn = ComposeRules['warn'];

function fitCode(code: NonNullable<Part['code']>, warn: Warn): NonNullable<Part['code']>[] {
  const lines = code.text.replaceAll('\t', '    ').split('\n');
  const chunks = inChunks(lines, CODE_LIMITS.lines);
  const isTooLong =
    chunks.length > MAX_PARTS || chunks.some((chunk) => chunk.join('\n').length > CODE_LIMITS.characters);
  if (isTooLong)
    warn(
      'code_cut',
      `Code was cut: a slide shows ${CODE_LIMITS.lines} lines of ${CODE_LIMITS.characters} characters. Show the part that matters.`,
    );
  return chunks
    .slice(0, MAX_PARTS)
    .map((chunk) => ({ ...code, text: cutText(chunk.join('\n'), CODE_LIMITS.characters).text }))
    .filter(({ text }) => text.trim() !== '');
}

function fitTable(block: Block<'table'>, warn: Warn): Block<'table'>[] {
  const columns = (block.table.header ?? block.table.rows[0] ?? []).length;
  const chunks = inChunks(
    block.table.rows.map((_, at) => at),
    TEXT_LIMITS.table_rows,
  );
  const isCell = (cell: string): boolean => [...cell].length <= TEXT_LIMITS.cell;
  if (
    columns > TEXT_LIMITS.table_columns ||
    chunks.length > MAX_PARTS ||
    ![...block.marked.rows.flat(), ...(block.marked.header ?? [])].every(isCell)
  )
    warn(
      'table_cut',
      `Parts of a table were left out: it can have ${TEXT_LIMITS.table_columns} columns, ${MAX_PARTS * TEXT_LIMITS.table_rows} rows, and ${TEXT_LIMITS.cell} characters in a cell.`,
    );
  const cut = (table: DeckTable, chunk: readonly number[]): DeckTable => {
    const row = (cells: readonly string[]): string[] =>
      cells.slice(0, TEXT_LIMITS.table_columns).map((cell) => cutText(cell, TEXT_LIMITS.cell).text);
    return {
      ...(table.header ? { header: row(table.header) } : {}),
      rows: chunk.map((at) => row(table.rows[at] ?? [])),
      ...(table.align ? { align: table.align.slice(0, TEXT_LIMITS.table_columns) } : {}),
    };
  };
  return chunks
    .slice(0, MAX_PARTS)
    .map((chunk) => ({ ...block, table: cut(block.table, chunk), marked: cut(block.marked, chunk) }));
}

interface ContentRules {
  draft: PageDraft;
  own: OwnSettings;
  /** The part is all of its page. */
  isWhole: boolean;
  notes: string;
  rules: ComposeRules;
}

function contentOf(part: Part, { draft, own, isWhole, notes, rules }: ContentRules): DeckSlideContent {
  const { fit: _, ...settings } = own;
  const { warn } = rules;
  const { code, table, image } = part;
  const layout = (isWhole ? settings.layout : undefined) ?? part.layout ?? layoutOf(part, draft, rules);
  const isTitle = layout === 'title' || layout === 'section' || layout === 'quote';
  const points = isTitle ? part.points.map(unBold) : part.points;
  const style = isTitle ? undefined : styleOf(points);
  const texts = points.map((point) => (style?.writesMarkers ? withMarker(point) : point.text));
  const hasMarks = [part.title, ...texts, ...(table ? [table] : [])].some((text) => text.hasMarks);
  const write = (text: RichText): string => (hasMarks ? text.marked : text.plain);
  const title = cutToLimits.title(write(part.title));
  const cut = cutToLimits.points(texts.map(write));
  const build = isWhole && draft.comesByPoint && !image && !code && !table ? 'by_bullet' : 'none';
  // The marks say when the points come: only a slide that is built has them.
  const said = cutToLimits.notes(build === 'by_bullet' ? notes : notes.replace(CLICK_MARK, '').trim());
  for (const { code: of, message } of [title, cut, said].flatMap(({ warnings }) => warnings)) warn(of, message);
  const levels = points.map(({ level }) => level);
  const second = points.findIndex(({ column }) => column > 0);
  return {
    title: title.taken,
    bullet_points: cut.taken,
    speaker_notes: said.taken,
    layout,
    build,
    ...(style?.bullet_style ? { bullet_style: style.bullet_style } : {}),
    ...(!isTitle && levels.some((level) => level > 0) ? { bullet_levels: levels } : {}),
    ...(hasMarks ? { markup: 'inline' } : {}),
    ...(layout === 'two_columns' && second > 0 ? { column_break: second } : {}),
    ...(code ? { code } : {}),
    ...(table ? { table: hasMarks ? table.marked : table.table } : {}),
    ...(isWhole ? settings : { ...settings, layout }),
  };
}

const unBold = (point: Point): Point => {
  const { plain, marked } = point.text;
  const [, inner = marked] = /^\*\*(.*)\*\*$/s.exec(marked) ?? [];
  return { ...point, text: { plain, marked: inner, hasMarks: inner.replace(/\\(.)/g, '$1') !== plain } };
};

/** Marker of the points of a slide; numbers among other points are written into their texts. */
function styleOf(points: readonly Point[]): { bullet_style?: 'number' | 'none'; writesMarkers: boolean } {
  if (points.length === 0) return { writesMarkers: false };
  const inOrder = points.every(({ ordinal }, at) => ordinal === at + 1);
  if (inOrder && points.every(({ level }) => level === 0)) return { bullet_style: 'number', writesMarkers: false };
  if (points.every(({ marker }) => marker !== 'bullet')) return { bullet_style: 'none', writesMarkers: false };
  if (points.some(({ ordinal }) => ordinal !== undefined)) return { bullet_style: 'none', writesMarkers: true };
  return { writesMarkers: false };
}

function withMarker({ text, ordinal, marker }: Point): RichText {
  const sign = ordinal === undefined ? (marker === 'bullet' ? '• ' : '') : `${ordinal}. `;
  return { ...text, plain: sign + text.plain, marked: sign + text.marked };
}

const isShort = ({ text, marker }: Point): boolean => marker === 'none' && text.plain.length <= SHORT;

function layoutOf(
  part: Part,
  draft: PageDraft,
  { dialect, page, noteUseless }: ComposeRules,
): DeckSlideContent['layout'] {
  const { points, image, code, table, title } = part;
  if (code || table) return 'auto';
  const named = dialect === 'slidev' ? textField(draft.fields, 'layout') : undefined;
  const known = named === undefined ? undefined : ownValue(SLIDEV_LAYOUTS, named);
  if (named !== undefined && known === undefined) noteUseless('setting_not_taken', `layout: ${named}`);
  if (image?.formulas) return points.length === 0 ? 'figure' : 'image_right';
  if (image)
    return dialect === 'own' && image.background === undefined ? 'auto' : imageLayout(part, image, draft, known);
  const areShort = points.length <= MAX_TITLE_TEXTS && points.every(isShort);
  const isLead = /\b(?:lead|title|cover)\b/.test(textField(draft.fields, 'class') ?? '');
  const headings = draft.blocks.filter(isKind('heading')).length;
  const isHeadings = headings === 2 && draft.blocks.length === 2;
  if (
    title.plain !== '' &&
    areShort &&
    (known === 'title' || (page === 1 && dialect !== 'own') || isHeadings || (isLead && points.length > 0))
  )
    return 'title';
  if (known === 'section' && title.plain !== '') return points.length === 0 ? 'section' : areShort ? 'title' : 'auto';
  const hasColumns = points.some(({ column }) => column === 0) && points.some(({ column }) => column > 0);
  return hasColumns ? 'two_columns' : 'auto';
}

function imageLayout(
  { points, title }: Part,
  image: NamedImage,
  { blocks }: PageDraft,
  known: DeckSlideContent['layout'] | 'content' | undefined,
): DeckSlideContent['layout'] {
  const { background } = image;
  const isBare = points.length === 0 && title.plain === '';
  if (isBare) return 'image_full';
  if (background === 'left' || known === 'image_left') return 'image_left';
  if (background === 'right' || known === 'image_right') return 'image_right';
  const isFew = points.length <= 1 && points.every(isShort);
  if (background === 'whole' && isFew) return 'image_full';
  if (points.length === 0) return 'figure';
  const column = blocks.findIndex(({ kind }) => kind === 'column');
  const at = blocks.findIndex((block) => block.kind === 'image' && block.image === image);
  return column >= 0 && at >= 0 && at < column && points.some((point) => point.column > 0)
    ? 'image_left'
    : 'image_right';
}

function pictureOf(
  image: NamedImage,
  { fit, layout: own }: OwnSettings,
  layout: DeckSlideContent['layout'],
  { locate, dialect }: ComposeRules,
): DeckPicture | undefined {
  const { formulas } = image;
  const source: MediaSource | null = formulas
    ? { from: 'formulas', formulas, place: layout === 'figure' ? 'own' : 'beside' }
    : locate(image.url);
  const isShownWhole = layout === 'figure' || (dialect !== 'own' && image.background === undefined);
  const asked = (formulas ? undefined : fit) ?? image.fit ?? (isShownWhole ? 'contain' : undefined);
  return source
    ? {
        source,
        ...(asked ? { fit: asked } : {}),
        ...(layout === 'image_full' && own === undefined ? { isBehind: true as const } : {}),
        alt: cutText(image.alt, TEXT_LIMITS.alt).text,
      }
    : undefined;
}
