import type { Node } from '@takumi-rs/core';
import type { CaptionStyle } from '../../captions/caption-style.ts';
import type { PictureDimensions } from '../../format.ts';
import type { SlowZoomRoom } from '../../motion/slow-zoom.ts';
import { zoomedImage } from '../../motion/zoomed-image.ts';
import { freePictureMemory, type RawPicture } from '../../picture.ts';
import type { DrawableCallout, RelativePictureArea } from '../callouts/callout.ts';
import { calloutAreaInPixels } from '../callouts/callout-area-in-pixels.ts';
import { darkenOutsideBoxes } from '../callouts/darken-outside-boxes.ts';
import { redactPictureArea } from '../callouts/redact-picture-area.ts';
import type { PhotographTreatment, SlideTemplate } from '../design.ts';
import {
  type DrawableImage,
  type DrawableSlide,
  DrawingError,
  isPhotographicImage,
  type SlidePaintState,
} from '../drawable-slide.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import type { CountUpFigure, EnteringPartIndexRange, PaintableCountUpFigure, PartEntrance } from '../part-entrance.ts';
import type { ReadCustomFile } from '../text/font-library.ts';
import { srcOfEmojiImage } from '../text/paragraph-node.ts';
import { BackgroundCache, isPlainBackground } from './background.ts';
import { type CameraZoomLayers, cameraViewOfArea, cameraZoomToPart } from './camera-zoom-layers.ts';
import { type CaptionLayer, composeCaption } from './caption-layer.ts';
import { composeSlide, type SlideComposition } from './compose-slide.ts';
import { drawOutlineAroundAlpha } from './draw-outline-around-alpha.ts';
import { createDrawingDeps, rejectCustomFileRead } from './drawing-deps.ts';
import { ImageCache } from './image-cache.ts';
import { drawBorderIfImageBlendsIn } from './image-outline.ts';
import { LogoCache, srcOfLogoImage } from './logo-cache.ts';
import { mainEdgeColor } from './main-edge-color.ts';
import type { MorphLayers } from './morph-layers.ts';
import { type MorphSlideDrawing, paintMorphLayers } from './paint-morph-layers.ts';
import { findImageUnderCallouts, positionCallouts } from './position-callouts.ts';
import { captionSpaceInPixels, drawSlideWithPresenter, presenterRingColor } from './present-slide.ts';
import {
  blendPictureOver,
  copyBoxCorners,
  fillBoxWithColor,
  fillRoundedBox,
  pastePicture,
  pasteRoundedPicture,
  singleColorPicture,
} from './raster.ts';
import { scaleBoxToEvenPixels, scaledComposition, scaleNodesIntoOne } from './scaled-composition.ts';
import { motionImageSize, type SlideLayers } from './slide-layers.ts';
import { colorsOfPictureArea, drawScrimBelowLayer, isDarkScrimColor, scrimStrength } from './text-contrast-scrim.ts';
import { tonesBehindText } from './tones-behind-text.ts';

/** Loads the icons, which only some slides have. */
const loadIcons = async () => (await import('../icons/icon-drawing.ts')).iconDrawing;

/** The longest side of a picture, in pixels. */
const MAX_SIDE_PIXELS = 4096;
/** Compression level of PNG. A photograph at 1280x720 takes 8–13 ms of processor time; with 6, the default, 11–17 ms for 3–4 % fewer bytes. */
const PNG_LEVEL = 3;

