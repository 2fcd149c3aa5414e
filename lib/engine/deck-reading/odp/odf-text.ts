import { childAt, childElements, type PartElement } from '../pptx/xml.ts';
import { SYMBOL_CHARACTERS } from '../symbol-characters.ts';
import { over, type Properties, type StyleBook } from './odf-styles.ts';
import { colourOf, EMU_PER_POINT, emuOf, escaped, percentOf, pointsOf } from './odf-units.ts';

/** The styles under which a text stands. */
export interface OdfTextContext {
  styles: StyleBook;
  /** Properties of the letters and the paragraphs of a level (from 1), as the shape says them. */
  usual(level: number): { text: Properties; paragraph: Properties };
  /** The list style of lists that name none. */
  listStyle: PartElement | undefined;
  /** The colour of letters that have that of the window: black or white. */
  autoColour: string;
  /** The language of the deck. */
  language: string | undefined;
  /** The number that the page shows. */
  pageNumber: number;
  /** Notes a paragraph that has an id, by its place in the text. */
  noteParagraph(element: PartElement, index: number): void;
}

/** Spaces that one element may stand for. */
const MAX_SPACES = 200;
const LEVELS = 9;

const NO_TEXT = new Set([
  'office:annotation',
  'office:annotation-end',
  'text:note',
  'text:ruby-text',
  'draw:frame',
  'office:event-listeners',
]);

const isBold = (weight: string): boolean => weight === 'bold' || Number(weight) >= 600;

/** Letters of raised or lowered text, in thousandths of its size. */
function baselineOf(position: string | undefined): number {
  const [word = ''] = (position ?? '').trim().split(/\s+/);
  if (word === 'super') return 30_000;
  if (word === 'sub') return -25_000;
  return Math.round((percentOf(word) ?? 0) * 100_000);
}

/** The properties of a run as the attributes and elements of `a:rPr`. */
function runProperties(
  properties: Properties,
  { styles, autoColour, language }: OdfTextContext,
  element = 'a:rPr',
): string {
  const get = (name: string): string | undefined => properties.get(name);
  const attributes: string[] = [];
  const put = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) attributes.push(` ${name}="${value}"`);
  };
  const tag = get('fo:language');
  put(
    'lang',
    tag && /^[a-z]{2,3}$/.test(tag)
      ? `${tag}${/^[A-Z]{2}$/.test(get('fo:country') ?? '') ? `-${get('fo:country')}` : ''}`
      : language,
  );
  const size = pointsOf(get('fo:font-size'));
  put('sz', Math.round(Math.max(1, Math.min(4000, size ?? 18)) * 100));
  put('b', isBold(get('fo:font-weight') ?? '') ? 1 : 0);
  put('i', ['italic', 'oblique'].includes(get('fo:font-style') ?? '') ? 1 : 0);
  const has = (name: string): boolean => !['none', undefined].includes(get(name));
  put(
    'u',
    has('style:text-underline-style') ? (get('style:text-underline-type') === 'double' ? 'dbl' : 'sng') : 'none',
  );
  put('strike', has('style:text-line-through-style') || has('style:text-line-through-type') ? 'sngStrike' : 'noStrike');
  if (get('fo:text-transform') === 'uppercase') put('cap', 'all');
  else if (get('fo:font-variant') === 'small-caps') put('cap', 'small');
  const spacing = pointsOf(get('fo:letter-spacing'));
  if (spacing) put('spc', Math.round(Math.max(-4000, Math.min(4000, spacing * 100))));
  const baseline = baselineOf(get('style:text-position'));
  if (baseline !== 0) put('baseline', baseline);
  const colour = colourOf(get('fo:color'));
  const isAuto = get('style:use-window-font-color') === 'true' || colour === undefined;
  const share = percentOf(get('loext:opacity'));
  const alpha = share === undefined || share >= 1 ? '' : `<a:alpha val="${Math.round(share * 100_000)}"/>`;
  const fill = `<a:solidFill><a:srgbClr val="${isAuto ? autoColour : colour}">${alpha}</a:srgbClr></a:solidFill>`;
  const behind = colourOf(get('fo:background-color'));
  const highlight = behind === undefined ? '' : `<a:highlight><a:srgbClr val="${behind}"/></a:highlight>`;
  const face = (of: string, name: string, family: string): string => {
    const font = get(name) === undefined ? styles.fontOf(get(family)) : styles.fontOf(get(name));
    return font ? `<a:${of} typeface="${escaped(font)}"/>` : '';
  };
  const faces =
    face('latin', 'style:font-name', 'fo:font-family') +
    face('ea', 'style:font-name-asian', 'style:font-family-asian') +
    face('cs', 'style:font-name-complex', 'style:font-family-complex');
  return `<${element}${attributes.join('')}>${fill}${highlight}${faces}</${element}>`;
}

