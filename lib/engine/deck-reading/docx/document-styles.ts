import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import {
  childElementAtPath,
  childElements,
  isAttributeFalse,
  numberInAttribute,
  type OfficeXmlElement,
} from '../pptx/xml.ts';

/** The role of a paragraph in its document. */
export type DocumentParagraphKind =
  | { kind: 'title' | 'subtitle' | 'text' | 'quote' | 'code' | 'contents' }
  /** A heading of a level, from 1. */
  | { kind: 'heading'; level: number }
  | { kind: 'item'; item: DocumentListItem };

/** An item of a list. */
export interface DocumentListItem {
  /** Depth of nesting, from 0. */
  level: number;
  isOrdered: boolean;
  /** Number of the first item of its list on this level, 0–9999. */
  start: number;
  /** Id of its list, in which items are counted. */
  list: string;
}

/** Properties of text. An absent one is inherited. */
export interface DocumentTextFormatting {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  struck?: boolean | undefined;
  hidden?: boolean | undefined;
  font?: string | undefined;
  /** Languages of Latin, East Asian and right-to-left letters, in BCP 47. */
  languages?: Readonly<Record<string, string>> | undefined;
}

/** The styles and lists of a document. */
export interface DocumentStyles {
  kindOf(paragraph: OfficeXmlElement): DocumentParagraphKind;
  /** The look that a run and its style give it, without that of its paragraph. */
  lookOf(properties: OfficeXmlElement | undefined): DocumentTextFormatting;
  /** The look that a paragraph gives its runs. */
  lookWithin(paragraph: OfficeXmlElement): DocumentTextFormatting;
}

interface Style {
  name: string;
  basedOn: string | undefined;
  paragraph: OfficeXmlElement | undefined;
  look: DocumentTextFormatting;
}

/** The most styles in a chain of inheritance. This also ends a circular chain. */
const MAX_BASES = 20;
const CODE_NAME = /\bcode\b|source ?code|code ?listing|preformatted|\bmacro\b|quellcode|programmcode/i;
const FIXED_FONT =
  /courier|consol|\bmono\b|menlo|monaco|fira code|source code|jetbrains|lucida console|cascadia|inconsolata|typewriter/i;

/** Reports whether a font is monospaced. */
export const isMonospacedFont = (font: string | undefined): boolean => font !== undefined && FIXED_FONT.test(font);

/** The value of a property; undefined if it is absent. */
const settingOf = (parent: OfficeXmlElement | undefined, name: string): string | undefined =>
  ownPropertyValue(childElementAtPath(parent, name)?.attributes, 'w:val');

/** The value of a property that is on or off; undefined if it is absent. */
const switchOf = (parent: OfficeXmlElement | undefined, name: string): boolean | undefined => {
  const property = childElementAtPath(parent, name);
  return property && !isAttributeFalse(property, 'w:val');
};

const LANGUAGES = ['w:val', 'w:eastAsia', 'w:bidi'];

function lookIn(properties: OfficeXmlElement | undefined): DocumentTextFormatting {
  const language = childElementAtPath(properties, 'w:lang')?.attributes;
  const named = LANGUAGES.flatMap((name) => {
    const tag = ownPropertyValue(language, name);
    return tag === undefined || tag === '' ? [] : [[name, tag] as const];
  });
  return {
    bold: switchOf(properties, 'w:b'),
    italic: switchOf(properties, 'w:i'),
    struck: switchOf(properties, 'w:strike'),
    hidden: switchOf(properties, 'w:vanish'),
    font: ownPropertyValue(childElementAtPath(properties, 'w:rFonts')?.attributes, 'w:ascii'),
    languages: named.length === 0 ? undefined : Object.fromEntries(named),
  };
}

