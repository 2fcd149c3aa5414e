import type { Node } from '@takumi-rs/core';
import type { CaptionStyle } from '../../captions/caption-style.ts';
import type { PictureDimensions } from '../../format.ts';
import type { SlowZoomRoom } from '../../motion/slow-zoom.ts';
import { zoomedImage } from '../../motion/zoomed-image.ts';
import { freePicture, type RawPicture } from '../../picture.ts';
import type { DrawableCallout, RelativePictureArea } from '../callouts/callout.ts';
import { calloutAreaInPixels } from '../callouts/callout-area-in-pixels.ts';
import { darkenOutsideBoxes } from '../callouts/darken-outside-boxes.ts';
import { makeAreaUnreadable } from '../callouts/make-area-unreadable.ts';
import type { PhotographTreatment, SlideTemplate } from '../design.ts';
import {
  type DrawableImage,
  type DrawableSlide,
  DrawingError,
  isPhotographicImage,
  type PaintOptions,
} from '../drawable-slide.ts';
import type { CountUpFigure, EnteringPartRange, EntranceStep, PaintedCountUpFigure } from '../entrance-step.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import type { ReadCustomFile } from '../text/font-library.ts';
import { emojiImageSource } from '../text/paragraph-node.ts';
import { BackgroundCache, isPlainBackground } from './background.ts';
import { type CaptionLayer, composeCaption } from './caption-layer.ts';
import { composeSlide, type SlideComposition } from './compose-slide.ts';
import { drawPictureOutline } from './draw-picture-outline.ts';
import { createDrawingDeps, rejectCustomFileRead } from './drawing-deps.ts';
import { ImageCache } from './image-cache.ts';
import { drawImageBorder } from './image-outline.ts';
import { LogoCache, logoImageSource } from './logo-cache.ts';
import { mainEdgeColor } from './main-edge-color.ts';
import type { MorphLayers } from './morph-layers.ts';
import { type MorphDrawing, paintMorphLayers } from './paint-morph-layers.ts';
import { calloutImageOf, positionCallouts } from './position-callouts.ts';
import { captionSpaceInPixels, presenterRingColor, slideWithPresenterPicture } from './present-slide.ts';
import {
  blendPictureOver,
  copyBoxCorners,
  fillPictureBox,
  fillRoundedBox,
  pastePicture,
  pasteRoundedPicture,
  singleColorPicture,
} from './raster.ts';
import { scaleBoxToEvenPixels, scaledComposition, scaledNode } from './scaled-composition.ts';
import { motionImageSize, type SlideLayers } from './slide-layers.ts';
import { colorsOfPictureArea, isDarkScrimColor, scrimStrength, underlayScrim } from './text-contrast-scrim.ts';
import { tonesBehindText } from './tones-behind-text.ts';
import { cameraViewOfArea, cameraZoomToPart, type ZoomLayers } from './zoom-layers.ts';

/** The icons are loaded with the first slide that has some. */
const loadIcons = async () => (await import('../icons/icon-drawing.ts')).iconDrawing;

const MAX_SIDE = 4096;
/** With a photograph at 1280x720, the default of 6 takes 11–17 ms of processor time, this one 8–13 and 3–4 % more bytes. */
const PNG_LEVEL = 3;

/** Draws slides and captions. */
export interface SlideAndCaptionPainter {
  /** Opaque RGBA that belongs to the caller. @throws DrawingError */
  paint(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: PaintOptions,
  ): Promise<RawPicture>;
  /** The same picture in layers, so that its image can move; undefined where the slide shows no image. @throws DrawingError */
  paintLayers(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: PaintOptions,
  ): Promise<SlideLayers | undefined>;
  /** A slide and the part of it around an area (0–1 of its image, or of the slide) to which the camera moves. @throws DrawingError */
  paintZoom(
    slide: DrawableSlide,
    area: RelativePictureArea,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: PaintOptions,
  ): Promise<ZoomLayers>;
  /** Two slides, divided into their shared parts, which move from one to the other, and the rest of each. @throws DrawingError */
  paintPair(
    from: MorphDrawing,
    to: MorphDrawing,
    size: PictureDimensions,
    template: SlideTemplate,
  ): Promise<MorphLayers>;
  /**
   * The layers with which some parts of a slide enter, each over the picture before it, and how. The pictures before and after the entrance
   * are those of `paint` with `revealed`. Undefined where the parts have no entrance. @throws DrawingError
   */
  paintEntrance(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    parts: EnteringPartRange,
    options?: Pick<PaintOptions, 'captioned'>,
  ): Promise<EntranceLayers | undefined>;
  /**
   * A caption for slides of this size, to be laid over their pictures (painted with `captioned`). `text` has the lines as
   * they are to be read, a line feed between, and may mark the spoken word (`markSpokenWord`). @throws DrawingError
   */
  paintCaption(
    text: string,
    language: string,
    size: PictureDimensions,
    template: SlideTemplate,
    style: CaptionStyle,
  ): Promise<CaptionLayer>;
  /** The room of an image of a slide that may grow slowly; undefined where the slide shows none, or not at its edges. @throws DrawingError */
  zoomRoom(slide: DrawableSlide, size: PictureDimensions, template: SlideTemplate): Promise<SlowZoomRoom | undefined>;
  /** The picture of `paint` as a PNG file. @throws DrawingError */
  paintPng(slide: DrawableSlide, size: PictureDimensions, template: SlideTemplate): Promise<Uint8Array>;
}