/** Writes the runs of a paragraph; spaces are those of OpenDocument: several in a row are one. */
function runsOf(paragraph: PartElement, base: Properties, context: OdfTextContext): { xml: string; text: string } {
  const parts: string[] = [];
  let [text, isAfterSpace] = ['', true];
  const put = (written: string, properties: Properties): void => {
    if (written === '') return;
    text += written;
    parts.push(`<a:r>${runProperties(properties, context)}<a:t>${escaped(written)}</a:t></a:r>`);
  };
  const walk = (element: PartElement, properties: Properties): void => {
    for (const child of element.children) {
      if (typeof child === 'string') {
        let written = child.replace(/[ \t\r\n]+/g, ' ');
        if (isAfterSpace && written.startsWith(' ')) written = written.slice(1);
        if (written !== '') isAfterSpace = written.endsWith(' ');
        put(written, properties);
        continue;
      }
      const { name, attributes } = child;
      if (NO_TEXT.has(name)) continue;
      if (name === 'text:s') {
        put(' '.repeat(Math.max(1, Math.min(MAX_SPACES, Number(attributes['text:c'] ?? 1) || 1))), properties);
        isAfterSpace = false;
      } else if (name === 'text:tab') {
        put('\t', properties);
        isAfterSpace = true;
      } else if (name === 'text:line-break') {
        parts.push(`<a:br>${runProperties(properties, context)}</a:br>`);
        text += '\n';
        isAfterSpace = true;
      } else if (name === 'text:page-number') {
        const field = `<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">${runProperties(properties, context)}<a:t>${context.pageNumber}</a:t></a:fld>`;
        parts.push(field);
        text += context.pageNumber;
        isAfterSpace = false;
      } else {
        const own = context.styles.of('text', attributes['text:style-name'], 'text');
        walk(child, name === 'text:span' || name === 'text:a' ? over(properties, own) : properties);
      }
    }
  };
  walk(paragraph, base);
  return { xml: parts.join(''), text };
}

/** Formats of numbers in lists. */
const NUMBERS: ReadonlyMap<string, string> = new Map([
  ['1', 'arabic'],
  ['a', 'alphaLc'],
  ['A', 'alphaUc'],
  ['i', 'romanLc'],
  ['I', 'romanUc'],
]);

/** The indents of a level of a list, and its sign. */
interface Marker {
  margin: number;
  indent: number;
  xml: string;
}

const NO_MARKER: Marker = { margin: 0, indent: 0, xml: '<a:buNone/>' };

function markerOf(
  list: PartElement | undefined,
  level: number,
  context: OdfTextContext,
  isFirst: boolean,
  start?: number,
): Marker {
  const style = childElements(list).find(({ attributes }) => attributes['text:level'] === String(level));
  if (!style) return NO_MARKER;
  const properties = childAt(style, 'style:list-level-properties');
  const label = childAt(properties, 'style:list-level-label-alignment')?.attributes;
  const { 'text:space-before': before, 'text:min-label-width': width } = properties?.attributes ?? {};
  const room = emuOf(width) ?? 0;
  const [margin, indent] = label
    ? [emuOf(label['fo:margin-left']) ?? 0, emuOf(label['fo:text-indent']) ?? 0]
    : [(emuOf(before) ?? 0) + room, -room];
  if (!isFirst) return { margin, indent: 0, xml: '<a:buNone/>' };
  return { margin, indent, xml: signOf(style, context, start) };
}

