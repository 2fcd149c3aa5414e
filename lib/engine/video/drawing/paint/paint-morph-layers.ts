import { createHash } from 'node:crypto';
import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import { freePicture, type RawPicture } from '../../picture.ts';
import { type ChartBetween, chartBetween } from '../chart/chart-between.ts';
import { contrastRatio } from '../contrast.ts';
import type { DrawableImage, DrawableSlide, PaintOptions } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { partDetailOfNode } from '../layout/slide-parts.ts';
import type { SlideComposition } from './compose-slide.ts';
import { areCutOutPartsAlike, cutOutVisiblePart } from './cut-out-part.ts';
import { dimEarlierParts } from './dimmed-parts.ts';
import { doBoxPathsCross } from './do-box-paths-cross.ts';
import type {
  CutOutPart,
  ImageRestState,
  MorphingChart,
  MorphLayers,
  MorphPair,
  SlideWithoutSharedParts,
} from './morph-layers.ts';
import {
  areNodesEqual,
  drawnNodesByPartKey,
  HEADING_RULE_KEY,
  isSameImage,
  type MorphableImage,
  morphableImagesOf,
  nodesOnBothSlides,
  pairImages,
} from './pair-parts.ts';
import { loadVisibleImage } from './shown-image.ts';
import { motionImageSize, type SlideLayers } from './slide-layers.ts';

/** One of the two slides of a morph transition. */
export interface MorphDrawing {
  slide: DrawableSlide;
  options?: PaintOptions | undefined;
  /** The number of its parts, from the first, that are dimmed; absent: none. */
  dimmed?: number | undefined;
  /** Absent: its image does not move. */
  rest?: ImageRestState | undefined;
}

/** The methods of a painter for the parts of slides, in one size and one template. */
export interface SlidePartPainter<Composed extends SlideComposition> {
  compose(drawing: MorphDrawing): Promise<Composed>;
  /** The picture of a composition. */
  paint(slide: DrawableSlide, composition: Composed): Promise<RawPicture>;
  /** The picture behind text and images: the ground, and the panel of an image. */
  below(slide: DrawableSlide, composition: Composed): Promise<RawPicture>;
  /** The layers of a composition, its image in this size. */
  layers(slide: DrawableSlide, composition: Composed, image: PictureDimensions): Promise<Omit<SlideLayers, 'room'>>;
  /** Some nodes of a composition, with straight alpha. */
  nodes(slide: DrawableSlide, composition: Composed, nodes: Node[]): Promise<RawPicture>;
  /** A chart between two slides. @param families CSS families in use on either slide */
  chart(slide: DrawableSlide, composition: Composed, families: string[], chart: ChartBetween): MorphingChart;
  /** An image of the slide in this size, in the colours of the slide. */
  image(image: DrawableImage, size: PictureDimensions, composition: Composed): Promise<RawPicture>;
}

/** A slide with its composition. */
interface Side<Composed> extends MorphDrawing {
  composition: Composed;
  groups: Map<string, Node[]>;
  images: MorphableImage[];
}

/** The contrast of two backgrounds from which letters that are readable on one of them are not readable half way to the other. */
const OTHER_GROUND = 2.5;

const nameOf = ({ sha256, bytes }: DrawableImage): string => sha256 ?? createHash('sha256').update(bytes).digest('hex');

/** Nodes on both slides that may turn into one another. */
interface Candidate {
  key: string;
  nodes: MorphPair<Node[]>;
}

/** A text, shape or item that both slides have in different places or sizes. */
interface MovingInk extends Candidate {
  pair: MorphPair<CutOutPart>;
}

/** The single texts and drawings of an item, each with the same one on the other slide. */
const detailsOf = ({ key, nodes }: Candidate): Candidate[] =>
  nodes.from.flatMap((node) => {
    const detail = partDetailOfNode(node);
    const other = detail === undefined ? undefined : nodes.to.find((one) => partDetailOfNode(one) === detail);
    return other ? [{ key: `${key}\n${detail}`, nodes: { from: [node], to: [other] } }] : [];
  });

/** Reports whether the text of a slide is over its image. */
const hasTextOnImage = ({ images }: Pick<Side<unknown>, 'images'>): boolean => images.some(({ isGround }) => isGround);

/** The texts, shapes and items that both slides have in different places or sizes, and that turn into one another without a blur of letters. */
async function movingInks<Composed extends SlideComposition>(
  from: Side<Composed>,
  to: Side<Composed>,
  painter: SlidePartPainter<Composed>,
): Promise<MovingInk[]> {
  const grounds = [from, to].map(({ composition }) => composition.scene.palette.background);
  if (contrastRatio(grounds[0] ?? '', grounds[1] ?? '') >= OTHER_GROUND) return [];
  // On its way onto an image, text would be over pixels for which its colour is not made, without the panel or the shade below it.
  if (hasTextOnImage(from) !== hasTextOnImage(to)) return [];
  const drawn = async ({ slide, composition }: Side<Composed>, nodes: Node[]) => {
    const layer = await painter.nodes(slide, composition, nodes);
    const part = cutOutVisiblePart(layer);
    freePicture(layer);
    return part;
  };
  const moving = async ({ key, nodes }: Candidate): Promise<MovingInk[]> => {
    if (areNodesEqual(nodes.from, nodes.to)) return [];
    const [one, other] = [await drawn(from, nodes.from), await drawn(to, nodes.to)];
    if (!one || !other) return [];
    if (key === HEADING_RULE_KEY || areCutOutPartsAlike(one, other))
      return [{ key, nodes, pair: { from: one, to: other } }];
    const details = nodes.from.length > 1 ? detailsOf({ key, nodes }) : [];
    return flatMapInTurn(details, moving);
  };
  const candidates = [...from.groups].flatMap(([key, nodes]): Candidate[] => {
    const others = to.groups.get(key);
    return others ? [{ key, nodes: { from: nodes, to: others } }] : [];
  });
  return flatMapInTurn(candidates, moving);
}

