import type { OfficeRelation } from './office-package.ts';
import { childElementAtPath, descendantsOf, type OfficeXmlElement } from './xml.ts';

/** A face of a font that is embedded in a deck. */
export interface EmbeddedFont {
  /** The name of the family, as text runs name it. */
  family: string;
  bold: boolean;
  italic: boolean;
  /** Name of the part with the font's data; null: it is missing in the deck. */
  part: string | null;
}

/** Elements of the faces of a font (ECMA-376 part 1, 19.2.1.9), with their styles. */
const FACE_ELEMENTS = [
  ['p:regular', { bold: false, italic: false }],
  ['p:bold', { bold: true, italic: false }],
  ['p:italic', { bold: false, italic: true }],
  ['p:boldItalic', { bold: true, italic: true }],
] as const;

/** The faces that a presentation lists, in its order. */
export const embeddedFontsOf = (
  presentation: OfficeXmlElement,
  relations: ReadonlyMap<string, OfficeRelation>,
): EmbeddedFont[] =>
  descendantsOf(presentation, 'p:embeddedFont').flatMap((font) => {
    const family = childElementAtPath(font, 'p:font')?.attributes.typeface?.trim() ?? '';
    return FACE_ELEMENTS.flatMap(([name, style]) => {
      const id = childElementAtPath(font, name)?.attributes['r:id'];
      return family === '' || id === undefined ? [] : [{ family, ...style, part: relations.get(id)?.part ?? null }];
    });
  });
