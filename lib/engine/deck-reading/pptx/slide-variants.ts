import { copyZipWithFiles } from '../copy-zip.ts';
import type { FileForZip } from '../create-uncompressed-zip.ts';
import { DeckRefusal } from '../deck-warning.ts';
import type { GraphicWithHideableParts, RelatedPart } from './graphics-with-hideable-parts.ts';
import { type OfficePackage, openOfficePackage, relationsPartNameOf } from './office-package.ts';
import type { PptxSlide } from './read-slide.ts';
import { serializeOfficePart } from './serialize-office-part.ts';
import { fillSlideNumberFields } from './slide-fields.ts';
import type { ChangedParts, DimmedPart } from './slide-states.ts';
import { childElementAtPath, childElements, descendantsOf, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/**
 * A deck with copies of slides in which parts look different. The copies come after all other slides, and only the code that draws them
 * uses them.
 */
export interface SlideVariants {
  pptx: Buffer;
  /** The part of the copy of a slide that looks as in a state; undefined if there is no such copy. */
  partOf(slide: Pick<PptxSlide, 'part'>, changed: ChangedParts | undefined): string | undefined;
}

/** Copies of a deck, and their bytes with those of their charts, at most. */
const MAX_VARIANTS = 120;
const MAX_BYTES = 24 * 2 ** 20;

const keyOf = (part: string, changed: ChangedParts): string => JSON.stringify([part, changed]);

/**
 * Writes a copy of each slide that has states in which parts of charts and diagrams are missing, or texts are dimmed. Copies are needed
 * because the program that draws slides can only hide whole shapes and paragraphs.
 */
export async function withSlideVariants(file: Buffer, slides: readonly PptxSlide[]): Promise<SlideVariants> {
  const none: SlideVariants = {
    pptx: file,
    partOf: ({ part }, changed) => (changed === undefined ? part : undefined),
  };
  const needed = slides.filter(({ states }) => states.states.some(({ changed }) => changed !== undefined));
  if (needed.length === 0) return none;
  try {
    const office = await openOfficePackage(file);
    const made = await variantsOf(office, needed);
    if (made.parts.size === 0) return none;
    const pptx = copyZipWithFiles(file, [...made.entries, ...(await listed(office, [...made.parts.values()]))]);
    if (!pptx) return none;
    return {
      pptx,
      partOf: ({ part }, changed) => (changed === undefined ? part : made.parts.get(keyOf(part, changed))),
    };
  } catch (error) {
    // A deck of the largest allowed size has no room for copies.
    if (error instanceof DeckRefusal) return none;
    throw error;
  }
}

interface MadeVariants {
  entries: FileForZip[];
  /** Names of the copies, by `keyOf`. */
  parts: Map<string, string>;
}

async function variantsOf(office: OfficePackage, slides: readonly PptxSlide[]): Promise<MadeVariants> {
  const made: MadeVariants = { entries: [], parts: new Map() };
  let left = MAX_BYTES;
  for (const slide of slides) {
    const wanted = new Map(
      slide.states.states.flatMap(({ changed }) => (changed ? [[keyOf(slide.part, changed), changed] as const] : [])),
    );
    if (made.parts.size + wanted.size > MAX_VARIANTS) continue;
    const originals = await originalsOf(office, slide);
    for (const [key, changed] of wanted) {
      const number = made.parts.size + 1;
      const entries = writeVariant(originals, slide, changed, number);
      left -= entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (left < 0) return made;
      made.entries.push(...entries);
      made.parts.set(key, nameOf(slide, number));
    }
  }
  return made;
}

const siblingOf = (part: string, name: string): string => part.replace(/[^/]*$/, name);

/** The relations document of a part; an empty one if the part has none. */
async function relationsXml(office: OfficePackage, part: string): Promise<OfficeXmlElement> {
  const name = relationsPartNameOf(part);
  return office.has(name)
    ? office.xml(name)
    : { name: '', attributes: {}, children: [{ name: 'Relationships', attributes: {}, children: [] }] };
}

/** The documents that copies of a slide are made of, by their parts: the slide, its charts and diagrams, each with its relations. */
type Originals = ReadonlyMap<string, { document: OfficeXmlElement; relations: OfficeXmlElement }>;

const partsOf = ({ drawn, data }: GraphicWithHideableParts): RelatedPart[] => [drawn, ...(data ? [data] : [])];

async function originalsOf(office: OfficePackage, { part, graphics }: PptxSlide): Promise<Originals> {
  const names = new Set([part, ...[...graphics.values()].flatMap(partsOf).map((each) => each.part)]);
  const found = new Map<string, { document: OfficeXmlElement; relations: OfficeXmlElement }>();
  for (const name of names)
    found.set(name, { document: await office.xml(name), relations: await relationsXml(office, name) });
  return found;
}

const nameOf = ({ part }: PptxSlide, number: number): string => siblingOf(part, `variant${number}.xml`);

const entry = (name: string, document: OfficeXmlElement): FileForZip => ({
  name,
  bytes: Buffer.from(serializeOfficePart(document)),
});

function writeVariant(originals: Originals, slide: PptxSlide, changed: ChangedParts, number: number): FileForZip[] {
  const copied = (part: string) => structuredClone(originals.get(part) ?? expectedPart(part));
  const { document, relations } = copied(slide.part);
  const entries: FileForZip[] = [];
  const add = (part: string, copy: { document: OfficeXmlElement; relations: OfficeXmlElement }): void =>
    void entries.push(entry(part, copy.document), entry(relationsPartNameOf(part), copy.relations));
  for (const [place, [id, hidden]] of Object.entries(changed.graphics).entries()) {
    const graphic = slide.graphics.get(id);
    if (!graphic) continue;
    // The program that draws slides finds the drawing of a diagram by the end of its name, which is the same as that of its data.
    for (const [at, { part, relation }] of partsOf(graphic).entries()) {
      const copy = copied(part);
      if (at === 0) graphic.hide(copy.document, hidden);
      const name = `${at > 0 ? 'data' : graphic.data ? 'drawing' : 'chart'}-${number}-${place}.xml`;
      add(siblingOf(part, name), copy);
      replaceTarget(relations, relation, name);
    }
  }
  dim(document, changed.dimmed);
  fillSlideNumberFields(document, slide.numbers);
  fieldsAsText(document);
  add(nameOf(slide, number), { document, relations });
  return entries;
}

function expectedPart(part: string): never {
  throw new Error(`${part} was not read`);
}

/** Lets a relation name another part in the same folder. */
function replaceTarget(relations: OfficeXmlElement, id: string, name: string): void {
  const [list] = childElements(relations);
  if (!list) return;
  list.children = list.children.map((child) => {
    if (typeof child === 'string' || child.attributes.Id !== id) return child;
    const { Target = '' } = child.attributes;
    return { ...child, attributes: { ...child.attributes, Target: siblingOf(Target, name) } };
  });
}

/** Replaces the fields with a slide's number by text, because the copy has another position. */
function fieldsAsText(document: OfficeXmlElement): void {
  const walk = (parent: OfficeXmlElement): void => {
    parent.children = parent.children.map((child) => {
      if (typeof child === 'string') return child;
      if (child.name !== 'a:fld') {
        walk(child);
        return child;
      }
      const kept = childElements(child).filter(({ name }) => name !== 'a:pPr');
      return { name: 'a:r', attributes: {}, children: kept };
    });
  };
  walk(document);
}

/** Fills of texts and forms, each of which has exactly one. */
const FILLS = new Set(['a:noFill', 'a:solidFill', 'a:gradFill', 'a:blipFill', 'a:pattFill', 'a:grpFill']);
const BULLET_COLOURS = new Set(['a:buClr', 'a:buClrTx']);
const SPACING = new Set(['a:lnSpc', 'a:spcBef', 'a:spcAft']);
const LINE = new Set(['a:ln']);
const GEOMETRY = new Set(['a:xfrm', 'a:custGeom', 'a:prstGeom']);

/** Replaces the elements with the same meaning by an element, placed after those with certain names. */
function replace(
  parent: OfficeXmlElement,
  instead: ReadonlySet<string>,
  after: ReadonlySet<string>,
  by: OfficeXmlElement,
): void {
  const kept = parent.children.filter((child) => typeof child === 'string' || !instead.has(child.name));
  const at = kept.findLastIndex((child) => typeof child !== 'string' && after.has(child.name));
  parent.children = kept.toSpliced(at + 1, 0, by);
}

/** The first child with a name; if there is none, it is added before all others. */
function propertiesOf(parent: OfficeXmlElement, name: string): OfficeXmlElement {
  const known = childElementAtPath(parent, name);
  if (known) return known;
  const added: OfficeXmlElement = { name, attributes: {}, children: [] };
  parent.children.unshift(added);
  return added;
}

/** Runs of a text, whose properties are `a:rPr`. */
const RUNS = new Set(['a:r', 'a:fld', 'a:br']);

function dimParagraph(paragraph: OfficeXmlElement, colour: OfficeXmlElement): void {
  const fill: OfficeXmlElement = { name: 'a:solidFill', attributes: {}, children: [colour] };
  for (const run of childElements(paragraph).filter(({ name }) => RUNS.has(name)))
    replace(propertiesOf(run, 'a:rPr'), FILLS, LINE, fill);
  const bullet: OfficeXmlElement = { name: 'a:buClr', attributes: {}, children: [colour] };
  replace(propertiesOf(paragraph, 'a:pPr'), BULLET_COLOURS, SPACING, bullet);
}

/** A form without a text gets the colour itself; of one with a text, the text does. */
function dimShape(shape: OfficeXmlElement, { paragraph, colour }: DimmedPart): void {
  const paragraphs = childElements(childElementAtPath(shape, 'p:txBody'), 'a:p');
  if (paragraph !== undefined) {
    const dimmed = paragraphs[paragraph];
    if (dimmed) dimParagraph(dimmed, colour);
    return;
  }
  const written = paragraphs.filter((each) => descendantsOf(each, 'a:t').length > 0);
  for (const each of written) dimParagraph(each, colour);
  if (written.length > 0) return;
  const properties = childElementAtPath(shape, 'p:spPr');
  if (properties) replace(properties, FILLS, GEOMETRY, { name: 'a:solidFill', attributes: {}, children: [colour] });
}

function dim(document: OfficeXmlElement, dimmed: readonly DimmedPart[]): void {
  const byShape = Map.groupBy(dimmed, ({ shape }) => shape);
  for (const shape of descendantsOf(document, 'p:sp')) {
    const id = childElementAtPath(shape, 'p:nvSpPr', 'p:cNvPr')?.attributes.id ?? '';
    // All of a shape first: a paragraph may have its own colour after that.
    const parts = (byShape.get(id) ?? []).toSorted((one, other) => (one.paragraph ?? -1) - (other.paragraph ?? -1));
    for (const part of parts) dimShape(shape, part);
  }
}

/** The first number that PowerPoint gives slides in the list of a presentation. */
const MIN_SLIDE_ID = 256;

/** The list of slides of the presentation, with copies at its end. */
async function listed(office: OfficePackage, parts: readonly string[]): Promise<FileForZip[]> {
  const presentation = await office.xml(office.main);
  const relations = await relationsXml(office, office.main);
  const list = descendantsOf(presentation, 'p:sldIdLst')[0];
  const ofParts = childElements(relations)[0];
  if (!list || !ofParts) return [];
  const ids = childElements(list, 'p:sldId').map((slide) => numberInAttribute(slide, 'id') ?? 0);
  const first = Math.max(MIN_SLIDE_ID, ...ids) + 1;
  const type =
    childElements(ofParts).find(({ attributes }) => attributes.Type?.endsWith('/slide'))?.attributes.Type ?? '';
  for (const [at, part] of parts.entries()) {
    const id = `rIdVariant${at + 1}`;
    list.children.push({ name: 'p:sldId', attributes: { id: String(first + at), 'r:id': id }, children: [] });
    ofParts.children.push({
      name: 'Relationship',
      attributes: { Id: id, Type: type, Target: `/${part}` },
      children: [],
    });
  }
  return [entry(office.main, presentation), entry(relationsPartNameOf(office.main), relations)];
}