/** The layers of an entrance. */
export interface EntranceLayers {
  /** The slide with the marks that enter, before their texts. */
  layers: RawPicture[];
  steps: readonly EntranceStep[];
  /** Figures that count, which the layers do not have. */
  figures: readonly PaintedCountUpFigure[];
}

/** Pixels around the room of a chart that its marks and texts may touch. */
const CHART_MARGIN = 8;

/** The part of its line by which a letter may reach beyond it. */
const BEYOND_LINE = 0.25;

/** The smallest box of even numbers around a box and a margin (pixels), within the slide. */
function evenAround({ x, y, width, height }: LayoutBox, margin: number, slide: PictureDimensions): LayoutBox {
  const from = (start: number): number => Math.max(0, 2 * Math.floor(start / 2));
  const to = (end: number, most: number): number => Math.min(most, 2 * Math.ceil(end / 2));
  const [left, top] = [from(x - margin), from(y - margin)];
  return {
    x: left,
    y: top,
    width: to(x + width + margin, slide.width) - left,
    height: to(y + height + margin, slide.height) - top,
  };
}

function checkSize({ width, height }: PictureDimensions): void {
  const isValid = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE);
  if (!isValid) throw new DrawingError(`a picture of ${width}x${height} cannot be drawn`);
}

/** The colours of an image: those of photographs, unless it is a figure or the picture of a whole slide. */
const colorsOf = (
  image: DrawableImage,
  { photographs }: Pick<SlideComposition, 'photographs'>,
): PhotographTreatment | undefined => (isPhotographicImage(image) ? photographs : undefined);

/** A layout engine keeps the fonts that it was given. It is replaced when it has more bytes of clients' fonts than this. */
const MAX_CUSTOM_FONT_BYTES = 64 * 2 ** 20;

/**
 * Creates a painter. Fonts are loaded with the first slide that needs them.
 * @param readCustomFile reads fonts and logos of clients
 */