function signOf(style: PartElement, { styles, autoColour }: OdfTextContext, start: number | undefined): string {
  const { attributes } = style;
  const named = styles.of('text', attributes['text:style-name'], 'text');
  const own = over(named, new Map(Object.entries(childAt(style, 'style:text-properties')?.attributes ?? {})));
  const isAuto = own.get('style:use-window-font-color') === 'true';
  const colour = colourOf(own.get('fo:color')) ?? (isAuto ? autoColour : undefined);
  const share = percentOf(attributes['text:bullet-relative-size'] ?? own.get('fo:font-size'));
  const size =
    share === undefined ? '' : `<a:buSzPct val="${Math.round(Math.max(0.25, Math.min(4, share)) * 100_000)}"/>`;
  const before = `${colour === undefined ? '' : `<a:buClr><a:srgbClr val="${colour}"/></a:buClr>`}${size}`;
  if (style.name === 'text:list-level-style-number') {
    const format = NUMBERS.get(attributes['style:num-format'] ?? '');
    if (format === undefined) return '<a:buNone/>';
    const [prefix, suffix] = [attributes['style:num-prefix'] ?? '', attributes['style:num-suffix'] ?? ''];
    const ending = suffix.startsWith(')')
      ? prefix.endsWith('(')
        ? 'ParenBoth'
        : 'ParenR'
      : suffix.startsWith('.')
        ? 'Period'
        : 'Plain';
    // Letters and Roman numbers have no plain form in Office.
    const type = format === 'arabic' || ending !== 'Plain' ? `${format}${ending}` : `${format}Period`;
    const from = start ?? (Number(attributes['text:start-value'] ?? 1) || 1);
    return `${before}<a:buFont typeface="+mj-lt"/><a:buAutoNum type="${type}"${from > 1 && from <= 32_767 ? ` startAt="${from}"` : ''}/>`;
  }
  if (style.name === 'text:list-level-style-image') return `${before}<a:buChar char="•"/>`;
  const written = [...(attributes['text:bullet-char'] ?? '')][0] ?? '';
  if (written.trim() === '') return '<a:buNone/>';
  const known = SYMBOL_CHARACTERS.get(written);
  const font = known ? undefined : styles.fontOf(own.get('style:font-name') ?? own.get('fo:font-family'));
  const isPlain = font === undefined || /opensymbol|starsymbol/i.test(font);
  return `${before}${isPlain ? '' : `<a:buFont typeface="${escaped(font)}"/>`}<a:buChar char="${escaped(known ?? written)}"/>`;
}

const ALIGNED: ReadonlyMap<string, string> = new Map([
  ['center', 'ctr'],
  ['justify', 'just'],
  ['left', 'l'],
  ['right', 'r'],
]);

/** Distances of lines and paragraphs, in the order of `a:pPr`. */
function spacingOf(properties: Properties): string {
  const height = properties.get('fo:line-height');
  const [share, points] = [percentOf(height), pointsOf(height)];
  const line =
    share !== undefined && share > 0
      ? `<a:lnSpc><a:spcPct val="${Math.round(share * 100_000)}"/></a:lnSpc>`
      : points !== undefined && points > 0
        ? `<a:lnSpc><a:spcPts val="${Math.round(Math.min(1584, points) * 100)}"/></a:lnSpc>`
        : '';
  const room = (element: string, name: string): string => {
    const size = Math.max(0, Math.min(1584, pointsOf(properties.get(name)) ?? 0));
    return `<a:${element}><a:spcPts val="${Math.round(size * 100)}"/></a:${element}>`;
  };
  return line + room('spcBef', 'fo:margin-top') + room('spcAft', 'fo:margin-bottom');
}

const TABS: ReadonlyMap<string, string> = new Map([
  ['center', 'ctr'],
  ['right', 'r'],
  ['char', 'dec'],
]);

/** Tab stops, which are counted from the indent of the paragraph. */
function tabsOf(properties: Properties, margin: number): string {
  const stops = (properties.get('style:tab-stops') ?? '').split(';').flatMap((stop) => {
    const [position, type = 'left'] = stop.split(' ');
    const at = emuOf(position);
    return at === undefined ? [] : [`<a:tab pos="${Math.max(0, margin + at)}" algn="${TABS.get(type) ?? 'l'}"/>`];
  });
  return stops.length > 0 ? `<a:tabLst>${stops.join('')}</a:tabLst>` : '';
}

/** A paragraph, and what its length is estimated by. */
export interface WrittenParagraph {
  xml: string;
  text: string;
  /** Points. */
  size: number;
  /** Share of its size, with the room before and after in points. */
  line: number;
  room: number;
  /** EMU from the left to its start. */
  margin: number;
}

/** A paragraph's place in lists: its level from 1, 0 outside of them. */
interface ListPlace {
  level: number;
  style: PartElement | undefined;
  isFirst: boolean;
  start?: number | undefined;
}

