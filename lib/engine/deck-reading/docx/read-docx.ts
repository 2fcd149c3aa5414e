import { countWithNoun, cutTextWithEllipsis, toOneLine } from '../cut-text-with-ellipsis.ts';
import type { ParsedDeck, ParsedSlide, PictureCrop } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { DeckRefusal, type DeckWarningCode } from '../deck-warning.ts';
import { detectDeckLanguage } from '../detect-deck-language.ts';
import { isGeneratedTitle } from '../generated-title.ts';
import { type DeckConventions, PageDraftParser } from '../markdown/collect-page.ts';
import { composeSlidesOfDeck } from '../markdown/compose-deck.ts';
import { DEFAULT_DECK_ASPECT_RATIO } from '../markdown/deck-aspect-ratio.ts';
import { createDeckReadingReport, type DeckReadingReport } from '../markdown/deck-reading-report.ts';
import type { PageDraft } from '../markdown/page-draft.ts';
import type { TextDeckOptions } from '../markdown/text-deck-options.ts';
import { refuseTooManySlides } from '../markdown/too-many-slides.ts';
import { type OfficePackage, openOfficePackage } from '../pptx/office-package.ts';
import { readOfficePartIfIntact, readRelationsIfIntact } from '../pptx/read-office-part-if-intact.ts';
import { childElementAtPath, descendantsOf, directTextOfElement, type OfficeXmlElement } from '../pptx/xml.ts';
import { documentBlocksOf } from './document-blocks.ts';
import { readDocumentChartsAndDiagrams } from './document-charts-and-diagrams.ts';
import { readDocxStyles } from './document-styles.ts';
import type { DocumentTextReferences, LostContentKind } from './document-text.ts';
import { type DocxSlidePage, splitDocumentIntoPages } from './split-document-into-pages.ts';

/** A document that was read as a deck, with access to its pictures. */
export interface ParsedDocx {
  deck: ParsedDeck;
  /** The bytes of a picture. @throws DeckRefusal if it is damaged or has more than 50 MB */
  medium(path: string): Promise<Buffer>;
}

const DOCUMENT_CONVENTIONS: DeckConventions = {
  dialect: 'reveal',
  usesNoteParagraphsAsSpeakerNotes: true,
  hasSayComments: false,
  splitsAtQuotes: false,
  definitionsFor: () => '',
};

/** A line of the report about content of one kind that is not imported: its subject, its verb, and advice. */
interface LostContentLine {
  code: DeckWarningCode;
  singular: string;
  plural?: string;
  /** The verbs for one thing, and for several. Absent: `LEFT_OUT`. */
  verbPhrases?: readonly [ofOne: string, ofSeveral: string];
  advice: string;
}

const AS_TEXTS = ['came over as its texts', 'came over as their texts'] as const;
const LEFT_OUT = ['was left out', 'were left out'] as const;
const KEEP_LOOK = 'Paste it as a picture to keep its look.';

/** The lines of the report about content that is not imported. */
const LINE_BY_LOST_CONTENT: Readonly<Record<LostContentKind, LostContentLine>> = {
  note: { code: 'markup_not_taken', singular: 'footnote', advice: 'Write the important parts into the text.' },
  drawing: { code: 'drawing_lost', singular: 'drawing', advice: 'Paste it as a picture.' },
  drawing_look: { code: 'drawing_lost', singular: 'drawing', verbPhrases: AS_TEXTS, advice: KEEP_LOOK },
  chart: { code: 'chart_not_taken', singular: 'chart', advice: 'Paste it as a picture.' },
  diagram: { code: 'diagram_not_taken', singular: 'diagram', advice: 'Paste it as a picture.' },
  diagram_look: { code: 'diagram_not_taken', singular: 'diagram', verbPhrases: AS_TEXTS, advice: KEEP_LOOK },
  object: { code: 'ole_not_taken', singular: 'embedded object', advice: 'Paste it as a picture.' },
  equation: {
    code: 'look_approximate',
    singular: 'equation',
    verbPhrases: ['is a line of text', 'are lines of text'],
    advice: 'Paste it as a picture to keep its form.',
  },
  sign: {
    code: 'markup_not_taken',
    singular: 'sign of a special font',
    plural: 'signs of a special font',
    advice: 'Insert it from an ordinary font.',
  },
  linked: { code: 'picture_linked', singular: 'linked picture', advice: 'Embed it in the document.' },
  missing: { code: 'picture_missing', singular: 'picture', advice: 'Insert it again.' },
  file: { code: 'markup_not_taken', singular: 'embedded file', advice: 'Copy its text into the document.' },
};

function warnOfLostContent(page: number, lost: readonly LostContentKind[], report: DeckReadingReport): void {
  for (const kind of new Set(lost)) {
    const { code, singular, plural, verbPhrases = LEFT_OUT, advice } = LINE_BY_LOST_CONTENT[kind];
    const count = lost.filter((otherKind) => otherKind === kind).length;
    const countedNoun = countWithNoun(count, singular, plural);
    const verbPhrase = verbPhrases[count === 1 ? 0 : 1];
    report.warn(page, code, `${countedNoun} ${verbPhrase}. ${advice}`);
  }
}

