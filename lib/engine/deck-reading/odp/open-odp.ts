import { toOneLine } from '../cut-text-with-ellipsis.ts';
import { DeckRefusal } from '../deck-warning.ts';
import {
  childElementAtPath,
  childElements,
  descendantsOf,
  directTextOfElement,
  type OfficeXmlElement,
} from '../pptx/xml.ts';
import { createOdfStyles, type OdfStyles } from './odf-styles.ts';
import { lengthInEmu } from './odf-units.ts';
import { type OdpPackageReader, openOdpFiles } from './odp-package-reader.ts';
import type { ShapeSizeInEmu } from './shape-path.ts';

/** The highest number of bytes of XML in a translated deck. */
export const MAX_TRANSLATED_XML_BYTES = 64 * 2 ** 20;

/** Size of pages that name none, in EMU: 28 × 15.75 cm, as in LibreOffice. */
const DEFAULT_PAGE_SIZE: ShapeSizeInEmu = { width: 10_080_000, height: 5_670_000 };

/** The lengths that a side of a slide may have (ST_SlideSizeCoordinate). */
const SIDE_RANGE_EMU = { min: 914_400, max: 51_206_400 };

/** An open deck. */
export interface OdpDeck {
  files: OdpPackageReader;
  /** The element with the pages. */
  body: OfficeXmlElement;
  /** Styles of the pages, in `content.xml`. */
  contentStyles: OdfStyles;
  /** Styles of the masters, in `styles.xml`. */
  masterStyles: OdfStyles;
  masters: readonly OfficeXmlElement[];
  /** BCP 47. */
  language: string | undefined;
}

/** Opens an OpenDocument presentation. @throws DeckRefusal for a damaged or encrypted file, and for one that is not a presentation */
export async function openOdpDeck(fileBytes: Uint8Array): Promise<OdpDeck> {
  const files = await openOdpFiles(fileBytes);
  if (await files.isEncrypted())
    throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
  const content = childElementAtPath(await files.xml('content.xml'), 'office:document-content');
  const body = childElementAtPath(content, 'office:body', 'office:presentation');
  if (!body)
    throw new DeckRefusal('import_invalid', 'The file is an OpenDocument file, but no presentation. Save it as .odp.');
  const styles = childElementAtPath(await files.xml('styles.xml'), 'office:document-styles');
  await files.copy([content, styles]);
  const commonStyleParents = [childElementAtPath(styles, 'office:styles')];
  const fontFaceParents = [
    childElementAtPath(content, 'office:font-face-decls'),
    childElementAtPath(styles, 'office:font-face-decls'),
  ];
  const masterStyles = createOdfStyles(
    [childElementAtPath(styles, 'office:automatic-styles')],
    commonStyleParents,
    fontFaceParents,
  );
  const defaults = masterStyles.defaultsOf('graphic', 'text');
  const languageTag = defaults.get('fo:language');
  const country = defaults.get('fo:country') ?? '';
  return {
    files,
    body,
    contentStyles: createOdfStyles(
      [childElementAtPath(content, 'office:automatic-styles')],
      commonStyleParents,
      fontFaceParents,
    ),
    masterStyles,
    masters: childElements(childElementAtPath(styles, 'office:master-styles'), 'style:master-page'),
    language:
      languageTag && /^[a-z]{2,3}$/.test(languageTag)
        ? `${languageTag}${/^[A-Z]{2}$/.test(country) ? `-${country}` : ''}`
        : undefined,
  };
}

/** The size of the pages of a master, within the limits of Office. */
export function odpPageSizeOf(master: OfficeXmlElement | undefined, { masterStyles }: OdpDeck): ShapeSizeInEmu {
  const layout = masterStyles.elementNamed('style:page-layout', master?.attributes['style:page-layout-name']);
  const properties = childElementAtPath(layout, 'style:page-layout-properties');
  const boundedSide = (name: string, defaultSide: number): number =>
    Math.max(
      SIDE_RANGE_EMU.min,
      Math.min(SIDE_RANGE_EMU.max, lengthInEmu(properties?.attributes[name]) ?? defaultSide),
    );
  return {
    width: boundedSide('fo:page-width', DEFAULT_PAGE_SIZE.width),
    height: boundedSide('fo:page-height', DEFAULT_PAGE_SIZE.height),
  };
}

/** The title in the properties of the file; empty if it has none. */
export async function odpTitleOf(files: OdpPackageReader): Promise<string> {
  const meta = await files.xml('meta.xml');
  return toOneLine(directTextOfElement(descendantsOf(meta, 'dc:title')[0]));
}
