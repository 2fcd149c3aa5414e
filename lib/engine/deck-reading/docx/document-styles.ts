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
  /** The role of a paragraph, by its properties and its styles. */
  kindOf(paragraph: OfficeXmlElement): DocumentParagraphKind;
  /** The formatting of a run, by its properties (`w:rPr`) and its style, without that of its paragraph. */
  lookOf(properties: OfficeXmlElement | undefined): DocumentTextFormatting;
  /** The formatting that a paragraph gives its runs. */
  lookWithin(paragraph: OfficeXmlElement): DocumentTextFormatting;
}

interface Style {
  name: string;
  /** Id of the style from which it inherits. */
  basedOn: string | undefined;
  /** The properties that it gives paragraphs (`w:pPr`). */
  paragraph: OfficeXmlElement | undefined;
  /** The formatting that it gives texts. */
  formatting: DocumentTextFormatting;
}

/** The highest number of styles in a chain of inheritance. This also ends a circular chain. */
const MAX_STYLE_CHAIN = 20;
const CODE_NAME = /\bcode\b|source ?code|code ?listing|preformatted|\bmacro\b|quellcode|programmcode/i;
const MONOSPACED_FONT =
  /courier|consol|\bmono\b|menlo|monaco|fira code|source code|jetbrains|lucida console|cascadia|inconsolata|typewriter/i;

/** Reports whether a font is monospaced. */
export const isMonospacedFont = (font: string | undefined): boolean => font !== undefined && MONOSPACED_FONT.test(font);

/** The value of a property; undefined if it is absent. */
const valueOfProperty = (parent: OfficeXmlElement | undefined, name: string): string | undefined =>
  ownPropertyValue(childElementAtPath(parent, name)?.attributes, 'w:val');

/** The value of a property that is on or off; undefined if it is absent. */
const isPropertyOn = (parent: OfficeXmlElement | undefined, name: string): boolean | undefined => {
  const property = childElementAtPath(parent, name);
  return property && !isAttributeFalse(property, 'w:val');
};

const LANGUAGES = ['w:val', 'w:eastAsia', 'w:bidi'];

function readFormatting(properties: OfficeXmlElement | undefined): DocumentTextFormatting {
  const language = childElementAtPath(properties, 'w:lang')?.attributes;
  const languageEntries = LANGUAGES.flatMap((name) => {
    const tag = ownPropertyValue(language, name);
    return tag === undefined || tag === '' ? [] : [[name, tag] as const];
  });
  return {
    bold: isPropertyOn(properties, 'w:b'),
    italic: isPropertyOn(properties, 'w:i'),
    struck: isPropertyOn(properties, 'w:strike'),
    hidden: isPropertyOn(properties, 'w:vanish'),
    font: ownPropertyValue(childElementAtPath(properties, 'w:rFonts')?.attributes, 'w:ascii'),
    languages: languageEntries.length === 0 ? undefined : Object.fromEntries(languageEntries),
  };
}

/** Merges formatting properties of text. An earlier value overrides a later one. */
export function mergeTextFormatting(
  ownFormatting: DocumentTextFormatting,
  ...inheritedFormattings: readonly DocumentTextFormatting[]
): DocumentTextFormatting {
  const formattings = [ownFormatting, ...inheritedFormattings];
  const firstDefined = <Name extends keyof DocumentTextFormatting>(name: Name): DocumentTextFormatting[Name] =>
    formattings.map((formatting) => formatting[name]).find((value) => value !== undefined);
  return {
    bold: firstDefined('bold'),
    italic: firstDefined('italic'),
    struck: firstDefined('struck'),
    hidden: firstDefined('hidden'),
    font: firstDefined('font'),
    languages: Object.assign({}, ...formattings.toReversed().map(({ languages }) => languages ?? {})),
  };
}

function readStyles(part: OfficeXmlElement | undefined): Map<string, Style> {
  const styles = childElements(childElementAtPath(part, 'w:styles'), 'w:style');
  return new Map(
    styles.map((style) => [
      style.attributes['w:styleId'] ?? '',
      {
        name: valueOfProperty(style, 'w:name') ?? '',
        basedOn: valueOfProperty(style, 'w:basedOn'),
        paragraph: childElementAtPath(style, 'w:pPr'),
        formatting: readFormatting(childElementAtPath(style, 'w:rPr')),
      },
    ]),
  );
}

