import { toOneLine } from '../cut-text-with-ellipsis.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { childElementAtPath, childElements, descendantsOf, type OfficeXmlElement, textOfElement } from '../pptx/xml.ts';
import { createOdfStyles, type OdfStyles } from './odf-styles.ts';
import { lengthInEmu } from './odf-units.ts';
import { type OdpFiles, openOdpFiles } from './odp-files.ts';
import type { ShapeSizeInEmu } from './shape-path.ts';

/** Bytes of XML of a translated deck, at most. */
export const MAX_TRANSLATED_XML_BYTES = 64 * 2 ** 20;

/** Size of pages that name none, in EMU: 28 × 15.75 cm, as in LibreOffice. */
const DEFAULT_SIZE: ShapeSizeInEmu = { width: 10_080_000, height: 5_670_000 };

/** Sides of a slide in EMU (ST_SlideSizeCoordinate). */
const SIDES = { min: 914_400, max: 51_206_400 };

/** An open deck. */
export interface OdpDeck {
  files: OdpFiles;
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
export async function openOdpDeck(file: Uint8Array): Promise<OdpDeck> {
  const files = await openOdpFiles(file);
  if (await files.isEncrypted())
    throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
  const content = childElementAtPath(await files.xml('content.xml'), 'office:document-content');
  const body = childElementAtPath(content, 'office:body', 'office:presentation');
  if (!body)
    throw new DeckRefusal('import_invalid', 'The file is an OpenDocument file, but no presentation. Save it as .odp.');
  const styles = childElementAtPath(await files.xml('styles.xml'), 'office:document-styles');
  await files.copy([content, styles]);
  const common = [childElementAtPath(styles, 'office:styles')];
  const faces = [
    childElementAtPath(content, 'office:font-face-decls'),
    childElementAtPath(styles, 'office:font-face-decls'),
  ];
  const masterStyles = createOdfStyles([childElementAtPath(styles, 'office:automatic-styles')], common, faces);
  const defaults = masterStyles.defaultsOf('graphic', 'text');
  const tag = defaults.get('fo:language');
  const country = defaults.get('fo:country') ?? '';
  return {
    files,
    body,
    contentStyles: createOdfStyles([childElementAtPath(content, 'office:automatic-styles')], common, faces),
    masterStyles,
    masters: childElements(childElementAtPath(styles, 'office:master-styles'), 'style:master-page'),
    language: tag && /^[a-z]{2,3}$/.test(tag) ? `${tag}${/^[A-Z]{2}$/.test(country) ? `-${country}` : ''}` : undefined,
  };
}

/** The size of the pages of a master, within the limits of Office. */
export function odpPageSizeOf(master: OfficeXmlElement | undefined, { masterStyles }: OdpDeck): ShapeSizeInEmu {
  const layout = masterStyles.elementNamed('style:page-layout', master?.attributes['style:page-layout-name']);
  const properties = childElementAtPath(layout, 'style:page-layout-properties');
  const side = (name: string, defaultSide: number): number =>
    Math.max(SIDES.min, Math.min(SIDES.max, lengthInEmu(properties?.attributes[name]) ?? defaultSide));
  return { width: side('fo:page-width', DEFAULT_SIZE.width), height: side('fo:page-height', DEFAULT_SIZE.height) };
}

/** The title in the properties of the file; empty if it has none. */
export async function odpTitleOf(files: OdpFiles): Promise<string> {
  const meta = await files.xml('meta.xml');
  return toOneLine(textOfElement(descendantsOf(meta, 'dc:title')[0]));
}
