import type { OfficePackage, OfficeRelation } from './office-package.ts';
import { readPartIfIntact, readRelationsIfIntact } from './read-part-if-intact.ts';
import { childElementAtPath, childElements, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** Marker of a paragraph; `usual`: any bullet. */
export type ParagraphMarker = 'number' | 'none' | 'usual';

/** A style for the paragraphs of one level. An absent property is that of the next style. */
export interface TextLevelStyle {
  marker?: ParagraphMarker | undefined;
  /** In points. */
  size?: number | undefined;
}

/** Styles of the levels of a text, from level 0. */
export type PptxTextStyle = readonly TextLevelStyle[];

/** A placeholder of a layout or a master. */
interface StyledPlaceholder {
  type: string;
  idx: string | undefined;
  style: PptxTextStyle;
}

/** Styles that the texts of a slide inherit. An earlier style overrides a later one. */
export interface SlideStyles {
  /** The styles of a shape, the nearest first. @param placeholder its `p:ph`; undefined for a shape that is not a placeholder */
  of(placeholder: OfficeXmlElement | undefined): readonly PptxTextStyle[];
  /** The part of the layout. */
  layout?: string | undefined;
  /** Reports whether the file has the master, which decides about bullets. */
  isKnown: boolean;
  /** The picture that fills the background of the layout or the master, with the relations of its part. */
  backgroundPicture: BackgroundPicture | undefined;
}

/** A picture that fills a background. */
export interface BackgroundPicture {
  fill: OfficeXmlElement;
  relations: ReadonlyMap<string, OfficeRelation>;
}

/** The picture that fills the background of a slide, a layout or a master. @param page the element with its `p:cSld` */
export function backgroundPictureOf(
  page: OfficeXmlElement | undefined,
  relations: ReadonlyMap<string, OfficeRelation>,
): BackgroundPicture | undefined {
  const fill = childElementAtPath(page, 'p:cSld', 'p:bg', 'p:bgPr', 'a:blipFill');
  return fill && !childElementAtPath(fill, 'a:tile') ? { fill, relations } : undefined;
}

/** Levels that a text has, at most. */
export const MAX_TEXT_LEVELS = 9;
const MAX_PLACEHOLDERS = 200;

/** The marker that paragraph properties name; undefined if they name none. A bullet of white space means none. */
export function parseParagraphMarker(properties: OfficeXmlElement | undefined): ParagraphMarker | undefined {
  if (childElementAtPath(properties, 'a:buAutoNum')) return 'number';
  const bullet = childElementAtPath(properties, 'a:buChar');
  if (childElementAtPath(properties, 'a:buNone') || bullet?.attributes.char?.trim() === '') return 'none';
  return bullet || childElementAtPath(properties, 'a:buBlip') ? 'usual' : undefined;
}

/** The style in an element with `a:lvl1pPr` to `a:lvl9pPr`. */
export const parseListStyle = (list: OfficeXmlElement | undefined): PptxTextStyle =>
  list === undefined
    ? []
    : Array.from({ length: MAX_TEXT_LEVELS }, (_, level) => {
        const properties = childElementAtPath(list, `a:lvl${level + 1}pPr`);
        const size = numberInAttribute(childElementAtPath(properties, 'a:defRPr'), 'sz');
        return { marker: parseParagraphMarker(properties), size: size === undefined ? undefined : size / 100 };
      });

const placeholdersIn = (page: OfficeXmlElement | undefined): StyledPlaceholder[] =>
  childElements(childElementAtPath(page, 'p:cSld', 'p:spTree'), 'p:sp')
    .slice(0, MAX_PLACEHOLDERS)
    .flatMap((shape) => {
      const placeholder = childElementAtPath(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph');
      if (!placeholder) return [];
      const { type = 'obj', idx } = placeholder.attributes;
      return [{ type, idx, style: parseListStyle(childElementAtPath(shape, 'p:txBody', 'a:lstStyle')) }];
    });

const TITLES = ['title', 'ctrTitle'];
/** The kind of placeholder of the master from which a placeholder of a slide inherits. */
const masterTypeOf = (type: string): string =>
  TITLES.includes(type) ? 'title' : ['obj', 'subTitle', 'body'].includes(type) ? 'body' : type;

interface Master {
  backgroundPicture: BackgroundPicture | undefined;
  placeholders: readonly StyledPlaceholder[];
  title: PptxTextStyle;
  body: PptxTextStyle;
  other: PptxTextStyle;
}

/** A reader of the styles that the slides of a deck inherit. Each layout and master is read once, and only its styles are kept. */
export function slideStylesReader(
  file: OfficePackage,
  presentation: OfficeXmlElement,
): (relations: ReadonlyMap<string, OfficeRelation>) => Promise<SlideStyles> {
  const usual = parseListStyle(childElementAtPath(presentation, 'p:defaultTextStyle'));
  const layouts = new Map<string, Promise<SlideStyles>>();
  const masters = new Map<string, Promise<Master | undefined>>();
  const partOf = (relations: ReadonlyMap<string, OfficeRelation>, type: string): string | undefined =>
    [...relations.values()].find((relation) => relation.type === type)?.part ?? undefined;

  async function readMaster(part: string): Promise<Master | undefined> {
    const master = childElementAtPath(await readPartIfIntact(file, part), 'p:sldMaster');
    const styles = childElementAtPath(master, 'p:txStyles');
    if (!master) return undefined;
    const relations = await readRelationsIfIntact(file, part);
    return {
      backgroundPicture: backgroundPictureOf(master, relations),
      placeholders: placeholdersIn(master),
      title: parseListStyle(childElementAtPath(styles, 'p:titleStyle')),
      body: parseListStyle(childElementAtPath(styles, 'p:bodyStyle')),
      other: parseListStyle(childElementAtPath(styles, 'p:otherStyle')),
    };
  }

  async function readLayout(part: string): Promise<SlideStyles> {
    const page = childElementAtPath(await readPartIfIntact(file, part), 'p:sldLayout');
    const layout = placeholdersIn(page);
    const relations = await readRelationsIfIntact(file, part);
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
        if (!placeholder) return [master?.other ?? [], usual];
        const { type = 'obj', idx } = placeholder.attributes;
        const kind = masterTypeOf(type);
        const own =
          layout.find((each) => idx !== undefined && each.idx === idx) ?? layout.find((each) => each.type === type);
        const above = master?.placeholders.find((each) => masterTypeOf(each.type) === kind);
        const text = kind === 'title' ? master?.title : kind === 'body' ? master?.body : master?.other;
        return [own?.style ?? [], above?.style ?? [], text ?? [], usual];
      },
    };
  }

  return async (relations) => {
    const part = partOf(relations, 'slideLayout');
    if (part === undefined)
      return {
        isKnown: false,
        backgroundPicture: undefined,
        of: () => [usual],
      };
    const read = layouts.get(part) ?? readLayout(part);
    layouts.set(part, read);
    return read;
  };
}