/** Merges formatting properties of text. An earlier value overrides a later one. */
export function mergeTextFormatting(
  first: DocumentTextFormatting,
  ...others: readonly DocumentTextFormatting[]
): DocumentTextFormatting {
  const looks = [first, ...others];
  const get = <Name extends keyof DocumentTextFormatting>(name: Name): DocumentTextFormatting[Name] =>
    looks.map((look) => look[name]).find((value) => value !== undefined);
  return {
    bold: get('bold'),
    italic: get('italic'),
    struck: get('struck'),
    hidden: get('hidden'),
    font: get('font'),
    languages: Object.assign({}, ...looks.toReversed().map(({ languages }) => languages ?? {})),
  };
}

function stylesIn(part: OfficeXmlElement | undefined): Map<string, Style> {
  const styles = childElements(childElementAtPath(part, 'w:styles'), 'w:style');
  return new Map(
    styles.map((style) => [
      style.attributes['w:styleId'] ?? '',
      {
        name: settingOf(style, 'w:name') ?? '',
        basedOn: settingOf(style, 'w:basedOn'),
        paragraph: childElementAtPath(style, 'w:pPr'),
        look: lookIn(childElementAtPath(style, 'w:rPr')),
      },
    ]),
  );
}

/** A level of a list. */
type ListLevel = Pick<DocumentListItem, 'isOrdered' | 'start'>;

const FIRST: ListLevel = { isOrdered: false, start: 1 };
const startOf = (holder: OfficeXmlElement, name: string): number | undefined => {
  const start = numberInAttribute(childElementAtPath(holder, name), 'w:val');
  return start === undefined ? undefined : Math.max(0, Math.min(9999, Math.trunc(start)));
};

/** The levels that elements describe, which override others. */
function levelsOver(usual: readonly (ListLevel | undefined)[], described: readonly OfficeXmlElement[]): ListLevel[] {
  const levels = [...usual].map((level) => level ?? FIRST);
  for (const each of described) {
    const at = Math.trunc(numberInAttribute(each, 'w:ilvl') ?? 0);
    if (at < 0 || at > 8) continue;
    while (levels.length < at) levels.push(FIRST);
    // An override replaces the whole level, or only its first number.
    const level = each.name === 'w:lvl' ? each : childElementAtPath(each, 'w:lvl');
    const { isOrdered, start } = levels[at] ?? FIRST;
    levels[at] = {
      isOrdered: level ? !['bullet', 'none', undefined].includes(settingOf(level, 'w:numFmt')) : isOrdered,
      start: startOf(each, 'w:startOverride') ?? (level && startOf(level, 'w:start')) ?? start,
    };
  }
  return levels;
}

/** The levels of each list, by the ids of lists. */
function listsIn(part: OfficeXmlElement | undefined): Map<string, ListLevel[]> {
  const numbering = childElementAtPath(part, 'w:numbering');
  const kinds = childElements(numbering, 'w:abstractNum');
  const byId = new Map(kinds.map((kind) => [kind.attributes['w:abstractNumId'], kind]));
  const byStyle = new Map(kinds.map((kind) => [settingOf(kind, 'w:styleLink'), kind]));
  return new Map(
    childElements(numbering, 'w:num').map((list) => {
      const kind = byId.get(settingOf(list, 'w:abstractNumId'));
      const link = settingOf(kind, 'w:numStyleLink');
      const described = link === undefined ? kind : byStyle.get(link);
      const levels = levelsOver([], childElements(described, 'w:lvl'));
      return [list.attributes['w:numId'] ?? '', levelsOver(levels, childElements(list, 'w:lvlOverride'))];
    }),
  );
}

/** Levels of an outline are 0 to 8; 9 is text. */
const TEXT_OUTLINE = 9;

/**
 * Reads the styles of a document.
 * @param styles part with its styles; undefined if it has none
 * @param numbering part with its lists; undefined if it has none
 */
