import { childElements, type PartElement } from '../pptx/xml.ts';
import { percentOf, pointsOf } from './odf-units.ts';

/** Properties by the names of their attributes. */
export type Properties = ReadonlyMap<string, string>;

/** Groups of properties of a style: of its form, its text, its paragraphs, its cells, its columns and its page. */
export type PropertyGroup =
  | 'graphic'
  | 'text'
  | 'paragraph'
  | 'table-cell'
  | 'table-column'
  | 'table-row'
  | 'drawing-page'
  | 'chart';

const NOTHING: Properties = new Map();

/** Styles of one part of a deck: its automatic ones, then the common ones of the deck. */
export interface StyleBook {
  /** The properties of a style with those that it inherits; an unknown one has none. @param depth `own`: without common styles */
  of(family: string, name: string | undefined, group: PropertyGroup, depth?: 'all' | 'own'): Properties;
  /** The defaults of a family. */
  defaultsOf(family: string, group: PropertyGroup): Properties;
  /** The name of the first common style that a style follows; its name if it is a common one. */
  commonNameOf(family: string, name: string | undefined): string | undefined;
  /** The list style in a style of shapes or in one that it follows. */
  listStyleIn(family: string, name: string | undefined): PartElement | undefined;
  /** An element that is named and no style: a list style, a gradient, a picture for fills, a dash, a marker. */
  named(element: string, name: string | undefined): PartElement | undefined;
  /** The family of a font face. */
  fontOf(face: string | undefined): string | undefined;
}

const key = (family: string, name: string): string => `${family} ${name}`;
const nameOf = ({ attributes }: PartElement): string | undefined =>
  attributes['style:name'] ?? attributes['draw:name'] ?? attributes['table:name'] ?? attributes['text:name'];

/** Attributes of the elements that have a group of properties; `loext` has those of the cells of tables. */
function propertiesIn(style: PartElement, group: PropertyGroup): [string, string][] {
  return childElements(style)
    .filter(({ name }) => name === `style:${group}-properties` || name === `loext:${group}-properties`)
    .flatMap((properties) => [
      ...Object.entries(properties.attributes),
      ...tabsIn(properties),
      ...columnsIn(properties),
    ]);
}

/** The number of columns of a text, which is in an element next to the attributes. */
function columnsIn(properties: PartElement): [string, string][] {
  const count = childElements(properties, 'style:columns')[0]?.attributes['fo:column-count'];
  return count === undefined ? [] : [['fo:column-count', count]];
}

/** Tab stops as one property: positions and kinds, such as `2cm left;4cm right`. */
function tabsIn(properties: PartElement): [string, string][] {
  const stops = childElements(properties, 'style:tab-stops').flatMap((list) => childElements(list, 'style:tab-stop'));
  const written = stops.map(
    ({ attributes }) => `${attributes['style:position']} ${attributes['style:type'] ?? 'left'}`,
  );
  return written.length > 0 ? [['style:tab-stops', written.slice(0, MAX_TABS).join(';')]] : [];
}

const MAX_TABS = 32;

/** Sizes of text that are a part of the inherited one become sizes. */
function merged(inherited: Properties, own: readonly (readonly [string, string])[]): Properties {
  const all = new Map(inherited);
  // A colour wins over that of the window, which stands further back.
  if (own.some(([name]) => name === 'fo:color')) all.delete('style:use-window-font-color');
  for (const [name, value] of own) {
    const share = name.startsWith('fo:font-size') ? percentOf(value) : undefined;
    const before = share === undefined ? undefined : pointsOf(inherited.get(name));
    // A part of nothing waits for what it is laid over.
    all.set(name, share === undefined || before === undefined ? value : `${before * share}pt`);
  }
  return all;
}

/** Properties that stand over others. */
export const over = (inherited: Properties, own: Properties): Properties =>
  own.size === 0 ? inherited : inherited.size === 0 ? own : merged(inherited, [...own]);

/** Styles that follow one another, at most. */
const MAX_CHAIN = 30;

/**
 * The styles of a part.
 * @param automatic the elements that hold its automatic styles @param common those of the styles that every part has
 */
export function styleBook(
  automatic: readonly (PartElement | undefined)[],
  common: readonly (PartElement | undefined)[],
  faces: readonly (PartElement | undefined)[],
): StyleBook {
  const [own, shared] = [new Map<string, PartElement>(), new Map<string, PartElement>()];
  const defaults = new Map<string, PartElement>();
  const others = new Map<string, PartElement>();
  const collect = (holders: readonly (PartElement | undefined)[], into: Map<string, PartElement>): void => {
    for (const element of holders.flatMap((holder) => childElements(holder))) {
      const family = element.attributes['style:family'] ?? '';
      const name = nameOf(element);
      if (element.name === 'style:default-style') defaults.set(family, element);
      else if (name === undefined) continue;
      else if (element.name === 'style:style') into.set(key(family, name), element);
      else others.set(key(element.name, name), element);
    }
  };
  collect(common, shared);
  collect(automatic, own);
  const fonts = new Map(
    faces
      .flatMap((holder) => childElements(holder, 'style:font-face'))
      .map(({ attributes }) => [attributes['style:name'] ?? '', attributes['svg:font-family'] ?? ''] as const),
  );
  const known = new Map<string, Properties>();

  /** A style and those that it follows, the nearest first. */
  function chainOf(family: string, name: string | undefined): { style: PartElement; isOwn: boolean }[] {
    const chain: { style: PartElement; isOwn: boolean }[] = [];
    const seen = new Set<PartElement>();
    for (let at = name; at !== undefined && chain.length < MAX_CHAIN; ) {
      const [of, style] = [own.get(key(family, at)), own.get(key(family, at)) ?? shared.get(key(family, at))];
      if (!style || seen.has(style)) break;
      seen.add(style);
      chain.push({ style, isOwn: of !== undefined });
      at = style.attributes['style:parent-style-name'];
    }
    return chain;
  }

  return {
    of(family, name, group, depth = 'all') {
      if (name === undefined) return NOTHING;
      const at = `${depth} ${group} ${key(family, name)}`;
      const found = known.get(at);
      if (found) return found;
      const properties = chainOf(family, name)
        .filter(({ isOwn }) => depth === 'all' || isOwn)
        .toReversed()
        .reduce((inherited, { style }) => merged(inherited, propertiesIn(style, group)), NOTHING);
      known.set(at, properties);
      return properties;
    },
    defaultsOf(family, group) {
      const style = defaults.get(family);
      return style ? new Map(propertiesIn(style, group)) : NOTHING;
    },
    commonNameOf: (family, name) => chainOf(family, name).find(({ isOwn }) => !isOwn)?.style.attributes['style:name'],
    listStyleIn: (family, name) =>
      chainOf(family, name)
        .flatMap(({ style }) => childElements(style))
        .flatMap((group) => childElements(group, 'text:list-style'))[0],
    named: (element, name) => (name === undefined ? undefined : others.get(key(element, name))),
    fontOf: (face) => {
      const family = face === undefined ? undefined : (fonts.get(face) ?? face);
      return family?.replace(/^['"]|['"]$/g, '').split(/['"]?\s*[,;]/)[0];
    },
  };
}