async function flatMapInTurn<Each, Made>(
  list: readonly Each[],
  make: (each: Each) => Promise<Made[]>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const each of list) made.push(...(await make(each)));
  return made;
}

/** The inks whose way is free: they cross no image, and no ink before them. A rule moves only with its heading. */
function withFreeWay(inks: readonly MovingInk[], images: readonly MorphPair<MorphableImage>[]): MovingInk[] {
  const obstacles = images.filter(({ from, to }) => !from.isGround && !to.isGround).map(boxesOf);
  const kept: MovingInk[] = [];
  const isTitle = ({ key }: MovingInk): boolean => key.startsWith('title:');
  for (const ink of [...inks].sort((one, other) => Number(isTitle(other)) - Number(isTitle(one)))) {
    if (ink.key === HEADING_RULE_KEY && !kept.some(isTitle)) continue;
    const path = boxesOf(ink.pair);
    if (obstacles.some((obstacle) => doBoxPathsCross(path, obstacle))) continue;
    kept.push(ink);
    obstacles.push(path);
  }
  return kept;
}

const boxesOf = ({ from, to }: MorphPair<{ box: LayoutBox }>): MorphPair<LayoutBox> => ({ from: from.box, to: to.box });

/** Parts that are not in the picture of a slide, because they are drawn while they move. */
interface Taken {
  nodes: ReadonlySet<Node>;
  images: ReadonlySet<MorphableImage>;
}

/** A composition without its moving parts. */
function remainsOf<Composed extends SlideComposition>({ composition, images }: Side<Composed>, taken: Taken): Composed {
  const own = images.find(({ isUnder }) => isUnder);
  const boxes = new Set([...taken.images].filter(({ isUnder }) => !isUnder).map(({ box }) => box));
  return {
    ...composition,
    nodes: composition.nodes.filter((node) => !taken.nodes.has(node)),
    pictures: composition.pictures.filter(({ box }) => !boxes.has(box)),
    ...(own && taken.images.has(own) ? { image: undefined, scrim: undefined } : {}),
  };
}

/** Dims the earlier parts of a slide in its picture. */
async function dimSide<Composed extends SlideComposition>(
  { slide, options, dimmed }: Side<Composed>,
  whole: RawPicture,
  painter: SlidePartPainter<Composed>,
): Promise<void> {
  if (dimmed === undefined) return;
  const showing = async (revealed: number): Promise<RawPicture> =>
    painter.paint(slide, await painter.compose({ slide, options: { ...options, revealed } }));
  const [ground, earlier] = [await showing(0), await showing(dimmed)];
  dimEarlierParts({ ground, earlier, whole });
  freePicture(ground);
  freePicture(earlier);
}

async function flatSide<Composed extends SlideComposition>(
  side: Side<Composed>,
  taken: Taken,
  painter: SlidePartPainter<Composed>,
): Promise<SlideWithoutSharedParts> {
  const { slide, rest } = side;
  const remains = remainsOf(side, taken);
  if (!rest || !remains.image) {
    const flat = await painter.paint(slide, remains);
    await dimSide(side, flat, painter);
    return { below: { flat } };
  }
  const room = remains.image.imageBox;
  const layers = await painter.layers(slide, remains, motionImageSize(room));
  return { below: { layers: { ...layers, room }, rest } };
}

/** A slide whose image moves: the layer behind the image, and the layer over it. */
async function layeredSide<Composed extends SlideComposition>(
  side: Side<Composed>,
  taken: Taken,
  painter: SlidePartPainter<Composed>,
): Promise<SlideWithoutSharedParts> {
  const { slide, composition } = side;
  const { image } = composition;
  const nodes = composition.nodes.filter((node) => !taken.nodes.has(node));
  if (!image) return { below: { flat: await painter.below(slide, composition) } };
  // The corners of an image that moves are cut off with the image.
  const { above } = await painter.layers(
    slide,
    { ...composition, nodes, image: { ...image, radius: 0 } },
    side.rest ? motionImageSize(image.imageBox) : image.imageBox,
  );
  return { below: { flat: await painter.below(slide, composition) }, above };
}

