import { childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import { lengthInPoints, parseOdfPercentage } from './odf-units.ts';

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

/** The highest number of tab stops in a style. */
const MAX_TAB_STOPS = 32;
/** The highest number of styles in a chain of inheritance. */
const MAX_STYLE_CHAIN = 30;

const styleKey = (family: string, name: string): string => `${family} ${name}`;
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
      ...tabStopsIn(properties),
      ...columnCountIn(properties),
    ]);
}

/** The number of text columns as a property, because OpenDocument has it in a nested element. */
function columnCountIn(properties: OfficeXmlElement): [string, string][] {
  const count = childElements(properties, 'style:columns')[0]?.attributes['fo:column-count'];
  return count === undefined ? [] : [['fo:column-count', count]];
}

/** The tab stops as one property, such as `2cm left;4cm right`, because OpenDocument has them in nested elements. */
function tabStopsIn(properties: OfficeXmlElement): [string, string][] {
  const stops = childElements(properties, 'style:tab-stops').flatMap((list) => childElements(list, 'style:tab-stop'));
  const values = stops.map(({ attributes }) => `${attributes['style:position']} ${attributes['style:type'] ?? 'left'}`);
  return values.length > 0 ? [['style:tab-stops', values.slice(0, MAX_TAB_STOPS).join(';')]] : [];
}

/** Inherited properties with overrides. A font size in percent becomes points. */
function applyOverrides(inherited: OdfProperties, overrides: readonly (readonly [string, string])[]): OdfProperties {
  const properties = new Map(inherited);
  // `style:use-window-font-color` wins over `fo:color` of the same style, but not over one of a style that inherits it.
  if (overrides.some(([name]) => name === 'fo:color')) properties.delete('style:use-window-font-color');
  for (const [name, value] of overrides) {
    const percent = name.startsWith('fo:font-size') ? parseOdfPercentage(value) : undefined;
    const points = percent === undefined ? undefined : lengthInPoints(inherited.get(name));
    // Without an inherited size, the percentage stays until one is known.
    properties.set(name, percent === undefined || points === undefined ? value : `${points * percent}pt`);
  }
  return properties;
}

/** Properties with overrides, as a style inherits them. A font size in percent becomes points. */
export const inheritProperties = (inherited: OdfProperties, overrides: OdfProperties): OdfProperties =>
  overrides.size === 0 ? inherited : inherited.size === 0 ? overrides : applyOverrides(inherited, [...overrides]);

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
  const defaultStyleByFamily = new Map<string, OfficeXmlElement>();
  const otherElements = new Map<string, OfficeXmlElement>();
  const collect = (parents: readonly (OfficeXmlElement | undefined)[], styles: Map<string, OfficeXmlElement>): void => {
    for (const element of parents.flatMap((parent) => childElements(parent))) {
      const family = element.attributes['style:family'] ?? '';
      const name = nameOf(element);
      if (element.name === 'style:default-style') defaultStyleByFamily.set(family, element);
      else if (name === undefined) continue;
      else if (element.name === 'style:style') styles.set(styleKey(family, name), element);
      else otherElements.set(styleKey(element.name, name), element);
    }
  };
  collect(common, commonStyles);
  collect(automatic, automaticStyles);
  const familyByFace = new Map(
    faces
      .flatMap((parent) => childElements(parent, 'style:font-face'))
      .map(({ attributes }) => [attributes['style:name'] ?? '', attributes['svg:font-family'] ?? ''] as const),
  );
  const propertiesByKey = new Map<string, OdfProperties>();

  /** A style and the styles that it inherits from, the nearest first. A chain that leads back to itself ends. */
  function styleChainOf(family: string, name: string | undefined): { style: OfficeXmlElement; isAutomatic: boolean }[] {
    const chain: { style: OfficeXmlElement; isAutomatic: boolean }[] = [];
    const visitedStyles = new Set<OfficeXmlElement>();
    for (let styleName = name; styleName !== undefined && chain.length < MAX_STYLE_CHAIN; ) {
      const automaticStyle = automaticStyles.get(styleKey(family, styleName));
      const style = automaticStyle ?? commonStyles.get(styleKey(family, styleName));
      if (!style || visitedStyles.has(style)) break;
      visitedStyles.add(style);
      chain.push({ style, isAutomatic: automaticStyle !== undefined });
      styleName = style.attributes['style:parent-style-name'];
    }
    return chain;
  }

  return {
    propertiesOf(family, name, group, scope = 'all') {
      if (name === undefined) return NO_PROPERTIES;
      const cacheKey = `${scope} ${group} ${styleKey(family, name)}`;
      const cachedProperties = propertiesByKey.get(cacheKey);
      if (cachedProperties) return cachedProperties;
      const properties = styleChainOf(family, name)
        .filter(({ isAutomatic }) => scope === 'all' || isAutomatic)
        .toReversed()
        .reduce((inherited, { style }) => applyOverrides(inherited, propertiesIn(style, group)), NO_PROPERTIES);
      propertiesByKey.set(cacheKey, properties);
      return properties;
    },
    defaultsOf(family, group) {
      const style = defaultStyleByFamily.get(family);
      return style ? new Map(propertiesIn(style, group)) : NO_PROPERTIES;
    },
    commonNameOf: (family, name) =>
      styleChainOf(family, name).find(({ isAutomatic }) => !isAutomatic)?.style.attributes['style:name'],
    listStyleIn: (family, name) =>
      styleChainOf(family, name)
        .flatMap(({ style }) => childElements(style))
        .flatMap((group) => childElements(group, 'text:list-style'))[0],
    elementNamed: (element, name) => (name === undefined ? undefined : otherElements.get(styleKey(element, name))),
    fontOf: (face) => {
      const family = face === undefined ? undefined : (familyByFace.get(face) ?? face);
      return family?.replace(/^['"]|['"]$/g, '').split(/['"]?\s*[,;]/)[0];
    },
  };
}
