import { createHash } from 'node:crypto';
import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import { freePictureMemory, type RawPicture } from '../../picture.ts';
import { type ChartMorph, findChartMorph } from '../chart/chart-between.ts';
import { contrastRatio } from '../contrast.ts';
import type { DrawableImage, DrawableSlide, SlidePaintState } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { sharablePartDetailOfNode } from '../layout/slide-parts.ts';
import type { SlideComposition } from './compose-slide.ts';
import { areCutOutPartsAlike, cutOutNonTransparentPart } from './cut-out-part.ts';
import { dimEarlierParts } from './dimmed-parts.ts';
import { doBoxPathsCross } from './do-box-paths-cross.ts';
import type {
  CutOutPart,
  ImageRestState,
  MorphingChart,
  MorphLayers,
  MorphPair,
  SlidePicturesWithoutSharedParts,
} from './morph-layers.ts';
import {
  areNodesEqual,
  drawnNodesByPartKey,
  HEADING_RULE_KEY,
  isSameImageOnBothSlides,
  type MorphableImage,
  morphableImagesOf,
  nodesOnBothSlides,
  pairImages,
} from './pair-parts.ts';
import { loadImageAtShownScale } from './shown-image.ts';
import { motionImageSize, type SlideLayers } from './slide-layers.ts';

/** One of the two slides of a morph transition. */
export interface MorphSlideDrawing {
  slide: DrawableSlide;
  options?: SlidePaintState | undefined;
  /** The number of its parts, from the first, that are dimmed; absent: none. */
  dimmed?: number | undefined;
  /** The state of its moving image; absent: its image does not move. */
  rest?: ImageRestState | undefined;
}

/** The methods of a painter for the parts of slides, in one size and one template. */
export interface SlidePartPainter<Composed extends SlideComposition> {
  /** Lays out a slide. */
  compose(drawing: MorphSlideDrawing): Promise<Composed>;
  /** Draws the picture of a composition. */
  paint(slide: DrawableSlide, composition: Composed): Promise<RawPicture>;
  /** Draws the picture behind text and images: the background, and the panel of an image. */
  below(slide: DrawableSlide, composition: Composed): Promise<RawPicture>;
  /** Draws the layers of a composition, with its image in a size. */
  layers(slide: DrawableSlide, composition: Composed, image: PictureDimensions): Promise<Omit<SlideLayers, 'room'>>;
  /** Draws some nodes of a composition, with straight alpha. */
  nodes(slide: DrawableSlide, composition: Composed, nodes: Node[]): Promise<RawPicture>;
  /** Returns a chart between two slides, which draws itself. @param families CSS families in use on either slide */
  chart(slide: DrawableSlide, composition: Composed, families: string[], chart: ChartMorph): MorphingChart;
  /** Draws an image of the slide in a size, in the colours of the slide. */
  image(image: DrawableImage, size: PictureDimensions, composition: Composed): Promise<RawPicture>;
}

/** A slide with its composition. */
interface MorphSide<Composed> extends MorphSlideDrawing {
  composition: Composed;
  /** The nodes of its parts, by the keys of the parts. */
  nodesByKey: Map<string, Node[]>;
  images: MorphableImage[];
}

/** The contrast ratio of two backgrounds from which letters that are readable on one of them are not readable half way to the other. */
const MAX_BACKGROUND_CONTRAST = 2.5;

/** The hash of the bytes of an image, hex. */
const hashOfImage = ({ sha256, bytes }: DrawableImage): string =>
  sha256 ?? createHash('sha256').update(bytes).digest('hex');

/** Nodes on both slides that may turn into one another. */
interface MorphCandidate {
  key: string;
  nodes: MorphPair<Node[]>;
}

/** A text, shape or item that both slides have in different places or sizes. */
interface MovingInk extends MorphCandidate {
  pair: MorphPair<CutOutPart>;
}

/** The single texts and drawings of an item, each with the equal one on the other slide; those without one are left out. */
const detailsOf = ({ key, nodes }: MorphCandidate): MorphCandidate[] =>
  nodes.from.flatMap((node) => {
    const detail = sharablePartDetailOfNode(node);
    const counterpart =
      detail === undefined ? undefined : nodes.to.find((candidate) => sharablePartDetailOfNode(candidate) === detail);
    return counterpart ? [{ key: `${key}\n${detail}`, nodes: { from: [node], to: [counterpart] } }] : [];
  });