/** Draws slides and captions. */
export interface SlideAndCaptionPainter {
  /** Draws a slide as opaque RGBA that belongs to the caller. @throws DrawingError for a slide that cannot be drawn, as do all methods */
  paint(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: SlidePaintState,
  ): Promise<RawPicture>;
  /** Draws the same picture in layers, so that its image can move; undefined if the slide shows no image. @throws DrawingError */
  paintLayers(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: SlidePaintState,
  ): Promise<SlideLayers | undefined>;
  /** Draws a slide, and the part of it around an area (0–1 of its image, or of the slide) to which the camera moves. @throws DrawingError */
  paintZoom(
    slide: DrawableSlide,
    area: RelativePictureArea,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: SlidePaintState,
  ): Promise<CameraZoomLayers>;
  /** Draws two slides, divided into their shared parts, which move from one to the other, and the rest of each. @throws DrawingError */
  paintPair(
    from: MorphSlideDrawing,
    to: MorphSlideDrawing,
    size: PictureDimensions,
    template: SlideTemplate,
  ): Promise<MorphLayers>;
  /**
   * Draws the layers with which some parts of a slide enter, each over the picture before it, with the steps of the entrance. The pictures
   * before and after the entrance are those of `paint` with `revealed`. Undefined if the parts have no entrance. @throws DrawingError
   */
  paintEntrance(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    parts: EnteringPartIndexRange,
    options?: Pick<SlidePaintState, 'captioned'>,
  ): Promise<EntranceLayers | undefined>;
  /**
   * Draws a caption for slides of a size, to be laid over their pictures (painted with `captioned`).
   * @param text the lines, with a line feed between them; the spoken word may be marked (`markSpokenWord`)
   * @throws DrawingError
   */
  paintCaption(
    text: string,
    language: string,
    size: PictureDimensions,
    template: SlideTemplate,
    style: CaptionStyle,
  ): Promise<CaptionLayer>;
  /** Finds the room of an image that may grow slowly; undefined if the slide shows none, or not at its edges. @throws DrawingError */
  zoomRoom(slide: DrawableSlide, size: PictureDimensions, template: SlideTemplate): Promise<SlowZoomRoom | undefined>;
  /** Draws the picture of `paint` as a PNG file. @throws DrawingError */
  paintPng(slide: DrawableSlide, size: PictureDimensions, template: SlideTemplate): Promise<Uint8Array>;
}

/** The layers of an entrance. */
export interface EntranceLayers {
  /** Pictures of the slide with more and more of the entering parts: first their marks, then their texts (`GraphicEntrance.layers`). */
  layers: RawPicture[];
  steps: readonly PartEntrance[];
  /** Figures that count, which the layers do not show. */
  figures: readonly PaintableCountUpFigure[];
}

/** Pixels around the room of a chart that its marks and texts may reach. */
const CHART_MARGIN = 8;

/** The part of the height of its box by which a letter may reach beyond the box. */
const REACH_BEYOND_BOX = 0.25;

/** The smallest box with even edges around a box and a margin (pixels), within the slide. */
function evenBoxAround({ x, y, width, height }: LayoutBox, margin: number, slide: PictureDimensions): LayoutBox {
  const evenStart = (start: number): number => Math.max(0, 2 * Math.floor(start / 2));
  const evenEnd = (end: number, sideLength: number): number => Math.min(sideLength, 2 * Math.ceil(end / 2));
  const [left, top] = [evenStart(x - margin), evenStart(y - margin)];
  return {
    x: left,
    y: top,
    width: evenEnd(x + width + margin, slide.width) - left,
    height: evenEnd(y + height + margin, slide.height) - top,
  };
}

/** Checks the size of a picture. @throws DrawingError unless both sides are whole numbers from 1 to MAX_SIDE_PIXELS */
function checkSize({ width, height }: PictureDimensions): void {
  const isValid = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE_PIXELS);
  if (!isValid) throw new DrawingError(`a picture of ${width}x${height} cannot be drawn`);
}

/** The colours in which an image is drawn: those of photographs; undefined for a figure or the picture of a whole slide. */
const treatmentOf = (
  image: DrawableImage,
  { photographs }: Pick<SlideComposition, 'photographs'>,
): PhotographTreatment | undefined => (isPhotographicImage(image) ? photographs : undefined);

