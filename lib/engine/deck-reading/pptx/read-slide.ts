import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { toOneLine } from '../cut-text-with-ellipsis.ts';
import type { PictureCrop } from '../deck.ts';
import { DeckRefusal } from '../deck-warning.ts';
import type { LanguageTaggedText } from '../detect-deck-language.ts';
import { parseSlideAnimation } from './animation-steps.ts';
import { type ChartOrRefusalReason, readPptxChart } from './charts.ts';
import { type ClickReveals, clicksOfSlide, type ParagraphRef, slideAdvanceSeconds } from './clicks.ts';
import { type ParsedTransition, parseSlideTransition } from './deck-transition.ts';
import { diagramTexts } from './diagram-texts.ts';
import {
  chartWithHideableParts,
  diagramWithHideableParts,
  type GraphicWithHideableParts,
} from './graphics-with-hideable-parts.ts';
import { officeEquationAsLine } from './office-equation-as-line.ts';
import type { OfficePackage, OfficeRelation } from './office-package.ts';
import { hasUnsupportedOutline, parsePictureCrop } from './picture-crop.ts';
import { readPartIfIntact } from './read-part-if-intact.ts';
import {
  contentKindOfFrame,
  type InheritedParagraphStyles,
  isShapeTextVertical,
  type PlacedShape,
  paragraphsOfShape,
  placedShapesOf,
  placeholderElementOf,
  placeholderKindOf,
  type ShapeBox,
  type ShapeParagraph,
} from './shapes.ts';
import { type SpecialSlideEffect, specialEffectsOfSlide } from './slide-effects.ts';
import { fillSlideNumberFields, hasOnlyFields, type SlideNumberValues } from './slide-fields.ts';
import { countEffectSounds, mediaOfSlide, mediumKindOf, type SlideMedium } from './slide-media.ts';
import { type SlideStates, statesOfPptxSlide } from './slide-states.ts';
import { type ParsedPptxTable, readPptxTable } from './tables.ts';
import {
  type BackgroundPicture,
  backgroundPictureOf,
  type SlideStyles,
  type slideStylesReader,
} from './text-styles.ts';
import { childElementAtPath, descendantsOf, type OfficeXmlElement, textOfElement } from './xml.ts';

/** A paragraph of a placeholder for text. */
export interface PlaceholderParagraph extends ShapeParagraph, ParagraphRef {}

/** A text in a shape that is not a placeholder. */
export interface TextOutsidePlaceholders {
  /** Without empty ones. */
  paragraphs: readonly PlaceholderParagraph[];
  box: ShapeBox | null;
  /** The text is vertical. */
  isTurned: boolean;
}

export interface PptxPicture {
  /** Id of its shape; absent: it is a background. */
  shape?: string | undefined;
  /** Name of its part; null if it is missing, or outside of the file. */
  part: string | null;
  isLinked: boolean;
  /** It is the still of a video. */
  isPoster: boolean;
  box: ShapeBox | null;
  /** The part that its author cut off; absent: none. */
  crop?: PictureCrop | undefined;
  /** It is cut to an outline that is not in `crop`. */
  hasOtherOutline?: true | undefined;
  alt: string;
}

/** The amount of content of a slide. */
export interface SlideContentAmount {
  /** Characters of its texts. */
  letters: number;
  /** Cells of its tables. */
  cells: number;
  /** Points and series of its charts. */
  points: number;
  series: number;
}