/** Reports whether the text of a slide is over its image. */
const hasTextOnImage = ({ images }: Pick<MorphSide<unknown>, 'images'>): boolean =>
  images.some(({ isBackground }) => isBackground);

/** The texts, shapes and items on both slides, in different places or sizes, that turn into one another without letters over other letters. */
async function movingInks<Composed extends SlideComposition>(
  from: MorphSide<Composed>,
  to: MorphSide<Composed>,
  painter: SlidePartPainter<Composed>,
): Promise<MovingInk[]> {
  const backgrounds = [from, to].map(({ composition }) => composition.scene.palette.background);
  if (contrastRatio(backgrounds[0] ?? '', backgrounds[1] ?? '') >= MAX_BACKGROUND_CONTRAST) return [];
  // On its way onto an image, text would be over pixels that its colour does not suit, without the panel or the shade that makes it readable.
  if (hasTextOnImage(from) !== hasTextOnImage(to)) return [];
  const drawPart = async ({ slide, composition }: MorphSide<Composed>, nodes: Node[]) => {
    const layer = await painter.nodes(slide, composition, nodes);
    const part = cutOutNonTransparentPart(layer);
    freePictureMemory(layer);
    return part;
  };
  const toMovingInks = async ({ key, nodes }: MorphCandidate): Promise<MovingInk[]> => {
    if (areNodesEqual(nodes.from, nodes.to)) return [];
    const [fromPart, toPart] = [await drawPart(from, nodes.from), await drawPart(to, nodes.to)];
    if (!fromPart || !toPart) return [];
    if (key === HEADING_RULE_KEY || areCutOutPartsAlike(fromPart, toPart))
      return [{ key, nodes, pair: { from: fromPart, to: toPart } }];
    const details = nodes.from.length > 1 ? detailsOf({ key, nodes }) : [];
    return flatMapInTurn(details, toMovingInks);
  };
  const candidates = [...from.nodesByKey].flatMap(([key, nodes]): MorphCandidate[] => {
    const nodesOnOther = to.nodesByKey.get(key);
    return nodesOnOther ? [{ key, nodes: { from: nodes, to: nodesOnOther } }] : [];
  });
  return flatMapInTurn(candidates, toMovingInks);
}

/** Maps items to lists, one after another, and joins the lists. */
async function flatMapInTurn<Item, Result>(
  items: readonly Item[],
  toResults: (item: Item) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(...(await toResults(item)));
  return results;
}

/** The inks that cross no image and no other chosen ink on their way; titles are chosen first. A rule moves only with its heading. */
function withoutCrossings(inks: readonly MovingInk[], images: readonly MorphPair<MorphableImage>[]): MovingInk[] {
  const obstacles = images.filter(({ from, to }) => !from.isBackground && !to.isBackground).map(boxesOf);
  const chosenInks: MovingInk[] = [];
  const isTitle = ({ key }: MovingInk): boolean => key.startsWith('title:');
  for (const ink of [...inks].sort((first, second) => Number(isTitle(second)) - Number(isTitle(first)))) {
    if (ink.key === HEADING_RULE_KEY && !chosenInks.some(isTitle)) continue;
    const path = boxesOf(ink.pair);
    if (obstacles.some((obstacle) => doBoxPathsCross(path, obstacle))) continue;
    chosenInks.push(ink);
    obstacles.push(path);
  }
  return chosenInks;
}

const boxesOf = ({ from, to }: MorphPair<{ box: LayoutBox }>): MorphPair<LayoutBox> => ({ from: from.box, to: to.box });

/** The moving parts of a slide, which are drawn separately and not in its picture. */
interface MovingParts {
  nodes: ReadonlySet<Node>;
  images: ReadonlySet<MorphableImage>;
}

/** A composition without its moving parts. */
function withoutMovingParts<Composed extends SlideComposition>(
  { composition, images }: MorphSide<Composed>,
  movingParts: MovingParts,
): Composed {
  const imageUnderText = images.find(({ isBelowNodes }) => isBelowNodes);
  const boxes = new Set([...movingParts.images].filter(({ isBelowNodes }) => !isBelowNodes).map(({ box }) => box));
  return {
    ...composition,
    nodes: composition.nodes.filter((node) => !movingParts.nodes.has(node)),
    pictures: composition.pictures.filter(({ box }) => !boxes.has(box)),
    ...(imageUnderText && movingParts.images.has(imageUnderText) ? { image: undefined, scrim: undefined } : {}),
  };
}

