import { childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import { lengthInPoints, parsePercentage } from './odf-units.ts';

/** Values of formatting properties, by their attribute names such as `fo:color` (ODF 1.3 part 3, clause 20). */
export type OdfProperties = ReadonlyMap<string, string>;

/** Groups of properties in a style, each in its element `style:…-properties` (ODF 1.3 part 3, clause 17). */
export type OdfPropertyGroup =
  | 'graphic'
  | 'text'
  | 'paragraph'
  | 'table-cell'
  | 'table-column'
  | 'table-row'
  | 'drawing-page'
  | 'chart';

const NO_PROPERTIES: OdfProperties = new Map();

/** The styles that apply in one part of a deck. An automatic style of the part hides a common style of the same name. */
export interface OdfStyles {
  /**
   * The properties of a style and of the styles that it inherits from.
   * @param family of the style, such as `graphic` or `paragraph`
   * @param scope `automatic`: without the properties of common styles
   * @returns no properties for an unknown style
   */
  propertiesOf(
    family: string,
    name: string | undefined,
    group: OdfPropertyGroup,
    scope?: 'all' | 'automatic',
  ): OdfProperties;
  /** The default properties of a family. */
  defaultsOf(family: string, group: OdfPropertyGroup): OdfProperties;
  /** The name of the nearest common style: the style itself, or one that it inherits from. */
  commonNameOf(family: string, name: string | undefined): string | undefined;
  /** The list style in a style, or in one that it inherits from. */
  listStyleIn(family: string, name: string | undefined): OfficeXmlElement | undefined;
  /** A named element other than a style: a list style, a gradient, a picture for fills, a dash, a marker. */
  elementNamed(element: string, name: string | undefined): OfficeXmlElement | undefined;
  /** The first family of a font face, or of a list of families; undefined for undefined. */
  fontOf(face: string | undefined): string | undefined;
}

/** Tab stops of a style, at most. */
const MAX_TABS = 32;
/** Styles in a chain of inheritance, at most. */
const MAX_CHAIN = 30;

const key = (family: string, name: string): string => `${family} ${name}`;
const nameOf = ({ attributes }: OfficeXmlElement): string | undefined =>
  attributes['style:name'] ?? attributes['draw:name'] ?? attributes['table:name'] ?? attributes['text:name'];

/**
 * The properties of a group in a style, without those that it inherits. LibreOffice writes some groups in its own namespace, `loext`.
 */
function propertiesIn(style: OfficeXmlElement, group: OdfPropertyGroup): [string, string][] {
  return childElements(style)
    .filter(({ name }) => name === `style:${group}-properties` || name === `loext:${group}-properties`)
    .flatMap((properties) => [
      ...Object.entries(properties.attributes),
      ...tabsIn(properties),
      ...columnsIn(properties),
    ]);
}

/** The number of text columns as a property: OpenDocument has it in a nested element. */
function columnsIn(properties: OfficeXmlElement): [string, string][] {
  const count = childElements(properties, 'style:columns')[0]?.attributes['fo:column-count'];
  return count === undefined ? [] : [['fo:column-count', count]];
}

/** The tab stops as one property, such as `2cm left;4cm right`: OpenDocument has them in nested elements. */
function tabsIn(properties: OfficeXmlElement): [string, string][] {
  const stops = childElements(properties, 'style:tab-stops').flatMap((list) => childElements(list, 'style:tab-stop'));
  const values = stops.map(({ attributes }) => `${attributes['style:position']} ${attributes['style:type'] ?? 'left'}`);
  return values.length > 0 ? [['style:tab-stops', values.slice(0, MAX_TABS).join(';')]] : [];
}

/** Inherited properties with overrides. A font size in percent becomes points. */
function withOverrides(inherited: OdfProperties, overrides: readonly (readonly [string, string])[]): OdfProperties {
  const properties = new Map(inherited);
  // `style:use-window-font-color` wins over `fo:color` of the same style, but not over one of a style that inherits it.
  if (overrides.some(([name]) => name === 'fo:color')) properties.delete('style:use-window-font-color');
  for (const [name, value] of overrides) {
    const percent = name.startsWith('fo:font-size') ? parsePercentage(value) : undefined;
    const points = percent === undefined ? undefined : lengthInPoints(inherited.get(name));
    // Without an inherited size, the percentage stays until one is known.
    properties.set(name, percent === undefined || points === undefined ? value : `${points * percent}pt`);
  }
  return properties;
}

/** Properties with overrides, as a style inherits them. A font size in percent becomes points. */
export const inheritProperties = (inherited: OdfProperties, overrides: OdfProperties): OdfProperties =>
  overrides.size === 0 ? inherited : inherited.size === 0 ? overrides : withOverrides(inherited, [...overrides]);

/**
 * The styles that apply in a part.
 * @param automatic elements that contain the automatic styles of the part
 * @param common elements that contain the styles that all parts share
 * @param faces elements that contain font faces
 */
export function createOdfStyles(
  automatic: readonly (OfficeXmlElement | undefined)[],
  common: readonly (OfficeXmlElement | undefined)[],
  faces: readonly (OfficeXmlElement | undefined)[],
): OdfStyles {
  const [automaticStyles, commonStyles] = [new Map<string, OfficeXmlElement>(), new Map<string, OfficeXmlElement>()];
  const defaults = new Map<string, OfficeXmlElement>();
  const otherElements = new Map<string, OfficeXmlElement>();
  const collect = (parents: readonly (OfficeXmlElement | undefined)[], styles: Map<string, OfficeXmlElement>): void => {
    for (const element of parents.flatMap((parent) => childElements(parent))) {
      const family = element.attributes['style:family'] ?? '';
      const name = nameOf(element);
      if (element.name === 'style:default-style') defaults.set(family, element);
      else if (name === undefined) continue;
      else if (element.name === 'style:style') styles.set(key(family, name), element);
      else otherElements.set(key(element.name, name), element);
    }
  };
  collect(common, commonStyles);
  collect(automatic, automaticStyles);
  const fonts = new Map(
    faces
      .flatMap((parent) => childElements(parent, 'style:font-face'))
      .map(({ attributes }) => [attributes['style:name'] ?? '', attributes['svg:font-family'] ?? ''] as const),
  );
  const cache = new Map<string, OdfProperties>();

  /** A style and the styles that it inherits from, the nearest first. A chain that leads back to itself ends. */
  function chainOf(family: string, name: string | undefined): { style: OfficeXmlElement; isAutomatic: boolean }[] {
    const chain: { style: OfficeXmlElement; isAutomatic: boolean }[] = [];
    const seen = new Set<OfficeXmlElement>();
    for (let current = name; current !== undefined && chain.length < MAX_CHAIN; ) {
      const automaticStyle = automaticStyles.get(key(family, current));
      const style = automaticStyle ?? commonStyles.get(key(family, current));
      if (!style || seen.has(style)) break;
      seen.add(style);
      chain.push({ style, isAutomatic: automaticStyle !== undefined });
      current = style.attributes['style:parent-style-name'];
    }
    return chain;
  }

  return {
    propertiesOf(family, name, group, scope = 'all') {
      if (name === undefined) return NO_PROPERTIES;
      const cacheKey = `${scope} ${group} ${key(family, name)}`;
      const cached = cache.get(cacheKey);
      if (cached) return cached;
      const properties = chainOf(family, name)
        .filter(({ isAutomatic }) => scope === 'all' || isAutomatic)
        .toReversed()
        .reduce((inherited, { style }) => withOverrides(inherited, propertiesIn(style, group)), NO_PROPERTIES);
      cache.set(cacheKey, properties);
      return properties;
    },
    defaultsOf(family, group) {
      const style = defaults.get(family);
      return style ? new Map(propertiesIn(style, group)) : NO_PROPERTIES;
    },
    commonNameOf: (family, name) =>
      chainOf(family, name).find(({ isAutomatic }) => !isAutomatic)?.style.attributes['style:name'],
    listStyleIn: (family, name) =>
      chainOf(family, name)
        .flatMap(({ style }) => childElements(style))
        .flatMap((group) => childElements(group, 'text:list-style'))[0],
    elementNamed: (element, name) => (name === undefined ? undefined : otherElements.get(key(element, name))),
    fontOf: (face) => {
      const family = face === undefined ? undefined : (fonts.get(face) ?? face);
      return family?.replace(/^['"]|['"]$/g, '').split(/['"]?\s*[,;]/)[0];
    },
  };
}