/** Content of a slide of a PPTX. */
export interface PptxSlide {
  page: number;
  /** Name of its part. */
  part: string;
  /** Numbers that its fields show. */
  numbers: SlideNumberValues;
  /** Name of the part of its layout; absent if it names none. */
  layout?: string | undefined;
  isHidden: boolean;
  /** Text of its title placeholder in one line; absent if it is missing or empty. */
  title?: string | undefined;
  isTitleSlide: boolean;
  /** Paragraphs of the placeholders for text, without empty ones. */
  body: PlaceholderParagraph[];
  texts: TextOutsidePlaceholders[];
  notes: string;
  /** Texts of its notes and of its shapes by the languages of their runs. */
  tagged: { notes: LanguageTaggedText[]; shown: LanguageTaggedText[] };
  /** Equations of the slide, and of its notes, that lose their form in one line. */
  equations: { shown: string[]; spoken: string[] };
  pictures: PptxPicture[];
  /** The picture that fills its background, or the background of its layout or master. */
  background?: { picture: PptxPicture; isOwn: boolean } | undefined;
  tables: ParsedPptxTable[];
  charts: ChartOrRefusalReason[];
  /** The texts of each diagram (SmartArt). */
  diagrams: string[][];
  /** Number of diagrams without a picture in the file: only PowerPoint can draw them. */
  bareDiagrams: number;
  embeddedObjects: number;
  /** Charts and diagrams whose parts can come and go alone, by the ids of their shapes. */
  graphics: ReadonlyMap<string, GraphicWithHideableParts>;
  /** The amount of what is shown. */
  extent: SlideContentAmount;
  /** Sounds and videos, in the order in which they play. */
  media: SlideMedium[];
  /** Sounds of its transition and its animations. */
  effectSounds: number;
  /** Shapes without text, and lines between shapes. */
  drawings: number;
  connectors: number;
  /** Effects that programs other than PowerPoint draw only nearly. */
  effects: SpecialSlideEffect[];
  clicks: ClickReveals[];
  /** Number of clicks for which the animation waits. */
  clickCount: number;
  /** The states of the slide before, between and after its clicks. */
  states: SlideStates;
  /** The transition into it; absent: a cut. */
  transition?: ParsedTransition | undefined;
  advance_seconds?: number | undefined;
}

type Relations = ReadonlyMap<string, OfficeRelation>;

const TITLES: readonly (string | undefined)[] = ['title', 'ctrTitle'];
const BODIES: readonly (string | undefined)[] = ['body', 'obj', 'subTitle'];

/** Styles that the paragraphs of a shape inherit. If a deck lacks its master, only texts in placeholders have bullets. */
function inheritedBy(shape: PlacedShape, styles: SlideStyles): InheritedParagraphStyles {
  const isBody = ['body', 'obj'].includes(placeholderKindOf(shape) ?? '');
  return { styles: styles.of(placeholderElementOf(shape)), marker: isBody && !styles.isKnown ? 'usual' : 'none' };
}

const bodyOf = (shape: PlacedShape, styles: SlideStyles): PlaceholderParagraph[] =>
  paragraphsOfShape(shape, inheritedBy(shape, styles))
    .map((paragraph, index) => ({ ...paragraph, text: toOneLine(paragraph.text), shape: shape.id, index }))
    .filter(({ text }) => text !== '');

/** Placeholders of a notes page without notes. */
const NO_NOTES: readonly (string | undefined)[] = ['sldImg', 'hdr', 'ftr', 'dt', 'sldNum', 'pic'];

async function notesOf(
  file: OfficePackage,
  relations: Relations,
  numbers: SlideNumberValues,
): Promise<{ notes: string; spoken: string[]; tagged: LanguageTaggedText[] }> {
  const at = [...relations.values()].find(({ type }) => type === 'notesSlide');
  const page = childElementAtPath(await readPartIfIntact(file, at?.part), 'p:notes');
  if (!page) return { notes: '', spoken: [], tagged: [] };
  fillSlideNumberFields(page, numbers);
  const filled = placedShapesOf(page)
    .map((shape) => ({ type: placeholderKindOf(shape), shape }))
    .filter(({ type, shape }) => type !== undefined && !NO_NOTES.includes(type) && notesIn(shape) !== '');
  // PowerPoint shows presenters the body placeholder. Without one, other texts of the notes page are read.
  const bodies = filled.filter(({ type }) => type === 'body' || type === 'obj');
  const taken = (bodies.length > 0 ? bodies : filled).map(({ shape }) => shape);
  return {
    notes: taken.map(notesIn).join('\n\n'),
    spoken: taken.flatMap(({ element }) => unlikeLines(element)),
    tagged: taggedIn(taken),
  };
}