/** Dims the earlier parts of a slide in its picture. */
async function dimSide<Composed extends SlideComposition>(
  { slide, options, dimmed }: MorphSide<Composed>,
  whole: RawPicture,
  painter: SlidePartPainter<Composed>,
): Promise<void> {
  if (dimmed === undefined) return;
  const paintRevealed = async (revealed: number): Promise<RawPicture> =>
    painter.paint(slide, await painter.compose({ slide, options: { ...options, revealed } }));
  const [ground, earlier] = [await paintRevealed(0), await paintRevealed(dimmed)];
  dimEarlierParts({ ground, earlier, whole });
  freePictureMemory(ground);
  freePictureMemory(earlier);
}

/** A slide without its moving parts as one picture, or as layers if its image is at rest before or after a motion. */
async function drawFlatSide<Composed extends SlideComposition>(
  side: MorphSide<Composed>,
  movingParts: MovingParts,
  painter: SlidePartPainter<Composed>,
): Promise<SlidePicturesWithoutSharedParts> {
  const { slide, rest } = side;
  const remainder = withoutMovingParts(side, movingParts);
  if (!rest || !remainder.image) {
    const flat = await painter.paint(slide, remainder);
    await dimSide(side, flat, painter);
    return { below: { flat } };
  }
  const room = remainder.image.imageBox;
  const layers = await painter.layers(slide, remainder, motionImageSize(room));
  return { below: { layers: { ...layers, room }, rest } };
}

/** A slide whose image moves: the layer behind the image, and the layer over it. */
async function drawLayeredSide<Composed extends SlideComposition>(
  side: MorphSide<Composed>,
  movingParts: MovingParts,
  painter: SlidePartPainter<Composed>,
): Promise<SlidePicturesWithoutSharedParts> {
  const { slide, composition } = side;
  const { image } = composition;
  const nodes = composition.nodes.filter((node) => !movingParts.nodes.has(node));
  if (!image) return { below: { flat: await painter.below(slide, composition) } };
  // The corners of an image that moves are cut off with the image.
  const { above } = await painter.layers(
    slide,
    { ...composition, nodes, image: { ...image, radius: 0 } },
    side.rest ? motionImageSize(image.imageBox) : image.imageBox,
  );
  return { below: { flat: await painter.below(slide, composition) }, above };
}

/** The parts that both slides have in the same place, on the background of the second slide. */
async function drawMiddle<Composed extends SlideComposition>(
  from: MorphSide<Composed>,
  to: MorphSide<Composed>,
  movingParts: MovingParts,
  unchangedImages: readonly MorphPair<MorphableImage>[],
  isLayered: boolean,
  painter: SlidePartPainter<Composed>,
): Promise<SlidePicturesWithoutSharedParts> {
  const { slide, composition } = to;
  const sharedNodes = nodesOnBothSlides(to, from);
  const nodes = composition.nodes.filter((node) => sharedNodes.has(node) && !movingParts.nodes.has(node));
  const boxes = new Set(unchangedImages.map(({ to: { box } }) => box));
  const sharedComposition = {
    ...composition,
    nodes,
    scrim: undefined,
    image: composition.image && boxes.has(composition.image.imageBox) ? composition.image : undefined,
    pictures: composition.pictures.filter(({ box }) => boxes.has(box)),
  };
  if (!isLayered) return { below: { flat: await painter.paint(slide, sharedComposition) } };
  // The background of a slide with an image that fills it is not visible: that of the other slide is used.
  const backgroundSide = to.images.some(({ isBackground }) => isBackground) ? from : to;
  const below = await painter.below(backgroundSide.slide, { ...backgroundSide.composition, image: undefined });
  return { below: { flat: below }, above: await painter.nodes(slide, sharedComposition, nodes) };
}

