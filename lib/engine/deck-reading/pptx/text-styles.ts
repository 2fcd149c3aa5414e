import type { OfficePackage, OfficeRelation } from './office-package.ts';
import { readOfficePartIfIntact, readRelationsIfIntact } from './read-office-part-if-intact.ts';
import { childElementAtPath, childElements, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** Marker of a paragraph; `usual`: any bullet. */
export type ParagraphMarker = 'number' | 'none' | 'usual';

/** A style for the paragraphs of one level. The next style decides about an absent property. */
export interface TextLevelStyle {
  marker?: ParagraphMarker | undefined;
  /** In points. */
  size?: number | undefined;
}

/** Styles of the levels of a text, from level 0. */
export type PptxTextLevelStyles = readonly TextLevelStyle[];

/** A placeholder of a layout or a master. */
interface StyledPlaceholder {
  type: string;
  idx: string | undefined;
  style: PptxTextLevelStyles;
}

/** Styles that the texts of a slide inherit. An earlier style overrides a later one. */
export interface SlideStyles {
  /** The styles of a shape, the nearest first. @param placeholder its `p:ph`; undefined for a shape that is not a placeholder */
  of(placeholder: OfficeXmlElement | undefined): readonly PptxTextLevelStyles[];
  /** The name of the part of the layout; absent: the slide names none. */
  layout?: string | undefined;
  /** True if the file contains the master, whose styles decide about bullets. */
  isKnown: boolean;
  /** The picture that fills the background of the layout or the master, with the relations of its part. */
  backgroundPicture: PptxBackgroundPictureFill | undefined;
}

/** A picture that fills a background. */
export interface PptxBackgroundPictureFill {
  fill: OfficeXmlElement;
  relations: ReadonlyMap<string, OfficeRelation>;
}

/** The picture that fills the background of a slide, a layout or a master. @param page the element with its `p:cSld` */
export function backgroundPictureOf(
  page: OfficeXmlElement | undefined,
  relations: ReadonlyMap<string, OfficeRelation>,
): PptxBackgroundPictureFill | undefined {
  const fill = childElementAtPath(page, 'p:cSld', 'p:bg', 'p:bgPr', 'a:blipFill');
  return fill && !childElementAtPath(fill, 'a:tile') ? { fill, relations } : undefined;
}

/** The number of levels of a text. */
export const MAX_TEXT_LEVELS = 9;
/** The highest number of placeholders of a layout or a master that are read. */
const MAX_PLACEHOLDERS = 200;

/** The marker that paragraph properties name; undefined if they name none. A bullet of white space means none. */
export function parseParagraphMarker(properties: OfficeXmlElement | undefined): ParagraphMarker | undefined {
  if (childElementAtPath(properties, 'a:buAutoNum')) return 'number';
  const bullet = childElementAtPath(properties, 'a:buChar');
  if (childElementAtPath(properties, 'a:buNone') || bullet?.attributes.char?.trim() === '') return 'none';
  return bullet || childElementAtPath(properties, 'a:buBlip') ? 'usual' : undefined;
}

/** The style in an element with `a:lvl1pPr` to `a:lvl9pPr`. */
export const parseListStyle = (list: OfficeXmlElement | undefined): PptxTextLevelStyles =>
  list === undefined
    ? []
    : Array.from({ length: MAX_TEXT_LEVELS }, (_, level) => {
        const properties = childElementAtPath(list, `a:lvl${level + 1}pPr`);
        const size = numberInAttribute(childElementAtPath(properties, 'a:defRPr'), 'sz');
        return { marker: parseParagraphMarker(properties), size: size === undefined ? undefined : size / 100 };
      });

const readPlaceholders = (page: OfficeXmlElement | undefined): StyledPlaceholder[] =>
  childElements(childElementAtPath(page, 'p:cSld', 'p:spTree'), 'p:sp')
    .slice(0, MAX_PLACEHOLDERS)
    .flatMap((shape) => {
      const placeholder = childElementAtPath(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph');
      if (!placeholder) return [];
      const { type = 'obj', idx } = placeholder.attributes;
      return [{ type, idx, style: parseListStyle(childElementAtPath(shape, 'p:txBody', 'a:lstStyle')) }];
    });

const TITLE_KINDS = ['title', 'ctrTitle'];
/** The kind of placeholder of the master from which a placeholder of a slide inherits. */
const masterKindOf = (type: string): string =>
  TITLE_KINDS.includes(type) ? 'title' : ['obj', 'subTitle', 'body'].includes(type) ? 'body' : type;

interface MasterStyles {
  backgroundPicture: PptxBackgroundPictureFill | undefined;
  placeholders: readonly StyledPlaceholder[];
  title: PptxTextLevelStyles;
  body: PptxTextLevelStyles;
  other: PptxTextLevelStyles;
}

/**
 * Creates a reader of the styles that the slides of a deck inherit, which takes the relations of a slide. Each layout and master is read
 * once, and only its styles are kept in memory.
 */
export function createInheritedSlideStylesReader(
  office: OfficePackage,
  presentation: OfficeXmlElement,
): (relations: ReadonlyMap<string, OfficeRelation>) => Promise<SlideStyles> {
  const defaultStyle = parseListStyle(childElementAtPath(presentation, 'p:defaultTextStyle'));
  const layouts = new Map<string, Promise<SlideStyles>>();
  const masters = new Map<string, Promise<MasterStyles | undefined>>();
  const partOf = (relations: ReadonlyMap<string, OfficeRelation>, type: string): string | undefined =>
    [...relations.values()].find((relation) => relation.type === type)?.part ?? undefined;

  async function readMaster(part: string): Promise<MasterStyles | undefined> {
    const master = childElementAtPath(await readOfficePartIfIntact(office, part), 'p:sldMaster');
    const styles = childElementAtPath(master, 'p:txStyles');
    if (!master) return undefined;
    const relations = await readRelationsIfIntact(office, part);
    return {
      backgroundPicture: backgroundPictureOf(master, relations),
      placeholders: readPlaceholders(master),
      title: parseListStyle(childElementAtPath(styles, 'p:titleStyle')),
      body: parseListStyle(childElementAtPath(styles, 'p:bodyStyle')),
      other: parseListStyle(childElementAtPath(styles, 'p:otherStyle')),
    };
  }

  async function readLayout(part: string): Promise<SlideStyles> {
    const page = childElementAtPath(await readOfficePartIfIntact(office, part), 'p:sldLayout');
    const layoutPlaceholders = readPlaceholders(page);
    const relations = await readRelationsIfIntact(office, part);
    const masterPart = partOf(relations, 'slideMaster');
    if (masterPart !== undefined && !masters.has(masterPart)) masters.set(masterPart, readMaster(masterPart));
    const master = masterPart === undefined ? undefined : await masters.get(masterPart);
    return {
      layout: part,
      isKnown: master !== undefined,
      backgroundPicture: childElementAtPath(page, 'p:cSld', 'p:bg')
        ? backgroundPictureOf(page, relations)
        : master?.backgroundPicture,
      of(placeholder) {
        if (!placeholder) return [master?.other ?? [], defaultStyle];
        const { type = 'obj', idx } = placeholder.attributes;
        const masterKind = masterKindOf(type);
        const layoutPlaceholder =
          layoutPlaceholders.find((candidate) => idx !== undefined && candidate.idx === idx) ??
          layoutPlaceholders.find((candidate) => candidate.type === type);
        const masterPlaceholder = master?.placeholders.find((candidate) => masterKindOf(candidate.type) === masterKind);
        const textStyle = masterKind === 'title' ? master?.title : masterKind === 'body' ? master?.body : master?.other;
        return [layoutPlaceholder?.style ?? [], masterPlaceholder?.style ?? [], textStyle ?? [], defaultStyle];
      },
    };
  }

  return async (relations) => {
    const part = partOf(relations, 'slideLayout');
    if (part === undefined)
      return {
        isKnown: false,
        backgroundPicture: undefined,
        of: () => [defaultStyle],
      };
    const layoutStyles = layouts.get(part) ?? readLayout(part);
    layouts.set(part, layoutStyles);
    return layoutStyles;
  };
}
