import { createUncompressedZip, type FileForZip } from '../create-uncompressed-zip.ts';
import type { DeckBrand } from '../deck.ts';
import { DeckRefusal, type DeckWarning } from '../deck-warning.ts';
import { refuseTooManySlides } from '../markdown/too-many-slides.ts';
import { childElements } from '../pptx/xml.ts';
import { brandOfOdp } from './odp-brand.ts';
import { PPTX_THEME_PART, pptxMasterId, type TranslatedMasterParts, translateOdpMaster } from './odp-master.ts';
import { translateOdpPage } from './odp-slide.ts';
import * as pptxParts from './office-parts.ts';
import { MAX_TRANSLATED_XML_BYTES, odpPageSizeOf, odpTitleOf, openOdpDeck } from './open-odp.ts';

/** An OpenDocument deck as a PPTX. */
export interface TranslatedOdp {
  pptx: Buffer;
  /** Content that PPTX does not have or only approximately, whether a slide is drawn in its original look or in a template. */
  warnings: DeckWarning[];
  /** Colours and fonts of the master that most pages have. */
  brand: Pick<DeckBrand, 'colors' | 'fonts'>;
}

/** Limits of a deck that is translated. */
export interface OdpLimits {
  /** The highest number of pages, hidden ones included. */
  maxSlides: number;
  /** The highest number of bytes of XML in the PPTX. Absent: `MAX_TRANSLATED_XML_BYTES`. */
  maxXmlBytes?: number;
}

/**
 * Translates an OpenDocument deck into a PPTX, in memory, so that it can be read and drawn as one: its pages, masters, notes, styles,
 * tables, pictures, transitions and animations.
 * @throws DeckRefusal for a damaged or encrypted file, for one that is not a presentation, and for one that exceeds a limit; too many
 * pages are refused before any is translated
 */
export async function translateOdpToPptx(
  fileBytes: Uint8Array,
  { maxSlides, maxXmlBytes = MAX_TRANSLATED_XML_BYTES }: OdpLimits,
): Promise<TranslatedOdp> {
  const deck = await openOdpDeck(fileBytes);
  const pages = childElements(deck.body, 'draw:page');
  refuseTooManySlides(pages.length, maxSlides);
  const entries: FileForZip[] = [...pptxParts.filesOfPartWithRelations(PPTX_THEME_PART, pptxParts.pptxThemeXml())];
  let xmlBytes = 0;
  const addParts = (parts: readonly FileForZip[]): void => {
    xmlBytes += parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (xmlBytes > maxXmlBytes)
      throw new DeckRefusal(
        'import_too_large',
        'The file has too many shapes and texts. Split the deck, and send the parts.',
      );
    for (const part of parts) entries.push(part);
  };
  const presentationRelations = pptxParts.createPartRelationsBuilder();
  const usedMasters = new Set(pages.map(({ attributes }) => attributes['draw:master-page-name']));
  const masters = new Map<string, TranslatedMasterParts>();
  const masterIds: { relation: string; id: number }[] = [];
  for (const masterPage of deck.masters.filter(({ attributes }) => usedMasters.has(attributes['style:name']))) {
    const masterNumber = masters.size + 1;
    const master = translateOdpMaster(deck, masterPage, masterNumber);
    masterIds.push({ relation: presentationRelations.add('slideMaster', master.part), id: pptxMasterId(masterNumber) });
    masters.set(masterPage.attributes['style:name'] ?? '', master);
    addParts(master.parts);
  }
  presentationRelations.add('theme', PPTX_THEME_PART);
  const slides: string[] = [];
  const warnings: DeckWarning[] = [];
  for (const [index, page] of pages.entries()) {
    const slide = translateOdpPage(deck, page, index + 1, masters.get(page.attributes['draw:master-page-name'] ?? ''));
    addParts(slide.parts);
    slides.push(presentationRelations.add('slide', slide.part));
    for (const warning of slide.warnings) warnings.push(warning);
  }
  // PPTX has one size for all slides: that of the first master.
  const size = odpPageSizeOf(masters.values().next().value?.page, deck);
  addParts(
    pptxParts.filesOfPartWithRelations(
      'ppt/presentation.xml',
      pptxParts.pptxPresentationXml(slides, masterIds, size, deck.language),
      presentationRelations,
    ),
  );
  addParts(
    pptxParts.filesOfPartWithRelations(
      'docProps/core.xml',
      pptxParts.pptxDocumentPropertiesXml(await odpTitleOf(deck.files)),
    ),
  );
  const packageRelations = pptxParts.createPartRelationsBuilder();
  packageRelations.add('officeDocument', 'ppt/presentation.xml');
  entries.push({ name: '_rels/.rels', bytes: Buffer.from(packageRelations.xml()) });
  for (const entry of deck.files.entries()) entries.push(entry);
  const masterUses = [...masters].map(([name, master]) => ({
    name,
    background: master.background.colour,
    count: pages.filter(({ attributes }) => attributes['draw:master-page-name'] === name).length,
  }));
  return {
    pptx: createUncompressedZip([pptxParts.pptxContentTypesXml(entries.map(({ name }) => name)), ...entries]),
    warnings,
    brand: brandOfOdp(deck.masterStyles, masterUses),
  };
}