/** The texts of shapes, one for each language that their runs name. */
function taggedIn(shapes: readonly PlacedShape[]): LanguageTaggedText[] {
  const texts = new Map<string | undefined, string[]>();
  for (const run of shapes.flatMap(({ element }) => descendantsOf(element, 'a:r'))) {
    const language = childElementAtPath(run, 'a:rPr')?.attributes.lang;
    const known = texts.get(language) ?? [];
    texts.set(language, known);
    known.push(textOfElement(childElementAtPath(run, 'a:t')));
  }
  return [...texts].map(([language, parts]) => ({ language, text: parts.join(' ') }));
}

const notesIn = (shape: PlacedShape): string =>
  paragraphsOfShape(shape)
    .map(({ text }) => text)
    .join('\n')
    .trim();

/** The equations in an element that lose something in one line. */
const unlikeLines = (element: OfficeXmlElement): string[] =>
  descendantsOf(element, 'm:oMath')
    .map(officeEquationAsLine)
    .flatMap(({ text, isSaidInFull }) => (isSaidInFull || text.trim() === '' ? [] : text.trim()));

/** Id of the relation to a picture: to its raster form, even if an extension names a vector form. */
function relationOfPicture(element: OfficeXmlElement, relations: Relations): OfficeRelation | undefined {
  const blip = descendantsOf(element, 'a:blip')[0];
  const vector = descendantsOf(blip, 'asvg:svgBlip')[0]?.attributes;
  const { 'r:embed': embedded, 'r:link': linked } = blip?.attributes ?? {};
  return relations.get(embedded || vector?.['r:embed'] || linked || vector?.['r:link'] || '');
}

/** A picture of a slide, a layout or a master. @param relations of the part in which it is */
export function pptxPictureOf(
  { id, element, box, alt }: PlacedShape,
  relations: Relations,
  isPoster: boolean,
): PptxPicture {
  const relation = relationOfPicture(element, relations);
  const form = childElementAtPath(element, 'p:spPr');
  const crop = parsePictureCrop(
    childElementAtPath(element, 'p:blipFill') ?? childElementAtPath(form, 'a:blipFill'),
    form,
  );
  return {
    ...{ shape: id, part: relation?.part ?? null, isLinked: relation?.isExternal ?? false },
    ...{ isPoster, box, alt: toOneLine(alt) },
    ...(crop ? { crop } : {}),
    ...(hasUnsupportedOutline(form) ? { hasOtherOutline: true } : {}),
  };
}

/** The picture that covers the background of a slide. */
function pictureInBackground({ fill, relations }: BackgroundPicture): PptxPicture {
  const relation = relationOfPicture(fill, relations);
  const crop = parsePictureCrop(fill);
  return {
    ...{ part: relation?.part ?? null, isLinked: relation?.isExternal ?? false, isPoster: false, box: null, alt: '' },
    ...(crop ? { crop } : {}),
  };
}

/** The states of a slide, with the icons of hidden sounds hidden in each. */
function withoutSigns({ states, ...rest }: SlideStates, media: readonly SlideMedium[]): SlideStates {
  const signs = media
    .filter(({ isUnseen, shape }) => isUnseen && /^[1-9]\d{0,8}$/.test(shape))
    .map(({ shape }) => Number(shape));
  return {
    ...rest,
    states: states.map(({ hidden, ...state }) => ({
      ...state,
      hidden: { ...hidden, shapes: [...hidden.shapes, ...signs] },
    })),
  };
}