export function readDocumentStyles(
  styles: OfficeXmlElement | undefined,
  numbering: OfficeXmlElement | undefined,
): DocumentStyles {
  const byId = stylesIn(styles);
  const lists = listsIn(numbering);
  const usual = lookIn(childElementAtPath(styles, 'w:styles', 'w:docDefaults', 'w:rPrDefault', 'w:rPr'));
  /** A style and the styles that it inherits from, the nearest first. */
  const chainOf = (id: string | undefined): Style[] => {
    const chain: Style[] = [];
    for (let next = id; next !== undefined && chain.length < MAX_BASES; next = chain.at(-1)?.basedOn) {
      const style = byId.get(next);
      if (!style) break;
      chain.push(style);
    }
    return chain;
  };
  const propertiesOf = (paragraph: OfficeXmlElement): OfficeXmlElement | undefined =>
    childElementAtPath(paragraph, 'w:pPr');
  const styleOf = (paragraph: OfficeXmlElement): Style[] => chainOf(settingOf(propertiesOf(paragraph), 'w:pStyle'));

  /** The list of a paragraph, from its properties or its styles. */
  function itemOf(own: OfficeXmlElement | undefined, chain: readonly Style[]): DocumentListItem | undefined {
    const places = [own, ...chain.map(({ paragraph }) => paragraph)].map((place) =>
      childElementAtPath(place, 'w:numPr'),
    );
    const list = places.map((place) => settingOf(place, 'w:numId')).find((id) => id !== undefined);
    const written = places
      .map((place) => numberInAttribute(childElementAtPath(place, 'w:ilvl'), 'w:val'))
      .find((at) => at !== undefined);
    const [, sort, step = '1'] =
      chain.map(({ name }) => /^list (bullet|number)(?: (\d))?$/i.exec(name)).find(Boolean) ?? [];
    // `List Bullet 2` shows its depth by indentation: the level of its list is 0.
    const level = Math.min(8, Math.max(0, Number(step) - 1, Math.trunc(written ?? 0)));
    if (list !== undefined && list !== '0')
      return { level, list, ...(lists.get(list)?.[Math.max(0, Math.trunc(written ?? 0))] ?? FIRST) };
    if (sort === undefined || list === '0') return undefined;
    return { level, list: sort, ...FIRST, isOrdered: sort.toLowerCase() === 'number' };
  }

  function outlineOf(own: OfficeXmlElement | undefined, chain: readonly Style[]): number | undefined {
    const said = [own, ...chain.map(({ paragraph }) => paragraph)]
      .map((place) => numberInAttribute(childElementAtPath(place, 'w:outlineLvl'), 'w:val'))
      .find((level) => level !== undefined);
    if (said !== undefined) return said >= 0 && said < TEXT_OUTLINE ? Math.trunc(said) + 1 : undefined;
    const [, level] = chain.map(({ name }) => /^heading (\d)$/i.exec(name)).find(Boolean) ?? [];
    return level === undefined ? undefined : Number(level);
  }

  return {
    kindOf(paragraph) {
      const own = propertiesOf(paragraph);
      const chain = styleOf(paragraph);
      const isNamed = (name: RegExp): boolean => chain.some((style) => name.test(style.name));
      if (isNamed(/^(?:toc(?: heading| ?\d)|table of figures)$/i)) return { kind: 'contents' };
      if (isNamed(/^title$/i)) return { kind: 'title' };
      if (isNamed(/^subtitle$/i)) return { kind: 'subtitle' };
      const level = outlineOf(own, chain);
      if (level !== undefined) return { kind: 'heading', level };
      if (isNamed(CODE_NAME)) return { kind: 'code' };
      const item = itemOf(own, chain);
      if (item) return { kind: 'item', item };
      return { kind: isNamed(/quote/i) ? 'quote' : 'text' };
    },
    lookOf: (properties) =>
      mergeTextFormatting(lookIn(properties), ...chainOf(settingOf(properties, 'w:rStyle')).map(({ look }) => look)),
    lookWithin: (paragraph) => mergeTextFormatting({}, ...styleOf(paragraph).map(({ look }) => look), usual),
  };
}