/** A level of a list. */
type ListLevel = Pick<DocumentListItem, 'isOrdered' | 'start'>;

const DEFAULT_LEVEL: ListLevel = { isOrdered: false, start: 1 };
const startNumberOf = (parent: OfficeXmlElement, name: string): number | undefined => {
  const start = numberInAttribute(childElementAtPath(parent, name), 'w:val');
  return start === undefined ? undefined : Math.max(0, Math.min(9999, Math.trunc(start)));
};

/** The levels of a list. @param inheritedLevels levels that apply where `definitions` has none @param definitions elements that define levels */
function overrideLevels(
  inheritedLevels: readonly (ListLevel | undefined)[],
  definitions: readonly OfficeXmlElement[],
): ListLevel[] {
  const levels = [...inheritedLevels].map((level) => level ?? DEFAULT_LEVEL);
  for (const definition of definitions) {
    const levelIndex = Math.trunc(numberInAttribute(definition, 'w:ilvl') ?? 0);
    if (levelIndex < 0 || levelIndex > 8) continue;
    while (levels.length < levelIndex) levels.push(DEFAULT_LEVEL);
    // An override replaces the whole level, or only its first number.
    const level = definition.name === 'w:lvl' ? definition : childElementAtPath(definition, 'w:lvl');
    const { isOrdered, start } = levels[levelIndex] ?? DEFAULT_LEVEL;
    levels[levelIndex] = {
      isOrdered: level ? !['bullet', 'none', undefined].includes(valueOfProperty(level, 'w:numFmt')) : isOrdered,
      start: startNumberOf(definition, 'w:startOverride') ?? (level && startNumberOf(level, 'w:start')) ?? start,
    };
  }
  return levels;
}

/** The levels of each list, by the id of the list. */
function readLists(part: OfficeXmlElement | undefined): Map<string, ListLevel[]> {
  const numbering = childElementAtPath(part, 'w:numbering');
  const abstractLists = childElements(numbering, 'w:abstractNum');
  const abstractListById = new Map(
    abstractLists.map((abstractList) => [abstractList.attributes['w:abstractNumId'], abstractList]),
  );
  const abstractListByStyle = new Map(
    abstractLists.map((abstractList) => [valueOfProperty(abstractList, 'w:styleLink'), abstractList]),
  );
  return new Map(
    childElements(numbering, 'w:num').map((list) => {
      const abstractList = abstractListById.get(valueOfProperty(list, 'w:abstractNumId'));
      const link = valueOfProperty(abstractList, 'w:numStyleLink');
      const definition = link === undefined ? abstractList : abstractListByStyle.get(link);
      const levels = overrideLevels([], childElements(definition, 'w:lvl'));
      return [list.attributes['w:numId'] ?? '', overrideLevels(levels, childElements(list, 'w:lvlOverride'))];
    }),
  );
}

/** The outline level of text; those of headings are 0 to 8. */
const TEXT_OUTLINE_LEVEL = 9;

/**
 * Reads the styles of a document.
 * @param styles part with its styles; undefined if it has none
 * @param numbering part with its lists; undefined if it has none
 */