/** The things that are equal on both slides, on the ground of the second. */
async function middleOf<Composed extends SlideComposition>(
  from: Side<Composed>,
  to: Side<Composed>,
  taken: Taken,
  same: readonly MorphPair<MorphableImage>[],
  isLayered: boolean,
  painter: SlidePartPainter<Composed>,
): Promise<SlideWithoutSharedParts> {
  const { slide, composition } = to;
  const common = nodesOnBothSlides(to, from);
  const nodes = composition.nodes.filter((node) => common.has(node) && !taken.nodes.has(node));
  const boxes = new Set(same.map(({ to: { box } }) => box));
  const bare = {
    ...composition,
    ...{ nodes, scrim: undefined },
    image: composition.image && boxes.has(composition.image.imageBox) ? composition.image : undefined,
    pictures: composition.pictures.filter(({ box }) => boxes.has(box)),
  };
  if (!isLayered) return { below: { flat: await painter.paint(slide, bare) } };
  // The ground of a slide that is all image is never seen.
  const ground = to.images.some(({ isGround }) => isGround) ? from : to;
  const below = await painter.below(ground.slide, { ...ground.composition, image: undefined });
  return { below: { flat: below }, above: await painter.nodes(slide, bare, nodes) };
}

async function sideFor<Composed extends SlideComposition>(
  drawing: MorphDrawing,
  painter: SlidePartPainter<Composed>,
): Promise<Side<Composed>> {
  const composition = await painter.compose(drawing);
  const { slide, rest, dimmed } = drawing;
  const groups = [...drawnNodesByPartKey(slide, composition)];
  // Items and pictures that are dimmed do not move, because they would have their full colours while moving.
  const moving = groups.filter(([key]) => dimmed === undefined || !key.startsWith('item:'));
  return {
    ...{ ...drawing, composition, groups: new Map(moving) },
    images: morphableImagesOf(slide, composition, rest, nameOf).filter(
      ({ isUnder }) => dimmed === undefined || isUnder,
    ),
  };
}

/** The chart of a slide whose parts are all visible, in their full colours. */
const wholeChartOf = ({ composition, dimmed, options }: Side<SlideComposition>) =>
  dimmed === undefined && options?.revealed === undefined ? composition.chart : undefined;

/** Both slides, and the chart that turns from the one into the other, which is then on neither. */
async function sidesFor<Composed extends SlideComposition>(
  drawings: MorphPair<MorphDrawing>,
  painter: SlidePartPainter<Composed>,
): Promise<MorphPair<Side<Composed>> & { chart?: MorphingChart | undefined }> {
  const [from, to] = [await sideFor(drawings.from, painter), await sideFor(drawings.to, painter)];
  const found = chartBetween(wholeChartOf(from), wholeChartOf(to));
  if (!found) return { from, to };
  const families = [...new Set([...to.composition.families, ...from.composition.families])];
  const withoutMarks = (drawing: MorphDrawing) =>
    sideFor({ ...drawing, options: { ...drawing.options, marks: 'hidden' } }, painter);
  return {
    from: await withoutMarks(drawings.from),
    to: await withoutMarks(drawings.to),
    chart: painter.chart(to.slide, to.composition, families, found),
  };
}

/** Divides two slides into layers for a morph transition: the parts that both slides have, and the rest of each. */
export async function paintMorphLayers<Composed extends SlideComposition>(
  drawings: MorphPair<MorphDrawing>,
  painter: SlidePartPainter<Composed>,
): Promise<MorphLayers> {
  const { from, to, chart } = await sidesFor(drawings, painter);
  const pairs = pairImages(from.images, to.images);
  const same = pairs.filter(isSameImage);
  const moving = pairs.filter((pair) => !same.includes(pair));
  const hasOthers = [from, to].some(({ composition }) => composition.pictures.length > 0);
  // Parts are dimmed in an opaque picture: images below it do not move.
  const isDimmed = [from, to].some(({ dimmed }) => dimmed !== undefined);
  const under = hasOthers || isDimmed ? [] : moving.filter((pair) => pair.from.isUnder && pair.to.isUnder);
  const over = moving.filter((pair) => !(pair.from.isUnder && pair.to.isUnder));
  const inks = withFreeWay(await movingInks(from, to, painter), pairs);
  const takenOf = (which: 'from' | 'to'): Taken => ({
    nodes: new Set(inks.flatMap(({ nodes }) => nodes[which])),
    images: new Set(over.map((pair) => pair[which])),
  });
  const isLayered = under.length > 0;
  const draw = isLayered ? layeredSide : flatSide;
  const [takenFrom, takenTo] = [takenOf('from'), takenOf('to')];
  const shown = async ({ from: one, to: other }: MorphPair<MorphableImage>) => ({
    from: await loadVisibleImage(one, (image, size) => painter.image(image, size, from.composition)),
    to: await loadVisibleImage(other, (image, size) => painter.image(image, size, to.composition)),
  });
  return {
    from: await draw(from, takenFrom, painter),
    to: await draw(to, takenTo, painter),
    middle: await middleOf(from, to, takenTo, same, isLayered, painter),
    images: await Promise.all(under.map(shown)),
    chart,
    inks: inks.map(({ pair }) => pair),
    pasted: await Promise.all(over.map(shown)),
  };
}