/** The title in the properties of the file; undefined if it has none, or one that a program generated. */
async function readTitle(office: OfficePackage): Promise<string | undefined> {
  const properties = office.has('docProps/core.xml') ? 'docProps/core.xml' : null;
  const title = toOneLine(
    directTextOfElement(descendantsOf(await readOfficePartIfIntact(office, properties), 'dc:title')[0]),
  );
  return title === '' || isGeneratedTitle(title) ? undefined : title;
}

/** The styles and relations of a document, and its default language. */
async function readTextSource(
  office: OfficePackage,
): Promise<{ source: DocumentTextReferences; language: string | null }> {
  const relations = await readRelationsIfIntact(office, office.main);
  const partOf = (type: string): string | null =>
    [...relations.values()].find((relation) => relation.type === type)?.part ?? null;
  const styles = await readOfficePartIfIntact(office, partOf('styles'));
  const numbering = await readOfficePartIfIntact(office, partOf('numbering'));
  const defaultLanguage = descendantsOf(childElementAtPath(styles, 'w:styles', 'w:docDefaults'), 'w:lang')[0]
    ?.attributes['w:val'];
  const chartsAndDiagrams = await readDocumentChartsAndDiagrams(office, relations);
  return {
    source: { styles: readDocxStyles(styles, numbering), relations, drawn: chartsAndDiagrams },
    language: defaultLanguage || null,
  };
}

/** The draft of a page, read by the parser of HTML pages. */
function draftsOf({ tree, note, layout }: DocxSlidePage): PageDraft[] {
  const source = { text: '', tree, line: 1, fields: {}, ...(note === '' ? {} : { note }) };
  const { drafts } = new PageDraftParser(source, DOCUMENT_CONVENTIONS);
  if (layout !== undefined) drafts[0]?.settings.push({ name: 'layout', value: layout, line: 1 });
  return drafts;
}

/** Slides with the crops of their pictures. A picture that a page shows twice has the crop of its first occurrence. */
function addCrops(slides: readonly ParsedSlide[], pages: readonly DocxSlidePage[]): ParsedSlide[] {
  return slides.map((slide) => {
    const { image, source_page } = slide;
    if (image?.source.from !== 'path') return slide;
    const { path } = image.source;
    const crop: PictureCrop | undefined = pages[source_page - 1]?.pictures.find(({ part }) => part === path)?.crop;
    return crop ? { ...slide, image: { ...image, crop } } : slide;
  });
}

function bodyOf(root: OfficeXmlElement): OfficeXmlElement {
  const body = childElementAtPath(root, 'w:document', 'w:body');
  if (!body) throw new DeckRefusal('import_invalid', 'The file is not a Word document. Save it as .docx.');
  return body;
}

/**
 * Reads a document of Word as a deck. Each heading starts a slide, which shows the lists, tables, listings and pictures below it. Plain
 * paragraphs become speaker notes. Deleted and hidden text, comments, headers and footers are ignored.
 * @throws DeckRefusal for a damaged file, for one without a heading, and for more slides than the plan allows
 */
export async function readDocx(
  fileBytes: Uint8Array,
  { maxSlides }: Pick<TextDeckOptions, 'maxSlides'>,
): Promise<ParsedDocx> {
  const office = await openOfficePackage(fileBytes);
  const body = bodyOf(await office.xml(office.main));
  const { source, language } = await readTextSource(office);
  const title = await readTitle(office);
  const pages = splitDocumentIntoPages(documentBlocksOf(body, source), title);
  refuseTooManySlides(pages.length, maxSlides);
  const report = createDeckReadingReport();
  for (const [index, { lost }] of pages.entries()) warnOfLostContent(index + 1, lost, report);
  const drafts = pages.flatMap(draftsOf).map((draft) => ({ draft, folder: '' }));
  const files = {
    find: (path: string) => (office.has(path) ? path : undefined),
    text: async () => '',
  };
  const slidesWithoutCrops = composeSlidesOfDeck(drafts, { dialect: 'reveal', fields: {} }, { files }, report);
  refuseTooManySlides(slidesWithoutCrops.length, maxSlides);
  const slides = addCrops(slidesWithoutCrops, pages);
  const deckTitle = slides[0]?.content.title || title;
  return {
    deck: {
      kind: 'docx',
      title: deckTitle ? cutTextWithEllipsis(toOneLine(deckTitle), SLIDE_TEXT_LIMITS.title).text : null,
      language: detectDeckLanguage(
        pages.flatMap(({ tagged }) => tagged.notes),
        pages.flatMap(({ tagged }) => tagged.shown),
        language,
      ),
      sides: DEFAULT_DECK_ASPECT_RATIO,
      settings: {},
      slides,
      pages: pages.length,
      warnings: report.warnings(),
    },
    medium: office.medium,
  };
}
