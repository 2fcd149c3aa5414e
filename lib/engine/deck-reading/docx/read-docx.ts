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
import { readPartIfIntact, readRelationsIfIntact } from '../pptx/read-part-if-intact.ts';
import { childElementAtPath, descendantsOf, type OfficeXmlElement, textOfElement } from '../pptx/xml.ts';
import { documentBlocksOf } from './document-blocks.ts';
import { readDocumentChartsAndDiagrams } from './document-charts-and-diagrams.ts';
import { readDocumentStyles } from './document-styles.ts';
import type { DocumentTextSource, LostContentKind } from './document-text.ts';
import { type DocumentPage, splitDocumentIntoPages } from './split-document-into-pages.ts';

/** A document that was read as a deck, with access to its pictures. */
export interface ParsedDocx {
  deck: ParsedDeck;
  /** The bytes of a picture. @throws DeckRefusal if it is damaged or has more than 50 MB */
  medium(path: string): Promise<Buffer>;
}

const RULES: DeckConventions = {
  dialect: 'reveal',
  usesNoteParagraphsAsSpeakerNotes: true,
  hasSayComments: false,
  splitsAtQuotes: false,
  definitionsFor: () => '',
};

interface LostLine {
  code: DeckWarningCode;
  one: string;
  many?: string;
  /** The end of the sentence about one, and about several. Absent: they were left out. */
  became?: readonly [one: string, many: string];
  advice: string;
}

const AS_TEXTS = ['came over as its texts', 'came over as their texts'] as const;
const LEFT_OUT = ['was left out', 'were left out'] as const;
const KEEP_LOOK = 'Paste it as a picture to keep its look.';

/** The line of the report about content that is not imported. */
const LOST: Readonly<Record<LostContentKind, LostLine>> = {
  note: { code: 'markup_not_taken', one: 'footnote', advice: 'Write the important parts into the text.' },
  drawing: { code: 'drawing_lost', one: 'drawing', advice: 'Paste it as a picture.' },
  drawing_look: { code: 'drawing_lost', one: 'drawing', became: AS_TEXTS, advice: KEEP_LOOK },
  chart: { code: 'chart_not_taken', one: 'chart', advice: 'Paste it as a picture.' },
  diagram: { code: 'diagram_not_taken', one: 'diagram', advice: 'Paste it as a picture.' },
  diagram_look: { code: 'diagram_not_taken', one: 'diagram', became: AS_TEXTS, advice: KEEP_LOOK },
  object: { code: 'ole_not_taken', one: 'embedded object', advice: 'Paste it as a picture.' },
  equation: {
    ...{ code: 'look_approximate', one: 'equation', became: ['is a line of text', 'are lines of text'] },
    advice: 'Paste it as a picture to keep its form.',
  },
  sign: {
    code: 'markup_not_taken',
    one: 'sign of a special font',
    many: 'signs of a special font',
    advice: 'Insert it from an ordinary font.',
  },
  linked: { code: 'picture_linked', one: 'linked picture', advice: 'Embed it in the document.' },
  missing: { code: 'picture_missing', one: 'picture', advice: 'Insert it again.' },
  file: { code: 'markup_not_taken', one: 'embedded file', advice: 'Copy its text into the document.' },
};

function warnOfLost(page: number, lost: readonly LostContentKind[], report: DeckReadingReport): void {
  for (const thing of new Set(lost)) {
    const { code, one, many, became = LEFT_OUT, advice } = LOST[thing];
    const count = lost.filter((other) => other === thing).length;
    const what = countWithNoun(count, one, many);
    const how = became[count === 1 ? 0 : 1];
    report.warn(page, code, `${what} ${how}. ${advice}`);
  }
}

/** The title in the properties of the file; undefined if it has none, or one that a program generated. */
async function titleIn(office: OfficePackage): Promise<string | undefined> {
  const properties = office.has('docProps/core.xml') ? 'docProps/core.xml' : null;
  const title = toOneLine(textOfElement(descendantsOf(await readPartIfIntact(office, properties), 'dc:title')[0]));
  return title === '' || isGeneratedTitle(title) ? undefined : title;
}

/** The styles and relations of a document, and its default language. */
async function sourceOf(office: OfficePackage): Promise<{ source: DocumentTextSource; language: string | null }> {
  const relations = await readRelationsIfIntact(office, office.main);
  const partOf = (type: string): string | null =>
    [...relations.values()].find((relation) => relation.type === type)?.part ?? null;
  const styles = await readPartIfIntact(office, partOf('styles'));
  const numbering = await readPartIfIntact(office, partOf('numbering'));
  const usual = descendantsOf(childElementAtPath(styles, 'w:styles', 'w:docDefaults'), 'w:lang')[0]?.attributes[
    'w:val'
  ];
  const drawn = await readDocumentChartsAndDiagrams(office, relations);
  return { source: { styles: readDocumentStyles(styles, numbering), relations, drawn }, language: usual || null };
}

/** The draft of a page, read by the collector of HTML pages. */
function draftOf({ tree, note, layout }: DocumentPage): PageDraft[] {
  const source = { text: '', tree, line: 1, fields: {}, ...(note === '' ? {} : { note }) };
  const { drafts } = new PageDraftParser(source, RULES);
  if (layout !== undefined) drafts[0]?.settings.push({ name: 'layout', value: layout, line: 1 });
  return drafts;
}

/** Slides with the crops of their pictures. A picture that a page shows twice has the crop of its first occurrence. */
function withCrops(slides: readonly ParsedSlide[], pages: readonly DocumentPage[]): ParsedSlide[] {
  return slides.map((slide) => {
    const { image, source_page } = slide;
    if (image?.source.from !== 'path') return slide;
    const { path } = image.source;
    const crop: PictureCrop | undefined = pages[source_page - 1]?.pictures.find(({ part }) => part === path)?.crop;
    return crop ? { ...slide, image: { ...image, crop } } : slide;
  });
}

function documentIn(root: OfficeXmlElement): OfficeXmlElement {
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
  file: Uint8Array,
  { maxSlides }: Pick<TextDeckOptions, 'maxSlides'>,
): Promise<ParsedDocx> {
  const office = await openOfficePackage(file);
  const body = documentIn(await office.xml(office.main));
  const { source, language } = await sourceOf(office);
  const title = await titleIn(office);
  const pages = splitDocumentIntoPages(documentBlocksOf(body, source), title);
  refuseTooManySlides(pages.length, maxSlides);
  const report = createDeckReadingReport();
  for (const [at, { lost }] of pages.entries()) warnOfLost(at + 1, lost, report);
  const drafts = pages.flatMap(draftOf).map((draft) => ({ draft, folder: '' }));
  const files = {
    find: (path: string) => (office.has(path) ? path : undefined),
    text: async () => '',
  };
  const composed = composeSlidesOfDeck(drafts, { dialect: 'reveal', fields: {} }, { files }, report);
  refuseTooManySlides(composed.length, maxSlides);
  const slides = withCrops(composed, pages);
  const named = slides[0]?.content.title || title;
  return {
    deck: {
      kind: 'docx',
      title: named ? cutTextWithEllipsis(toOneLine(named), SLIDE_TEXT_LIMITS.title).text : null,
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