/** Lays out a slide, and finds its parts and images that may move. */
async function prepareSide<Composed extends SlideComposition>(
  drawing: MorphSlideDrawing,
  painter: SlidePartPainter<Composed>,
): Promise<MorphSide<Composed>> {
  const composition = await painter.compose(drawing);
  const { slide, rest, dimmed } = drawing;
  const nodesByPartKey = [...drawnNodesByPartKey(slide, composition)];
  // Items and pictures that are dimmed do not move, because they would have their full colours while moving.
  const movableNodesByPartKey = nodesByPartKey.filter(([key]) => dimmed === undefined || !key.startsWith('item:'));
  return {
    ...drawing,
    composition,
    nodesByKey: new Map(movableNodesByPartKey),
    images: morphableImagesOf(slide, composition, rest, hashOfImage).filter(
      ({ isBelowNodes }) => dimmed === undefined || isBelowNodes,
    ),
  };
}

/** The chart of a slide, if all its parts are visible in their full colours; otherwise undefined. */
const wholeChartOf = ({ composition, dimmed, options }: MorphSide<SlideComposition>) =>
  dimmed === undefined && options?.revealed === undefined ? composition.chart : undefined;

/** Both slides, and the chart of the first one that turns into that of the second one, whose marks are then drawn on neither. */
async function prepareSides<Composed extends SlideComposition>(
  drawings: MorphPair<MorphSlideDrawing>,
  painter: SlidePartPainter<Composed>,
): Promise<MorphPair<MorphSide<Composed>> & { chart?: MorphingChart | undefined }> {
  const [from, to] = [await prepareSide(drawings.from, painter), await prepareSide(drawings.to, painter)];
  const morphingChart = findChartMorph(wholeChartOf(from), wholeChartOf(to));
  if (!morphingChart) return { from, to };
  const families = [...new Set([...to.composition.families, ...from.composition.families])];
  const withoutMarks = (drawing: MorphSlideDrawing) =>
    prepareSide({ ...drawing, options: { ...drawing.options, marks: 'hidden' } }, painter);
  return {
    from: await withoutMarks(drawings.from),
    to: await withoutMarks(drawings.to),
    chart: painter.chart(to.slide, to.composition, families, morphingChart),
  };
}

/** Divides two slides into layers for a morph transition: the parts that both slides have, and the rest of each. */
export async function paintMorphLayers<Composed extends SlideComposition>(
  drawings: MorphPair<MorphSlideDrawing>,
  painter: SlidePartPainter<Composed>,
): Promise<MorphLayers> {
  const { from, to, chart } = await prepareSides(drawings, painter);
  const pairs = pairImages(from.images, to.images);
  const unchangedPairs = pairs.filter(isSameImageOnBothSlides);
  const movingPairs = pairs.filter((pair) => !unchangedPairs.includes(pair));
  const hasPastedPictures = [from, to].some(({ composition }) => composition.pictures.length > 0);
  // A slide with dimmed parts is one opaque picture, so that images below it cannot move.
  const hasDimmedParts = [from, to].some(({ dimmed }) => dimmed !== undefined);
  const pairsUnderText =
    hasPastedPictures || hasDimmedParts
      ? []
      : movingPairs.filter((pair) => pair.from.isBelowNodes && pair.to.isBelowNodes);
  const pairsOverText = movingPairs.filter((pair) => !(pair.from.isBelowNodes && pair.to.isBelowNodes));
  const inks = withoutCrossings(await movingInks(from, to, painter), pairs);
  const movingPartsOf = (which: 'from' | 'to'): MovingParts => ({
    nodes: new Set(inks.flatMap(({ nodes }) => nodes[which])),
    images: new Set(pairsOverText.map((pair) => pair[which])),
  });
  const isLayered = pairsUnderText.length > 0;
  const drawSide = isLayered ? drawLayeredSide : drawFlatSide;
  const [movingFrom, movingTo] = [movingPartsOf('from'), movingPartsOf('to')];
  const loadPair = async ({ from: fromImage, to: toImage }: MorphPair<MorphableImage>) => ({
    from: await loadImageAtShownScale(fromImage, (image, size) => painter.image(image, size, from.composition)),
    to: await loadImageAtShownScale(toImage, (image, size) => painter.image(image, size, to.composition)),
  });
  return {
    from: await drawSide(from, movingFrom, painter),
    to: await drawSide(to, movingTo, painter),
    middle: await drawMiddle(from, to, movingTo, unchangedPairs, isLayered, painter),
    images: await Promise.all(pairsUnderText.map(loadPair)),
    chart,
    inks: inks.map(({ pair }) => pair),
    pasted: await Promise.all(pairsOverText.map(loadPair)),
  };
}
