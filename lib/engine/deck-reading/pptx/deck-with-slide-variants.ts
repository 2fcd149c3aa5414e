import { copyZipWithFiles } from '../copy-zip.ts';
import type { FileForZip } from '../create-uncompressed-zip.ts';
import { DeckRefusal } from '../deck-warning.ts';
import type { GraphicWithHideableParts, RelatedPart } from './graphics-with-hideable-parts.ts';
import { type OfficePackage, openOfficePackage, relationsPartNameOf } from './office-package.ts';
import type { ChangedPartsOfState, RecoloredPart } from './pptx-slide-states.ts';
import type { PptxSlide } from './read-slide.ts';
import { serializeOfficePart } from './serialize-office-part.ts';
import { fillSlideNumberFields } from './slide-fields.ts';
import { childElementAtPath, childElements, descendantsOf, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/**
 * A deck with copies of slides in which parts look different. The copies come after all other slides, and only the code that draws them
 * uses them.
 */
export interface DeckWithSlideVariants {
  pptx: Buffer;
  /** The part of the copy of a slide that looks as in a state; undefined if there is no such copy. */
  partOf(slide: Pick<PptxSlide, 'part'>, changed: ChangedPartsOfState | undefined): string | undefined;
}

/** The highest number of copies in a deck. */
const MAX_VARIANTS = 120;
/** The highest number of bytes of all copies, with those of their charts and diagrams. */
const MAX_VARIANT_BYTES = 24 * 2 ** 20;

/** The key of a copy: its slide, and what looks different. */
const variantKey = (part: string, changed: ChangedPartsOfState): string => JSON.stringify([part, changed]);

/**
 * Writes a copy of each slide that has states in which parts of charts and diagrams are missing, or texts are dimmed. Copies are needed
 * because the program that draws slides can only hide whole shapes and paragraphs.
 */
export async function createPptxSlideStateCopies(
  deckBytes: Buffer,
  slides: readonly PptxSlide[],
): Promise<DeckWithSlideVariants> {
  const withoutVariants: DeckWithSlideVariants = {
    pptx: deckBytes,
    partOf: ({ part }, changed) => (changed === undefined ? part : undefined),
  };
  const slidesWithChanges = slides.filter(({ states }) => states.states.some(({ changed }) => changed !== undefined));
  if (slidesWithChanges.length === 0) return withoutVariants;
  try {
    const office = await openOfficePackage(deckBytes);
    const variants = await writeVariants(office, slidesWithChanges);
    if (variants.partByKey.size === 0) return withoutVariants;
    const pptx = copyZipWithFiles(deckBytes, [
      ...variants.files,
      ...(await presentationFilesWithVariants(office, [...variants.partByKey.values()])),
    ]);
    if (!pptx) return withoutVariants;
    return {
      pptx,
      partOf: ({ part }, changed) => (changed === undefined ? part : variants.partByKey.get(variantKey(part, changed))),
    };
  } catch (error) {
    // A deck of the largest allowed size has no room for copies.
    if (error instanceof DeckRefusal) return withoutVariants;
    throw error;
  }
}

/** The copies of slides. */
interface Variants {
  files: FileForZip[];
  /** The names of the copies' parts, by `variantKey`. */
  partByKey: Map<string, string>;
}

/** Writes the copies of slides. A slide that would exceed the number of copies has none; at the limit of bytes, the rest is left out. */
async function writeVariants(office: OfficePackage, slides: readonly PptxSlide[]): Promise<Variants> {
  const variants: Variants = { files: [], partByKey: new Map() };
  let remainingBytes = MAX_VARIANT_BYTES;
  for (const slide of slides) {
    const changesByKey = new Map(
      slide.states.states.flatMap(({ changed }) =>
        changed ? [[variantKey(slide.part, changed), changed] as const] : [],
      ),
    );
    if (variants.partByKey.size + changesByKey.size > MAX_VARIANTS) continue;
    const originals = await readOriginals(office, slide);
    for (const [key, changed] of changesByKey) {
      const number = variants.partByKey.size + 1;
      const files = writeVariant(originals, slide, changed, number);
      remainingBytes -= files.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (remainingBytes < 0) return variants;
      variants.files.push(...files);
      variants.partByKey.set(key, variantPartName(slide, number));
    }
  }
  return variants;
}

/** The name of a part in the folder of another one. */
const siblingPartName = (part: string, name: string): string => part.replace(/[^/]*$/, name);

/** Reads the relations document of a part; an empty one if the part has none. */
async function readRelations(office: OfficePackage, part: string): Promise<OfficeXmlElement> {
  const name = relationsPartNameOf(part);
  return office.has(name)
    ? office.xml(name)
    : { name: '', attributes: {}, children: [{ name: 'Relationships', attributes: {}, children: [] }] };
}

/** A part with its relations. */
interface PartWithRelations {
  document: OfficeXmlElement;
  relations: OfficeXmlElement;
}

/** The parts from which copies of a slide are made, by their names: the slide, its charts and its diagrams. */
type Originals = ReadonlyMap<string, PartWithRelations>;

const relatedPartsOf = ({ drawn, data }: GraphicWithHideableParts): RelatedPart[] => [drawn, ...(data ? [data] : [])];

async function readOriginals(office: OfficePackage, { part, graphics }: PptxSlide): Promise<Originals> {
  const names = new Set([
    part,
    ...[...graphics.values()].flatMap(relatedPartsOf).map((relatedPart) => relatedPart.part),
  ]);
  const originals = new Map<string, PartWithRelations>();
  for (const name of names)
    originals.set(name, { document: await office.xml(name), relations: await readRelations(office, name) });
  return originals;
}

const variantPartName = ({ part }: PptxSlide, number: number): string => siblingPartName(part, `variant${number}.xml`);

const createPartFile = (name: string, document: OfficeXmlElement): FileForZip => ({
  name,
  bytes: Buffer.from(serializeOfficePart(document)),
});

/** Writes a copy of a slide, with copies of its charts and diagrams. @param number of the copy in the deck, from 1 */
function writeVariant(
  originals: Originals,
  slide: PptxSlide,
  changed: ChangedPartsOfState,
  number: number,
): FileForZip[] {
  const copyOriginal = (part: string) => structuredClone(originals.get(part) ?? throwPartNotRead(part));
  const { document, relations } = copyOriginal(slide.part);
  const files: FileForZip[] = [];
  const addPart = (part: string, copy: PartWithRelations): void =>
    void files.push(createPartFile(part, copy.document), createPartFile(relationsPartNameOf(part), copy.relations));
  for (const [graphicIndex, [id, hidden]] of Object.entries(changed.graphics).entries()) {
    const graphic = slide.graphics.get(id);
    if (!graphic) continue;
    // The program that draws slides finds the drawing of a diagram by the end of its name, which is the same as that of its data.
    for (const [partIndex, { part, relation }] of relatedPartsOf(graphic).entries()) {
      const copy = copyOriginal(part);
      if (partIndex === 0) graphic.hide(copy.document, hidden);
      const name = `${partIndex > 0 ? 'data' : graphic.data ? 'drawing' : 'chart'}-${number}-${graphicIndex}.xml`;
      addPart(siblingPartName(part, name), copy);
      replaceTarget(relations, relation, name);
    }
  }
  dimParts(document, changed.dimmed);
  fillSlideNumberFields(document, slide.numbers);
  replaceFieldsByRuns(document);
  addPart(variantPartName(slide, number), { document, relations });
  return files;
}

function throwPartNotRead(part: string): never {
  throw new Error(`${part} was not read`);
}

/** Changes the target of a relation to another part in the same folder. */
function replaceTarget(relations: OfficeXmlElement, relationId: string, name: string): void {
  const [list] = childElements(relations);
  if (!list) return;
  list.children = list.children.map((child) => {
    if (typeof child === 'string' || child.attributes.Id !== relationId) return child;
    const { Target = '' } = child.attributes;
    return { ...child, attributes: { ...child.attributes, Target: siblingPartName(Target, name) } };
  });
}

/** Replaces fields by their text, because the copy has another position and so another slide number. */
function replaceFieldsByRuns(document: OfficeXmlElement): void {
  const walk = (parent: OfficeXmlElement): void => {
    parent.children = parent.children.map((child) => {
      if (typeof child === 'string') return child;
      if (child.name !== 'a:fld') {
        walk(child);
        return child;
      }
      const runContent = childElements(child).filter(({ name }) => name !== 'a:pPr');
      return { name: 'a:r', attributes: {}, children: runContent };
    });
  };
  walk(document);
}

/** Fills, of which a text or a form has one. */
const FILL_ELEMENTS = new Set(['a:noFill', 'a:solidFill', 'a:gradFill', 'a:blipFill', 'a:pattFill', 'a:grpFill']);
const BULLET_COLOURS = new Set(['a:buClr', 'a:buClrTx']);
const SPACING_ELEMENTS = new Set(['a:lnSpc', 'a:spcBef', 'a:spcAft']);
/** Runs of a text, whose properties are `a:rPr`. */
const RUN_ELEMENTS = new Set(['a:r', 'a:fld', 'a:br']);
const LINE_ELEMENTS = new Set(['a:ln']);
const GEOMETRY_ELEMENTS = new Set(['a:xfrm', 'a:custGeom', 'a:prstGeom']);

/** Replaces the children with certain names by one element, and places it after those with other names: their order is fixed. */
function replaceElement(
  parent: OfficeXmlElement,
  replacedNames: ReadonlySet<string>,
  precedingNames: ReadonlySet<string>,
  replacement: OfficeXmlElement,
): void {
  const keptChildren = parent.children.filter((child) => typeof child === 'string' || !replacedNames.has(child.name));
  const lastIndex = keptChildren.findLastIndex((child) => typeof child !== 'string' && precedingNames.has(child.name));
  parent.children = keptChildren.toSpliced(lastIndex + 1, 0, replacement);
}

/** The first child with a name; if there is none, an empty one is added before all others. */
function findOrAddProperties(parent: OfficeXmlElement, name: string): OfficeXmlElement {
  const existingChild = childElementAtPath(parent, name);
  if (existingChild) return existingChild;
  const newChild: OfficeXmlElement = { name, attributes: {}, children: [] };
  parent.children.unshift(newChild);
  return newChild;
}

/** Gives the text and the bullet of a paragraph a colour. */
function dimParagraph(paragraph: OfficeXmlElement, colour: OfficeXmlElement): void {
  const fill: OfficeXmlElement = { name: 'a:solidFill', attributes: {}, children: [colour] };
  for (const run of childElements(paragraph).filter(({ name }) => RUN_ELEMENTS.has(name)))
    replaceElement(findOrAddProperties(run, 'a:rPr'), FILL_ELEMENTS, LINE_ELEMENTS, fill);
  const bullet: OfficeXmlElement = { name: 'a:buClr', attributes: {}, children: [colour] };
  replaceElement(findOrAddProperties(paragraph, 'a:pPr'), BULLET_COLOURS, SPACING_ELEMENTS, bullet);
}

/** Dims a paragraph, or the text of a shape, or the form of a shape without text. */
function dimShape(shape: OfficeXmlElement, { paragraph, colour }: RecoloredPart): void {
  const paragraphs = childElements(childElementAtPath(shape, 'p:txBody'), 'a:p');
  if (paragraph !== undefined) {
    const dimmedParagraph = paragraphs[paragraph];
    if (dimmedParagraph) dimParagraph(dimmedParagraph, colour);
    return;
  }
  const paragraphsWithText = paragraphs.filter((textParagraph) => descendantsOf(textParagraph, 'a:t').length > 0);
  for (const textParagraph of paragraphsWithText) dimParagraph(textParagraph, colour);
  if (paragraphsWithText.length > 0) return;
  const properties = childElementAtPath(shape, 'p:spPr');
  if (properties)
    replaceElement(properties, FILL_ELEMENTS, GEOMETRY_ELEMENTS, {
      name: 'a:solidFill',
      attributes: {},
      children: [colour],
    });
}

/** Gives parts of a slide their colours. */
function dimParts(document: OfficeXmlElement, dimmed: readonly RecoloredPart[]): void {
  const dimmedByShape = Map.groupBy(dimmed, ({ shape }) => shape);
  for (const shape of descendantsOf(document, 'p:sp')) {
    const id = childElementAtPath(shape, 'p:nvSpPr', 'p:cNvPr')?.attributes.id ?? '';
    // A whole shape (without `paragraph`) is dimmed first, because single paragraphs may have other colours.
    const parts = (dimmedByShape.get(id) ?? []).toSorted(
      (first, second) => (first.paragraph ?? -1) - (second.paragraph ?? -1),
    );
    for (const part of parts) dimShape(shape, part);
  }
}

/** The first number that PowerPoint gives slides in the list of a presentation. */
const MIN_SLIDE_ID = 256;

/** Files of the presentation and its relations, with the copies at the end of its list of slides. @param parts those of the copies */
async function presentationFilesWithVariants(office: OfficePackage, parts: readonly string[]): Promise<FileForZip[]> {
  const presentation = await office.xml(office.main);
  const relations = await readRelations(office, office.main);
  const slideList = descendantsOf(presentation, 'p:sldIdLst')[0];
  const relationList = childElements(relations)[0];
  if (!slideList || !relationList) return [];
  const ids = childElements(slideList, 'p:sldId').map((slide) => numberInAttribute(slide, 'id') ?? 0);
  const firstId = Math.max(MIN_SLIDE_ID, ...ids) + 1;
  const slideRelationType =
    childElements(relationList).find(({ attributes }) => attributes.Type?.endsWith('/slide'))?.attributes.Type ?? '';
  for (const [index, part] of parts.entries()) {
    const relationId = `rIdVariant${index + 1}`;
    slideList.children.push({
      name: 'p:sldId',
      attributes: { id: String(firstId + index), 'r:id': relationId },
      children: [],
    });
    relationList.children.push({
      name: 'Relationship',
      attributes: { Id: relationId, Type: slideRelationType, Target: `/${part}` },
      children: [],
    });
  }
  return [createPartFile(office.main, presentation), createPartFile(relationsPartNameOf(office.main), relations)];
}