interface Frames {
  tables: ParsedPptxTable[];
  charts: ChartOrRefusalReason[];
  diagrams: string[][];
  embeddedObjects: number;
  graphics: Map<string, GraphicWithHideableParts>;
  points: number;
  series: number;
}

/** The id of the relation by which a slide has the picture of a diagram. */
function drawingOf(data: OfficeXmlElement | undefined, relations: Relations): string | undefined {
  const said = descendantsOf(data, 'dsp:dataModelExt')[0]?.attributes.relId;
  if (said !== undefined && relations.get(said)?.type === DRAWING) return said;
  const all = [...relations].filter(([, { type }]) => type === DRAWING);
  return all.length === 1 ? all[0]?.[0] : undefined;
}
const DRAWING = 'diagramDrawing';

/** Reads a frame: a table, a chart, a diagram or an embedded object, by the end of its `uri`. */
async function readFrames(file: OfficePackage, shapes: readonly PlacedShape[], relations: Relations): Promise<Frames> {
  const found: Frames = {
    ...{ tables: [], charts: [], diagrams: [], embeddedObjects: 0, graphics: new Map() },
    ...{ points: 0, series: 0 },
  };
  const partAt = (element: OfficeXmlElement | undefined, attribute: string) =>
    readPartIfIntact(file, relations.get(ownPropertyValue(element?.attributes, attribute) ?? '')?.part);
  for (const { element, id } of shapes.filter(({ kind }) => kind === 'frame')) {
    const data = childElementAtPath(element, 'a:graphic', 'a:graphicData');
    const kind = contentKindOfFrame(element);
    const table = childElementAtPath(data, 'a:tbl');
    if (table) found.tables.push(readPptxTable(table));
    else if (kind === 'chart') {
      const named = descendantsOf(data, 'c:chart')[0];
      const part = await partAt(named, 'r:id');
      const relation = named?.attributes['r:id'] ?? '';
      const name = relations.get(relation)?.part;
      if (part && name) found.graphics.set(id, chartWithHideableParts({ relation, part: name }, part));
      found.charts.push(part ? readPptxChart(part) : { refused: 'its part is missing from the file' });
      found.points += descendantsOf(part, 'c:pt').length;
      found.series += descendantsOf(part, 'c:ser').length;
    } else if (kind === 'chartex') found.charts.push({ refused: 'charts of its kind are not drawn here' });
    else if (kind === 'diagram') {
      const named = descendantsOf(data, 'dgm:relIds')[0];
      const part = await partAt(named, 'r:dm');
      const ofData = { relation: named?.attributes['r:dm'] ?? '' };
      const nameOfData = relations.get(ofData.relation)?.part;
      const relation = drawingOf(part, relations);
      const name = relations.get(relation ?? '')?.part;
      const drawing = await readPartIfIntact(file, name);
      if (relation !== undefined && name && drawing && part && nameOfData)
        found.graphics.set(
          id,
          diagramWithHideableParts(
            { relation, part: name, document: drawing },
            { ...ofData, part: nameOfData, document: part },
          ),
        );
      found.diagrams.push(diagramTexts(part));
    } else found.embeddedObjects += 1;
  }
  return found;
}

/** A slide of a deck, before it is read. */
export interface PptxSlideSource {
  /** The name of its part in the file. */
  part: string;
  /** From 1. */
  page: number;
  numbers: SlideNumberValues;
  /** Reads the styles that its texts inherit. */
  styles: ReturnType<typeof slideStylesReader>;
}

/** The pictures of diagrams that PowerPoint left in the file. */
async function diagramDrawings(file: OfficePackage, relations: Relations): Promise<OfficeXmlElement[]> {
  const parts = [...relations.values()].filter(({ type }) => type === DRAWING).map(({ part }) => part);
  return (await Promise.all(parts.map((part) => readPartIfIntact(file, part)))).filter(
    (drawing) => drawing !== undefined,
  );
}