function writeParagraph(paragraph: PartElement, place: ListPlace, context: OdfTextContext): WrittenParagraph {
  const { styles } = context;
  const name = paragraph.attributes['text:style-name'];
  const usual = context.usual(Math.max(1, place.level));
  const text = over(usual.text, styles.of('paragraph', name, 'text'));
  const properties = over(usual.paragraph, styles.of('paragraph', name, 'paragraph'));
  const marker =
    place.level === 0
      ? NO_MARKER
      : markerOf(place.style, Math.min(10, place.level), context, place.isFirst, place.start);
  const margin = Math.max(0, (emuOf(properties.get('fo:margin-left')) ?? 0) + marker.margin);
  const indent = Math.max(-margin, (emuOf(properties.get('fo:text-indent')) ?? 0) + marker.indent);
  const isRight = properties.get('style:writing-mode')?.startsWith('rl') ?? false;
  const align = properties.get('fo:text-align') ?? 'start';
  const algn = ALIGNED.get(align) ?? ((align === 'end') !== isRight ? 'r' : 'l');
  const { xml, text: written } = runsOf(paragraph, text, context);
  const distance = emuOf(properties.get('loext:tab-stop-distance') ?? properties.get('style:tab-stop-distance'));
  const bounded = (emu: number): number => Math.max(-51_206_400, Math.min(51_206_400, emu));
  const attributes = `marL="${bounded(margin)}" indent="${bounded(indent)}" lvl="${Math.min(LEVELS - 1, Math.max(0, place.level - 1))}" algn="${algn}"${isRight ? ' rtl="1"' : ''}${distance ? ` defTabSz="${distance}"` : ''}`;
  const size = pointsOf(text.get('fo:font-size')) ?? 18;
  return {
    xml: `<a:p><a:pPr ${attributes}>${spacingOf(properties)}${marker.xml}${tabsOf(properties, margin)}</a:pPr>${xml}${runProperties(text, context, 'a:endParaRPr')}</a:p>`,
    text: written,
    size: largestSize(paragraph, text, styles, size),
    line: percentOf(properties.get('fo:line-height')) ?? 1,
    room: (pointsOf(properties.get('fo:margin-top')) ?? 0) + (pointsOf(properties.get('fo:margin-bottom')) ?? 0),
    margin,
  };
}

function largestSize(paragraph: PartElement, base: Properties, styles: StyleBook, usual: number): number {
  const sizes = childElements(paragraph, 'text:span').flatMap(
    ({ attributes }) =>
      pointsOf(over(base, styles.of('text', attributes['text:style-name'], 'text')).get('fo:font-size')) ?? [],
  );
  return sizes.length > 0 ? Math.max(...sizes) : usual;
}

/** The paragraphs of a text box, a shape, a cell or notes, in their order. */
export function writtenParagraphs(box: PartElement | undefined, context: OdfTextContext): WrittenParagraph[] {
  const written: WrittenParagraph[] = [];
  const put = (paragraph: PartElement, place: ListPlace): void => {
    context.noteParagraph(paragraph, written.length);
    written.push(writeParagraph(paragraph, place, context));
  };
  const walk = (parent: PartElement, level: number, style: PartElement | undefined): void => {
    for (const child of childElements(parent)) {
      if (child.name === 'text:p' || child.name === 'text:h') put(child, { level, style, isFirst: true });
      else if (child.name === 'text:list') walkList(child, level + 1, style);
      else if (child.name === 'text:section') walk(child, level, style);
    }
  };
  const walkList = (list: PartElement, level: number, outer: PartElement | undefined): void => {
    const name = list.attributes['text:style-name'];
    const style = (name === undefined ? undefined : context.styles.named('text:list-style', name)) ?? outer;
    for (const item of childElements(list)) {
      let isFirst = item.name === 'text:list-item';
      const start = Number(item.attributes['text:start-value']);
      for (const child of childElements(item)) {
        if (child.name === 'text:list') walkList(child, level + 1, style);
        else if (child.name === 'text:p' || child.name === 'text:h') {
          put(child, { level, style, isFirst, ...(start > 0 ? { start } : {}) });
          isFirst = false;
        }
      }
    }
  };
  if (box) walk(box, 0, context.listStyle);
  return written;
}

/** Width of a letter, as a share of its size, and height of a line. */
const [LETTER, LINE] = [0.48, 1.18];
/** Share of its size by which the lines of a text that is shrunk are closer. */
export const LINES_CLOSER = 0.1;
/** Sizes of a text are not made smaller than this share of what they were. */
const LEAST_SCALE = 0.25;

/** The share of its size at which a text fits into a box of EMU, as far as it can be estimated without its fonts. */
export function fittingScale(paragraphs: readonly WrittenParagraph[], width: number, height: number): number {
  const last = paragraphs.findLastIndex(({ text }) => text !== '');
  const written = paragraphs.slice(0, last + 1);
  const heightAt = (scale: number): number =>
    written.reduce((sum, { text, size, line, room, margin }) => {
      const across = Math.max(1, (width - margin) / EMU_PER_POINT / (size * scale * LETTER));
      const lines = text.split('\n').reduce((count, each) => count + Math.max(1, Math.ceil(each.length / across)), 0);
      // Programs that shrink a text also bring its lines closer together.
      const apart = scale < 1 ? Math.max(0.8, line - LINES_CLOSER) : line;
      return sum + lines * size * scale * LINE * apart + room * scale;
    }, 0);
  for (let scale = 1; scale > LEAST_SCALE; scale -= 0.05) if (heightAt(scale) <= height / EMU_PER_POINT) return scale;
  return LEAST_SCALE;
}
