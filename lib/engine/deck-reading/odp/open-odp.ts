import { inOneLine } from '../cut-text.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { childAt, childElements, descendantsOf, type PartElement, textIn } from '../pptx/xml.ts';
import { type StyleBook, styleBook } from './odf-styles.ts';
import { emuOf } from './odf-units.ts';
import { type OdpFiles, openOdpFiles } from './odp-files.ts';
import type { Extent } from './shape-path.ts';

/** Bytes of XML of a translated deck, at most. */
export const MAX_XML_BYTES = 64 * 2 ** 20;

/** Size of pages that name none, in EMU: 28 × 15.75 cm, as in LibreOffice. */
const DEFAULT_SIZE: Extent = { width: 10_080_000, height: 5_670_000 };

/** Sides of a slide in EMU (ST_SlideSizeCoordinate). */
const SIDES = { min: 914_400, max: 51_206_400 };

/** An open deck. */
export interface OdpDeck {
  files: OdpFiles;
  /** The element with the pages. */
  body: PartElement;
  /** Styles of the pages, in `content.xml`. */
  contentStyles: StyleBook;
  /** Styles of the masters, in `styles.xml`. */
  masterStyles: StyleBook;
  masters: readonly PartElement[];
  /** BCP 47. */
  language: string | undefined;
}

/** @throws DeckRefusal for a damaged or encrypted file, and for one that is not a presentation */
export async function openDeck(file: Uint8Array): Promise<OdpDeck> {
  const files = await openOdpFiles(file);
  if (await files.isEncrypted())
    throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
  const content = childAt(await files.xml('content.xml'), 'office:document-content');
  const body = childAt(content, 'office:body', 'office:presentation');
  if (!body)
    throw new DeckRefusal('import_invalid', 'The file is an OpenDocument file, but no presentation. Save it as .odp.');
  const styles = childAt(await files.xml('styles.xml'), 'office:document-styles');
  await files.copy([content, styles]);
  const common = [childAt(styles, 'office:styles')];
  const faces = [childAt(content, 'office:font-face-decls'), childAt(styles, 'office:font-face-decls')];
  const masterStyles = styleBook([childAt(styles, 'office:automatic-styles')], common, faces);
  const defaults = masterStyles.defaultsOf('graphic', 'text');
  const tag = defaults.get('fo:language');
  const country = defaults.get('fo:country') ?? '';
  return {
    files,
    body,
    contentStyles: styleBook([childAt(content, 'office:automatic-styles')], common, faces),
    masterStyles,
    masters: childElements(childAt(styles, 'office:master-styles'), 'style:master-page'),
    language: tag && /^[a-z]{2,3}$/.test(tag) ? `${tag}${/^[A-Z]{2}$/.test(country) ? `-${country}` : ''}` : undefined,
  };
}

/** The size of the pages of a master, within the limits of Office. */
export function pageSizeOf(master: PartElement | undefined, { masterStyles }: OdpDeck): Extent {
  const layout = masterStyles.elementNamed('style:page-layout', master?.attributes['style:page-layout-name']);
  const properties = childAt(layout, 'style:page-layout-properties');
  const side = (name: string, defaultSide: number): number =>
    Math.max(SIDES.min, Math.min(SIDES.max, emuOf(properties?.attributes[name]) ?? defaultSide));
  return { width: side('fo:page-width', DEFAULT_SIZE.width), height: side('fo:page-height', DEFAULT_SIZE.height) };
}

/** The title in the properties of the file; empty if it has none. */
export async function odpTitleOf(files: OdpFiles): Promise<string> {
  const meta = await files.xml('meta.xml');
  return inOneLine(textIn(descendantsOf(meta, 'dc:title')[0]));
}