/**
 * Reads one slide.
 * @throws DeckRefusal `import_invalid` when its part is damaged
 */
export async function readPptxSlide(
  file: OfficePackage,
  { part, page, numbers, styles }: PptxSlideSource,
): Promise<PptxSlide> {
  const slide = childElementAtPath(await file.xml(part), 'p:sld');
  if (!slide) throw new DeckRefusal('import_invalid', `${part} is not a slide.`);
  fillSlideNumberFields(slide, numbers);
  const relations = await file.relationsOf(part);
  const shapes = placedShapesOf(slide);
  const written = shapes.filter(({ kind }) => kind === 'shape');
  const titleShape = written.find((shape) => TITLES.includes(placeholderKindOf(shape)));
  const title =
    titleShape &&
    toOneLine(
      paragraphsOfShape(titleShape)
        .map(({ text }) => text)
        .join(' '),
    );
  const free = written.filter(
    (shape) => placeholderKindOf(shape) === undefined && !hasOnlyFields(childElementAtPath(shape.element, 'p:txBody')),
  );
  const { notes, spoken, tagged } = await notesOf(file, relations, numbers);
  const inherited = await styles(relations);
  const ofDiagrams = await diagramDrawings(file, relations);
  const texts = free.map((shape) => ({
    paragraphs: bodyOf(shape, inherited),
    box: shape.box,
    isTurned: isShapeTextVertical(shape),
  }));
  const pictures = shapes.filter(({ kind }) => kind === 'picture');
  const { points, series, ...frames } = await readFrames(file, shapes, relations);
  const animation = parseSlideAnimation(slide);
  const media = mediaOfSlide(slide, shapes, relations);
  const own = backgroundPictureOf(slide, relations);
  const behind = childElementAtPath(slide, 'p:cSld', 'p:bg') ? own : inherited.backgroundPicture;
  return {
    page,
    part,
    numbers,
    ...(inherited.layout === undefined ? {} : { layout: inherited.layout }),
    ...(behind ? { background: { picture: pictureInBackground(behind), isOwn: own !== undefined } } : {}),
    isHidden: ['0', 'false'].includes(slide.attributes.show ?? ''),
    ...(title ? { title } : {}),
    isTitleSlide: titleShape !== undefined && placeholderKindOf(titleShape) === 'ctrTitle',
    body: written
      .filter(
        (shape) =>
          BODIES.includes(placeholderKindOf(shape)) && !hasOnlyFields(childElementAtPath(shape.element, 'p:txBody')),
      )
      .flatMap((shape) => bodyOf(shape, inherited)),
    texts: texts.filter(({ paragraphs }) => paragraphs.length > 0),
    notes,
    tagged: { notes: tagged, shown: taggedIn(written) },
    equations: { shown: unlikeLines(slide), spoken },
    pictures: pictures
      .filter((shape) => mediumKindOf(shape) !== 'sound')
      .map((shape) => pptxPictureOf(shape, relations, mediumKindOf(shape) === 'video')),
    ...frames,
    extent: {
      letters: descendantsOf(slide, 'a:t').reduce((sum, text) => sum + textOfElement(text).length, 0),
      cells: descendantsOf(slide, 'a:tc').length,
      points,
      series,
    },
    bareDiagrams: Math.max(0, frames.diagrams.length - ofDiagrams.length),
    media,
    effectSounds: countEffectSounds(slide),
    drawings: texts.filter(({ paragraphs }) => paragraphs.length === 0).length,
    connectors: shapes.filter(({ kind }) => kind === 'connector').length,
    effects: specialEffectsOfSlide(slide),
    clicks: clicksOfSlide(slide),
    clickCount: animation.steps.filter(({ isAutomatic }) => !isAutomatic).length,
    states: withoutSigns(statesOfPptxSlide(slide, animation, frames), media),
    transition: parseSlideTransition(slide),
    advance_seconds: slideAdvanceSeconds(slide),
  };
}