/** Bytes of clients' fonts after which a layout engine is replaced, because it cannot release fonts. */
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

  /** The engine for one picture, which both chooses and draws its fonts. */
  function currentEngine(): typeof engine {
    if (engine.fonts.customBytes > MAX_CUSTOM_FONT_BYTES) engine = createDrawingDeps(readCustomFile);
    return engine;
  }

  /** Draws a node as RGBA, with its emoji and logo. @param lang BCP 47 */
  async function drawTree(
    root: Node,
    { width, height }: PictureDimensions,
    { families, emoji, logo }: Pick<SlideComposition, 'families' | 'emoji'> & { logo?: SlideComposition['logo'] },
    lang: string,
    { renderer, typesetter }: typeof engine,
  ) {
    const engineImages = await Promise.all([
      ...emoji.map(async (name) => ({ src: srcOfEmojiImage(name), data: await typesetter.emojiPicture(name) })),
      ...(logo ? [{ src: srcOfLogoImage(logo.logo, logo.box), data: await logos.get(logo.logo, logo.box) }] : []),
    ]);
    return renderer.render(root, { width, height, format: 'raw', images: engineImages, fontFamilies: families, lang });
  }

  /** Draws the nodes of a composition as RGBA. @param opaque true: over the colour of the background */
  function drawNodes(composition: EngineComposition, size: PictureDimensions, language: string, opaque: boolean) {
    const { nodes, scene } = composition;
    const root = boxNode({ x: 0, y: 0, ...size }, opaque ? { backgroundColor: scene.palette.background } : {}, nodes);
    return drawTree(root, size, composition, language, composition.engine);
  }

  /** A composition, and the engine that made it and must draw it. */
  type EngineComposition = SlideComposition & { engine: typeof engine };
  /** A slide with its composition. */
  interface ComposedSlide {
    slide: DrawableSlide;
    composition: EngineComposition;
    size: PictureDimensions;
    template: SlideTemplate;
  }

  /** Lays out a slide. @throws DrawingError for an impossible size */
  async function compose(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: SlidePaintState,
  ): Promise<EngineComposition> {
    checkSize(size);
    const engine = currentEngine();
    return { ...(await composeSlide(slide, size, template, { ...engine, loadIcons }, options)), engine };
  }

  /** Draws the background, and the panel of an image that does not cover it. */
  async function drawBackground(
    { scene, image, direction }: SlideComposition,
    size: PictureDimensions,
  ): Promise<RawPicture> {
    const picture = await backgrounds.picture(scene, size, direction);
    if (!image || (image.imageBox === image.panel && image.radius > 0)) return picture;
    if (image.radius > 0) fillRoundedBox(picture, image.panel, scene.palette.panel, image.radius);
    else fillBoxWithColor(picture, image.panel, scene.palette.panel);
    return picture;
  }

  /** An image in its size, or the part of it that a slow zoom shows. */
  async function loadImage(
    image: DrawableImage,
    composition: EngineComposition,
    size: PictureDimensions,
  ): Promise<RawPicture> {
    const { scene, zoom } = composition;
    const load = (wholeSize: PictureDimensions) =>
      images.load(image, wholeSize, scene.palette.panel, treatmentOf(image, composition));
    if (!zoom) return load(size);
    return zoomedImage(await load(motionImageSize(zoom.room)), zoom);
  }

  /** Draws the layers below and above the image, and the image in a size (if `imageSize` is not undefined). */
  async function drawLayers(
    slide: DrawableSlide,
    composition: EngineComposition,
    size: PictureDimensions,
    imageSize: PictureDimensions | undefined,
  ) {
    const { scene, image: place } = composition;
    const [below, above, image] = await Promise.all([
      drawBackground(composition, size),
      drawNodes(composition, size, slide.language, false),
      slide.image && imageSize ? loadImage(slide.image, composition, imageSize) : undefined,
    ]);
    if (image && place && slide.image?.is_page) fillBoxWithColor(below, place.panel, mainEdgeColor(image, place.panel));
    const { scrim } = composition;
    if (scrim && image && place) {
      const isDark = isDarkScrimColor(scrim.color);
      const colors = colorsOfPictureArea(below, scrim.area, isDark);
      // Any pixel of an image that moves may come under the text.
      const isStill = image.width === place.imageBox.width && image.height === place.imageBox.height;
      const { x, y } = place.imageBox;
      const areaInImage = { ...scrim.area, x: scrim.area.x - x, y: scrim.area.y - y };
      for (const color of colorsOfPictureArea(image, isStill ? areaInImage : { x: 0, y: 0, ...image }, isDark))
        colors.add(color);
      const textArea = { box: place.imageBox, area: scrim.area, size, isDark };
      for (const color of slide.image ? tonesBehindText(slide.image, textArea) : []) colors.add(color);
      drawScrimBelowLayer({ ...size, rgba: above }, scrim, scrimStrength(scrim, colors));
    }
    if (image && place?.isOutlined) drawBorderIfImageBlendsIn(below, image, place.imageBox, scene);
    if (place && place.imageBox === place.panel) copyBoxCorners(above, below, place.panel, place.radius);
    return { below, above: { ...size, rgba: above }, image };
  }

  /** Draws the pictures that are over everything else. Changes the picture. */
  async function drawPastedPictures(picture: RawPicture, composition: SlideComposition): Promise<RawPicture> {
    const { pictures, scene } = composition;
    for (const { image, box, radius, corners, isOutlined, screen } of pictures) {
      const colors = screen ? undefined : treatmentOf(image, composition);
      const loadedImage = await images.load(image, box, scene.palette.panel, colors);
      if (isOutlined) drawBorderIfImageBlendsIn(picture, loadedImage, box, scene);
      if (screen && (box.width < screen.box.width || box.height < screen.box.height)) {
        const screenPicture = singleColorPicture(screen.box, mainEdgeColor(loadedImage, screen.box));
        pasteRoundedPicture(picture, screenPicture, screen.box, screen.radius, screen.corners);
      }
      pasteRoundedPicture(picture, loadedImage, box, radius, corners);
    }
    return picture;
  }

  async function paint(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: SlidePaintState,
  ): Promise<RawPicture> {
    const { presenter } = slide;
    if (!presenter) return paintWithoutPresenter(slide, size, template, options);
    const { isAlone = options?.isBare ?? false, captioned } = options ?? {};
    const deps = {
      paint: (slideSize: PictureDimensions) => paintWithoutPresenter(slide, slideSize, template, options),
      load: (image: DrawableImage, posterSize: PictureDimensions) => images.load(image, posterSize, '#000000'),
    };
    const captionSpace = captionSpaceInPixels(size, captioned);
    return drawSlideWithPresenter(presenter, size, deps, {
      color: presenterRingColor(template),
      below: captionSpace,
      isAlone,
    });
  }

  /** Draws a slide without its presenter. */
  async function paintWithoutPresenter(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: SlidePaintState,
  ): Promise<RawPicture> {
    const composition = await compose(slide, size, template, options);
    if (options?.isBare) return backgrounds.picture(composition.scene, size, composition.direction);
    const picture = await paintComposition(slide, composition, size);
    return drawCallouts(picture, options?.callouts ?? slide.callouts ?? [], { slide, composition, size, template });
  }

  /** Draws callouts over a picture of a slide, which may be drawn `scale` times larger than its size. Changes the picture. */
  async function drawCallouts(
    picture: RawPicture,
    callouts: readonly DrawableCallout[],
    { slide, composition, size, template }: ComposedSlide,
    scale = 1,
  ): Promise<RawPicture> {
    if (callouts.length === 0) return picture;
    const { engine } = composition;
    const calloutContext = { size, template };
    const { covered, lit, nodes, ...calloutFonts } = await positionCallouts(
      callouts,
      slide,
      composition,
      calloutContext,
      engine,
    );
    const onPicture = (box: LayoutBox): LayoutBox => (scale === 1 ? box : scaleBoxToEvenPixels(box, scale));
    for (const box of covered) redactPictureArea(picture, onPicture(box));
    darkenOutsideBoxes(picture, lit.map(onPicture));
    if (nodes.length === 0) return picture;
    const visibleNodes = scale === 1 ? nodes : [scaleNodesIntoOne(nodes, size, scale)];
    const pictureBox = { x: 0, y: 0, width: picture.width, height: picture.height };
    const root = boxNode(pictureBox, {}, visibleNodes);
    blendPictureOver(picture, await drawTree(root, pictureBox, calloutFonts, slide.language, engine));
    return picture;
  }

  async function paintZoom(
    slide: DrawableSlide,
    area: RelativePictureArea,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: SlidePaintState,
  ): Promise<CameraZoomLayers> {
    const composition = await compose(slide, size, template, options);
    const composedSlide = { slide, composition, size, template };
    const callouts = options?.callouts ?? slide.callouts ?? [];
    const box = calloutAreaInPixels(area, size, findImageUnderCallouts(slide, composition)) ?? { x: 0, y: 0, ...size };
    const { scale, large, view } = cameraZoomToPart(cameraViewOfArea(box, size), size);
    const picture = await paintComposition(slide, composition, size);
    const largePicture = await paintComposition(slide, scaledComposition(composition, size, scale), large);
    return {
      picture: await drawCallouts(picture, callouts, composedSlide),
      large: await drawCallouts(largePicture, callouts, composedSlide, scale),
      view,
    };
  }

  /** Draws the picture of a composition, without callouts. */
  async function paintComposition(
    slide: DrawableSlide,
    composition: EngineComposition,
    size: PictureDimensions,
  ): Promise<RawPicture> {
    const { scene, image: place } = composition;
    if (isPlainBackground(scene) && !place) {
      const plainPicture = { ...size, rgba: await drawNodes(composition, size, slide.language, true) };
      return drawPastedPictures(plainPicture, composition);
    }
    const { below, above, image } = await drawLayers(slide, composition, size, place?.imageBox);
    if (image && place) pastePicture(below, image, place.imageBox.x, place.imageBox.y);
    blendPictureOver(below, above.rgba);
    freePictureMemory(above);
    return drawPastedPictures(below, composition);
  }

  async function paintLayers(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    options?: SlidePaintState,
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
    composition: EngineComposition,
    size: PictureDimensions,
  ): Promise<RawPicture> {
    const { image: place, scene } = composition;
    const doesImageCoverPanel = place !== undefined && place.imageBox === place.panel;
    const below = await drawBackground(doesImageCoverPanel ? { ...composition, image: undefined } : composition, size);
    if (!slide.image || !place || !(slide.image.is_page || place.isOutlined)) return below;
    const image = await images.load(
      slide.image,
      place.imageBox,
      scene.palette.panel,
      treatmentOf(slide.image, composition),
    );
    if (slide.image.is_page) fillBoxWithColor(below, place.panel, mainEdgeColor(image, place.panel));
    if (place.isOutlined) drawBorderIfImageBlendsIn(below, image, place.imageBox, scene);
    return below;
  }

  const paintPair = (
    from: MorphSlideDrawing,
    to: MorphSlideDrawing,
    size: PictureDimensions,
    template: SlideTemplate,
  ): Promise<MorphLayers> =>
    paintMorphLayers<EngineComposition>(
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
          const box = evenBoxAround(room, CHART_MARGIN, size);
          const chartFonts = { ...composition, families, logo: undefined };
          const slideBox = { ...size, x: -box.x, y: -box.y };
          return {
            box,
            async paint(moment) {
              const root = boxNode({ ...box, x: 0, y: 0 }, {}, [boxNode(slideBox, {}, nodes(moment))]);
              return { ...box, rgba: await drawTree(root, box, chartFonts, language, composition.engine) };
            },
          };
        },
        image: (image, imageSize, composition) =>
          images.load(image, imageSize, composition.scene.palette.panel, treatmentOf(image, composition)),
      },
    );

  /** Creates the function that makes a figure that counts paintable. */
  const paintedFigure =
    (slide: DrawableSlide, composition: EngineComposition, size: PictureDimensions) =>
    ({ box: figureBox, node }: CountUpFigure): PaintableCountUpFigure => {
      const box = evenBoxAround(figureBox, Math.ceil(figureBox.height * REACH_BEYOND_BOX), size);
      const boxInPicture = { ...figureBox, x: figureBox.x - box.x, y: figureBox.y - box.y };
      const figureFonts = { ...composition, logo: undefined };
      return {
        box,
        async paint(progress) {
          const root = boxNode({ ...box, x: 0, y: 0 }, {}, [boxNode(boxInPicture, {}, [node(progress)])]);
          const rgba = await drawTree(root, box, figureFonts, slide.language, composition.engine);
          return { width: box.width, height: box.height, rgba };
        },
      };
    };

  async function paintEntrance(
    slide: DrawableSlide,
    size: PictureDimensions,
    template: SlideTemplate,
    parts: EnteringPartIndexRange,
    options: Pick<SlidePaintState, 'captioned'> = {},
  ): Promise<EntranceLayers | undefined> {
    const composition = await compose(slide, size, template, { ...options, revealed: parts.to });
    if (!composition.entrance) return undefined;
    const { steps, layers, figures = [], hidesFigures } = composition.entrance(parts);
    const paintedLayers: RawPicture[] = [];
    const hiddenFigures = hidesFigures && figures.length > 0 ? ({ figures: 'hidden' } as const) : {};
    for (const revealed of layers)
      paintedLayers.push(
        await paintWithoutPresenter(slide, size, template, {
          ...options,
          ...hiddenFigures,
          revealed,
          labelled: parts.from,
        }),
      );
    if ('figures' in hiddenFigures)
      paintedLayers.push(
        await paintWithoutPresenter(slide, size, template, { ...options, ...hiddenFigures, revealed: parts.to }),
      );
    const figurePainter = paintedFigure(slide, composition, size);
    return { layers: paintedLayers, steps, figures: figures.map(figurePainter) };
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
      const { box, root, outline, ...captionFonts } = await composeCaption(
        text,
        language,
        size,
        template,
        style,
        engine,
      );
      const { x, y, width, height } = box;
      const picture = { width, height, rgba: await drawTree(root, box, captionFonts, language, engine) };
      if (outline) drawOutlineAroundAlpha(picture, outline.radius, outline.color);
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