export function readDocxStyles(
  styles: OfficeXmlElement | undefined,
  numbering: OfficeXmlElement | undefined,
): DocumentStyles {
  const styleById = readStyles(styles);
  const lists = readLists(numbering);
  const defaultFormatting = readFormatting(
    childElementAtPath(styles, 'w:styles', 'w:docDefaults', 'w:rPrDefault', 'w:rPr'),
  );
  /** A style and the styles that it inherits from, the nearest first. */
  const styleChainOf = (id: string | undefined): Style[] => {
    const chain: Style[] = [];
    for (let styleId = id; styleId !== undefined && chain.length < MAX_STYLE_CHAIN; styleId = chain.at(-1)?.basedOn) {
      const style = styleById.get(styleId);
      if (!style) break;
      chain.push(style);
    }
    return chain;
  };
  const propertiesOf = (paragraph: OfficeXmlElement): OfficeXmlElement | undefined =>
    childElementAtPath(paragraph, 'w:pPr');
  const styleChainOfParagraph = (paragraph: OfficeXmlElement): Style[] =>
    styleChainOf(valueOfProperty(propertiesOf(paragraph), 'w:pStyle'));

  /** The list of a paragraph, from its properties or its styles. */
  function itemOf(ownProperties: OfficeXmlElement | undefined, chain: readonly Style[]): DocumentListItem | undefined {
    const numberingProperties = [ownProperties, ...chain.map(({ paragraph }) => paragraph)].map((properties) =>
      childElementAtPath(properties, 'w:numPr'),
    );
    const list = numberingProperties
      .map((properties) => valueOfProperty(properties, 'w:numId'))
      .find((id) => id !== undefined);
    const declaredLevel = numberingProperties
      .map((properties) => numberInAttribute(childElementAtPath(properties, 'w:ilvl'), 'w:val'))
      .find((level) => level !== undefined);
    const [, listKind, depthInName = '1'] =
      chain.map(({ name }) => /^list (bullet|number)(?: (\d))?$/i.exec(name)).find(Boolean) ?? [];
    // `List Bullet 2` shows its depth by indentation: the level of its list is 0.
    const level = Math.min(8, Math.max(0, Number(depthInName) - 1, Math.trunc(declaredLevel ?? 0)));
    if (list !== undefined && list !== '0')
      return { level, list, ...(lists.get(list)?.[Math.max(0, Math.trunc(declaredLevel ?? 0))] ?? DEFAULT_LEVEL) };
    if (listKind === undefined || list === '0') return undefined;
    return { level, list: listKind, ...DEFAULT_LEVEL, isOrdered: listKind.toLowerCase() === 'number' };
  }

  function headingLevelOf(ownProperties: OfficeXmlElement | undefined, chain: readonly Style[]): number | undefined {
    const declaredLevel = [ownProperties, ...chain.map(({ paragraph }) => paragraph)]
      .map((properties) => numberInAttribute(childElementAtPath(properties, 'w:outlineLvl'), 'w:val'))
      .find((level) => level !== undefined);
    if (declaredLevel !== undefined)
      return declaredLevel >= 0 && declaredLevel < TEXT_OUTLINE_LEVEL ? Math.trunc(declaredLevel) + 1 : undefined;
    const [, level] = chain.map(({ name }) => /^heading (\d)$/i.exec(name)).find(Boolean) ?? [];
    return level === undefined ? undefined : Number(level);
  }

  return {
    kindOf(paragraph) {
      const ownProperties = propertiesOf(paragraph);
      const chain = styleChainOfParagraph(paragraph);
      const hasStyleNamed = (name: RegExp): boolean => chain.some((style) => name.test(style.name));
      if (hasStyleNamed(/^(?:toc(?: heading| ?\d)|table of figures)$/i)) return { kind: 'contents' };
      if (hasStyleNamed(/^title$/i)) return { kind: 'title' };
      if (hasStyleNamed(/^subtitle$/i)) return { kind: 'subtitle' };
      const level = headingLevelOf(ownProperties, chain);
      if (level !== undefined) return { kind: 'heading', level };
      if (hasStyleNamed(CODE_NAME)) return { kind: 'code' };
      const item = itemOf(ownProperties, chain);
      if (item) return { kind: 'item', item };
      return { kind: hasStyleNamed(/quote/i) ? 'quote' : 'text' };
    },
    lookOf: (properties) =>
      mergeTextFormatting(
        readFormatting(properties),
        ...styleChainOf(valueOfProperty(properties, 'w:rStyle')).map(({ formatting }) => formatting),
      ),
    lookWithin: (paragraph) =>
      mergeTextFormatting(
        {},
        ...styleChainOfParagraph(paragraph).map(({ formatting }) => formatting),
        defaultFormatting,
      ),
  };
}