export async function createSlideAndCaptionPainter(
  readCustomFile: ReadCustomFile = rejectCustomFileRead,
): Promise<SlideAndCaptionPainter> {
  let engine = createDrawingDeps(readCustomFile);
  const backgrounds = new BackgroundCache(engine.renderer);
  const images = new ImageCache();
  const logos = new LogoCache(readCustomFile);

  /** The engine for one picture: its fonts are chosen and drawn by the same one. */
  function currentEngine(): typeof engine {
    if (engine.fonts.customBytes > MAX_CUSTOM_FONT_BYTES) engine = createDrawingDeps(readCustomFile);
    return engine;
  }

  async function drawTree(
    root: Node,
    { width, height }: PictureDimensions,
    { families, emoji, logo }: Pick<SlideComposition, 'families' | 'emoji'> & { logo?: SlideComposition['logo'] },
    lang: string,
    { renderer, typesetter }: typeof engine,
  ) {
    const images = await Promise.all([
      ...emoji.map(async (name) => ({ src: emojiImageSource(name), data: await typesetter.emojiPicture(name) })),
      ...(logo ? [{ src: logoImageSource(logo.logo, logo.box), data: await logos.get(logo.logo, logo.box) }] : []),
    ]);
    return renderer.render(root, { width, height, format: 'raw', images, fontFamilies: families, lang });
  }

  function drawNodes(composition: ByEngine, size: PictureDimensions, language: string, opaque: boolean) {
    const { nodes, scene } = composition;
    const root = boxNode({ x: 0, y: 0, ...size }, opaque ? { backgroundColor: scene.palette.background } : {}, nodes);
    return drawTree(root, size, composition, language, composition.engine);
  }

  type ByEngine = SlideComposition & { engine: typeof engine };
  interface ComposedSlide {
    slide: DrawableSlide;
    composition: ByEngine;
    size: PictureDimensions;
    template: SlideTemplate;
  }

  async function compose(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: PaintOptions,
  ): Promise<ByEngine> {
    checkSize(size);
    const engine = currentEngine();
    return { ...(await composeSlide(slide, size, template, { ...engine, loadIcons }, options)), engine };
  }

  async function drawBelow(
    { scene, image, direction }: SlideComposition,
    size: PictureDimensions,
  ): Promise<RawPicture> {
    const picture = await backgrounds.picture(scene, size, direction);
    if (!image || (image.imageBox === image.panel && image.radius > 0)) return picture;
    if (image.radius > 0) fillRoundedBox(picture, image.panel, scene.palette.panel, image.radius);
    else fillPictureBox(picture, image.panel, scene.palette.panel);
    return picture;
  }

  /** An image in its size, or the part of it that a slow zoom shows. */
  async function loadImage(image: DrawableImage, composition: ByEngine, size: PictureDimensions): Promise<RawPicture> {
    const { scene, zoom } = composition;
    const load = (whole: PictureDimensions) =>
      images.load(image, whole, scene.palette.panel, colorsOf(image, composition));
    if (!zoom) return load(size);
    return zoomedImage(await load(motionImageSize(zoom.room)), zoom);
  }

  async function drawLayers(
    slide: DrawableSlide,
    composition: ByEngine,
    size: PictureDimensions,
    imageSize: PictureDimensions | undefined,
  ) {
    const { scene, image: place } = composition;
    const [below, above, image] = await Promise.all([
      drawBelow(composition, size),
      drawNodes(composition, size, slide.language, false),
      slide.image && imageSize ? loadImage(slide.image, composition, imageSize) : undefined,
    ]);
    if (image && place && slide.image?.is_page) fillPictureBox(below, place.panel, mainEdgeColor(image, place.panel));
    const { scrim } = composition;
    if (scrim && image && place) {
      const isDark = isDarkScrimColor(scrim.color);
      const colors = colorsOfPictureArea(below, scrim.area, isDark);
      // An image that moves may have any of its pixels under the text.
      const isStill = image.width === place.imageBox.width && image.height === place.imageBox.height;
      const { x, y } = place.imageBox;
      const own = { ...scrim.area, x: scrim.area.x - x, y: scrim.area.y - y };
      for (const color of colorsOfPictureArea(image, isStill ? own : { x: 0, y: 0, ...image }, isDark))
        colors.add(color);
      const under = { box: place.imageBox, area: scrim.area, size, isDark };
      for (const color of slide.image ? tonesBehindText(slide.image, under) : []) colors.add(color);
      underlayScrim({ ...size, rgba: above }, scrim, scrimStrength(scrim, colors));
    }
    if (image && place?.isOutlined) drawImageBorder(below, image, place.imageBox, scene);
    if (place && place.imageBox === place.panel) copyBoxCorners(above, below, place.panel, place.radius);
    return { below, above: { ...size, rgba: above }, image };
  }

  /** Draws the pictures that are over everything else. Changes the picture. */
  async function withPictures(picture: RawPicture, composition: SlideComposition): Promise<RawPicture> {
    const { pictures, scene } = composition;
    for (const { image, box, radius, corners, isOutlined, screen } of pictures) {
      const colors = screen ? undefined : colorsOf(image, composition);
      const loaded = await images.load(image, box, scene.palette.panel, colors);
      if (isOutlined) drawImageBorder(picture, loaded, box, scene);
      if (screen && (box.width < screen.box.width || box.height < screen.box.height)) {
        const ground = singleColorPicture(screen.box, mainEdgeColor(loaded, screen.box));
        pasteRoundedPicture(picture, ground, screen.box, screen.radius, screen.corners);
      }
      pasteRoundedPicture(picture, loaded, box, radius, corners);
    }
    return picture;
  }

  async function paint(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: PaintOptions,
  ): Promise<RawPicture> {
    const { presenter } = slide;
    if (!presenter) return paintAlone(slide, size, template, options);
    const { isAlone = options?.isBare ?? false, captioned } = options ?? {};
    const deps = {
      paint: (room: PictureDimensions) => paintAlone(slide, room, template, options),
      load: (image: DrawableImage, whole: PictureDimensions) => images.load(image, whole, '#000000'),
    };
    const below = captionSpaceInPixels(size, captioned);
    return slideWithPresenterPicture(presenter, size, deps, { color: presenterRingColor(template), below, isAlone });
  }

  async function paintAlone(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: PaintOptions,
  ): Promise<RawPicture> {
    const composition = await compose(slide, size, template, options);
    if (options?.isBare) return backgrounds.picture(composition.scene, size, composition.direction);
    const picture = await paintComposition(slide, composition, size);
    return withCallouts(picture, options?.callouts ?? slide.callouts ?? [], { slide, composition, size, template });
  }

  /** Draws callouts over a picture of a slide, which may be drawn `scale` times larger than its size. Changes the picture. */
  async function withCallouts(
    picture: RawPicture,
    callouts: readonly DrawableCallout[],
    { slide, composition, size, template }: ComposedSlide,
    scale = 1,
  ): Promise<RawPicture> {
    if (callouts.length === 0) return picture;
    const { engine } = composition;
    const around = { size, template };
    const { covered, lit, nodes, ...used } = await positionCallouts(callouts, slide, composition, around, engine);
    const onPicture = (box: LayoutBox): LayoutBox => (scale === 1 ? box : scaleBoxToEvenPixels(box, scale));
    for (const box of covered) makeAreaUnreadable(picture, onPicture(box));
    darkenOutsideBoxes(picture, lit.map(onPicture));
    if (nodes.length === 0) return picture;
    const shown = scale === 1 ? nodes : [scaledNode(nodes, size, scale)];
    const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
    const root = boxNode(whole, {}, shown);
    blendPictureOver(picture, await drawTree(root, whole, used, slide.language, engine));
    return picture;
  }

  async function paintZoom(
    slide: DrawableSlide,
    area: RelativePictureArea,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: PaintOptions,
  ): Promise<ZoomLayers> {
    const composition = await compose(slide, size, template, options);
    const composed = { slide, composition, size, template };
    const callouts = options?.callouts ?? slide.callouts ?? [];
    const box = calloutAreaInPixels(area, size, calloutImageOf(slide, composition)) ?? { x: 0, y: 0, ...size };
    const { scale, large, view } = cameraZoomToPart(cameraViewOfArea(box, size), size);
    const picture = await paintComposition(slide, composition, size);
    const larger = await paintComposition(slide, scaledComposition(composition, size, scale), large);
    return {
      picture: await withCallouts(picture, callouts, composed),
      large: await withCallouts(larger, callouts, composed, scale),
      view,
    };
  }

  async function paintComposition(
    slide: DrawableSlide,
    composition: ByEngine,
    size: PictureDimensions,
  ): Promise<RawPicture> {
    const { scene, image: place } = composition;
    if (isPlainBackground(scene) && !place) {
      const plain = { ...size, rgba: await drawNodes(composition, size, slide.language, true) };
      return withPictures(plain, composition);
    }
    const { below, above, image } = await drawLayers(slide, composition, size, place?.imageBox);
    if (image && place) pastePicture(below, image, place.imageBox.x, place.imageBox.y);
    blendPictureOver(below, above.rgba);
    freePicture(above);
    return withPictures(below, composition);
  }

  async function paintLayers(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: PaintOptions,
  ): Promise<SlideLayers | undefined> {
    const composition = await compose(slide, size, template, options);
    const { image: place } = composition;
    if (!place) return undefined;
    const { below, above, image } = await drawLayers(slide, composition, size, motionImageSize(place.imageBox));
    return image && { below, image, room: place.imageBox, above };
  }

  /** Draws the picture behind the image and the texts of a slide whose image is drawn separately. */
  async function drawBehindImage(
    slide: DrawableSlide,
    composition: ByEngine,
    size: PictureDimensions,
  ): Promise<RawPicture> {
    const { image: place, scene } = composition;
    const isCovered = place !== undefined && place.imageBox === place.panel;
    const below = await drawBelow(isCovered ? { ...composition, image: undefined } : composition, size);
    if (!slide.image || !place || !(slide.image.is_page || place.isOutlined)) return below;
    const image = await images.load(
      slide.image,
      place.imageBox,
      scene.palette.panel,
      colorsOf(slide.image, composition),
    );
    if (slide.image.is_page) fillPictureBox(below, place.panel, mainEdgeColor(image, place.panel));
    if (place.isOutlined) drawImageBorder(below, image, place.imageBox, scene);
    return below;
  }

  const paintPair = (
    from: MorphDrawing,
    to: MorphDrawing,
    size: PictureDimensions,
    template: SlideTemplate,
  ): Promise<MorphLayers> =>
    paintMorphLayers<ByEngine>(
      { from, to },
      {
        compose: ({ slide, options }) => compose(slide, size, template, options),
        paint: (slide, composition) => paintComposition(slide, composition, size),
        below: (slide, composition) => drawBehindImage(slide, composition, size),
        async layers(slide, composition, imageSize) {
          const { below, above, image } = await drawLayers(slide, composition, size, imageSize);
          if (!image) throw new RangeError('the slide shows no image');
          return { below, above, image };
        },
        nodes: async ({ language }, composition, nodes) => ({
          ...size,
          rgba: await drawNodes({ ...composition, nodes }, size, language, false),
        }),
        chart({ language }, composition, families, { room, nodes }) {
          const box = evenAround(room, CHART_MARGIN, size);
          const used = { ...composition, families, logo: undefined };
          const whole = { ...size, x: -box.x, y: -box.y };
          return {
            box,
            async paint(moment) {
              const root = boxNode({ ...box, x: 0, y: 0 }, {}, [boxNode(whole, {}, nodes(moment))]);
              return { ...box, rgba: await drawTree(root, box, used, language, composition.engine) };
            },
          };
        },
        image: (image, imageSize, composition) =>
          images.load(image, imageSize, composition.scene.palette.panel, colorsOf(image, composition)),
      },
    );

  const paintedFigure =
    (slide: DrawableSlide, composition: ByEngine, size: PictureDimensions) =>
    ({ box: given, node }: CountUpFigure): PaintedCountUpFigure => {
      const box = evenAround(given, Math.ceil(given.height * BEYOND_LINE), size);
      const inner = { ...given, x: given.x - box.x, y: given.y - box.y };
      const used = { ...composition, logo: undefined };
      return {
        box,
        async paint(progress) {
          const root = boxNode({ ...box, x: 0, y: 0 }, {}, [boxNode(inner, {}, [node(progress)])]);
          const rgba = await drawTree(root, box, used, slide.language, composition.engine);
          return { width: box.width, height: box.height, rgba };
        },
      };
    };

  async function paintEntrance(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    parts: EnteringPartRange,
    options: Pick<PaintOptions, 'captioned'> = {},
  ): Promise<EntranceLayers | undefined> {
    const composition = await compose(slide, size, template, { ...options, revealed: parts.to });
    if (!composition.entrance) return undefined;
    const { steps, layers, figures = [], hidesFigures } = composition.entrance(parts);
    const painted: RawPicture[] = [];
    const hidden = hidesFigures && figures.length > 0 ? ({ figures: 'hidden' } as const) : {};
    for (const revealed of layers)
      painted.push(await paintAlone(slide, size, template, { ...options, ...hidden, revealed, labelled: parts.from }));
    if ('figures' in hidden)
      painted.push(await paintAlone(slide, size, template, { ...options, ...hidden, revealed: parts.to }));
    const figurePainter = paintedFigure(slide, composition, size);
    return { layers: painted, steps, figures: figures.map(figurePainter) };
  }

  return {
    paint,
    paintLayers,
    paintPair,
    paintEntrance,
    paintZoom,
    async zoomRoom(slide, size, template) {
      return (await compose(slide, size, template, { zoom: 1 })).zoom?.room;
    },
    async paintCaption(text, language, size, template, style) {
      checkSize(size);
      const engine = currentEngine();
      const { box, root, outline, ...used } = await composeCaption(text, language, size, template, style, engine);
      const { x, y, width, height } = box;
      const picture = { width, height, rgba: await drawTree(root, box, used, language, engine) };
      if (outline) drawPictureOutline(picture, outline.radius, outline.color);
      return { x, y, picture };
    },
    async paintPng(slide, size, template) {
      const { rgba, width, height } = await paint(slide, size, template);
      const { default: sharp } = await import('sharp');
      return sharp(rgba, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png({ compressionLevel: PNG_LEVEL })
        .toBuffer();
    },
  };
}
