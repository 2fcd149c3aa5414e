import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import type { PictureStream } from '#engine/video/clips/clip.ts';
import { type DrawableSlide, DrawingError, type SlidePaintState } from '#engine/video/drawing/drawable-slide.ts';
import type { OrnamentDrift } from '#engine/video/drawing/drifting-ornaments.ts';
import { captionRise } from '#engine/video/drawing/layout/caption-area.ts';
import type { CameraZoomLayers } from '#engine/video/drawing/paint/camera-zoom-layers.ts';
import { blendCaption, type CaptionLayer } from '#engine/video/drawing/paint/caption-layer.ts';
import { dimEarlierParts } from '#engine/video/drawing/paint/dimmed-parts.ts';
import type { MorphLayers } from '#engine/video/drawing/paint/morph-layers.ts';
import type { MorphSlideDrawing } from '#engine/video/drawing/paint/paint-morph-layers.ts';
import { captionSpaceInPixels, presenterRingColor } from '#engine/video/drawing/paint/present-slide.ts';
import type { SlideLayers } from '#engine/video/drawing/paint/slide-layers.ts';
import { unobstructedOrnamentDrifts } from '#engine/video/drawing/paint/unobstructed-ornament-drifts.ts';
import { slideBackgroundKey } from '#engine/video/drawing/slide-picture-key.ts';
import { slideBoxNextToPresenter } from '#engine/video/footage/presenter-look.ts';
import type { EntrancePictures } from '#engine/video/motion/entrance/entrance-frames.ts';
import { slideWithImageAtRest } from '#engine/video/motion/image-motion-frames.ts';
import { createBlendOverlay } from '#engine/video/motion/overlay.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { SlowZoomRoom } from '#engine/video/motion/slow-zoom.ts';
import { zoomedPicture } from '#engine/video/motion/zoom-frames.ts';
import { freePictureMemory, type RawOrYuvPicture, type RawPicture, type YuvPicture } from '#engine/video/picture.ts';
import type { Template } from '#features/templates/public.ts';
import { effectivePresenterLookOf, readTimelineSlidePictures } from '#features/timelines/public.ts';
import { serializeCanonicalJson } from '#kernel/shared/canonical-json.ts';
import { burnedInCaptionStyleOf } from './captions/burned-style.ts';
import { NonRetryableRenderError } from './failure.ts';
import { type FootageRange, footagePictures, footageStreamForEncoder } from './footage-pictures.ts';
import {
  cameraAreaOfCallout,
  drawableSlideOfSnapshot,
  findCalloutsShownInPicture,
  ornamentDriftsOf,
  slideAtPosition,
  slideWithDecidedMotion,
} from './frozen-slide.ts';
import type { PictureRef, PresenterShot, VideoShot } from './plan/video-shot.ts';
import { FileMissingError, type FileStore, type FootageReader, type SlidePainter } from './ports.ts';
import { layPresenterOverPictures, type PresenterFrames, presenterFrames } from './presenter-pictures.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import {
  slideForErrorUnlessIntroOrOutro,
  slideNameInMessage,
  type TimelineSnapshot,
  templateOfSnapshot,
} from './timeline-snapshot.ts';

/** Dependencies of drawing. */
export interface DrawPicturesDeps {
  files: FileStore;
  painter: () => Promise<SlidePainter>;
  footage: FootageReader;
}

/** Draws the pictures of one frozen timeline. */
export interface PictureDrawer {
  /** Draws a picture in RGBA. */
  raw(picture: PictureRef): Promise<RawPicture>;
  /** Frees the memory of a picture from `raw`, which must not be used afterwards. */
  free(picture: RawPicture): void;
  /** Draws a picture for a still: in RGBA, or in YUV where the slide's video stands. */
  still(picture: PictureRef): Promise<RawOrYuvPicture>;
  /** Draws a picture in the YUV format of the video. The last two are cached, because adjacent shots use the same pictures. */
  yuv(picture: PictureRef): Promise<YuvPicture>;
  /** Draws the layers of a slide whose image moves. */
  layers(picture: Pick<PictureRef, 'slide' | 'caption'>): Promise<SlideLayers>;
  /** Draws the layers of the camera's way to the part of a slide that a picture shows. @throws RangeError for a picture of a whole slide */
  zoom(picture: PictureRef): Promise<CameraZoomLayers>;
  /** Draws two slides, cut into the parts that both have and the rest of each. */
  pair(from: PictureRef, to: PictureRef): Promise<MorphLayers>;
  /** The ornaments of a slide that drift: those with nothing in front of them. */
  drifts(slide: number): Promise<OrnamentDrift[]>;
  /** The room of the image of a slide that is in a slow zoom; undefined where it shows none that could be. */
  zoomRoom(slide: number): Promise<SlowZoomRoom | undefined>;
  /** Draws the pictures of an entrance: before it, with each layer, and after it. */
  entrance(shot: Pick<Extract<VideoShot, { kind: 'drawn' }>, 'from' | 'to' | 'parts'>): Promise<EntrancePictures>;
  /** The pictures of a slide while its video plays, without captions. */
  footage(shot: Extract<VideoShot, { kind: 'footage' }>): AsyncIterable<YuvPicture>;
  /** The presenter who is laid over a shot. */
  presenter(shot: PresenterShot): PresenterFrames;
  /** The same pictures as a stream for an encoder; undefined unless they are those of the video alone. */
  stream(shot: Extract<VideoShot, { kind: 'footage' }>): Promise<PictureStream | undefined>;
  /** Returns a function that draws a caption of a slide into a frame in place and returns the frame. */
  caption(text: string, slide: number): Promise<(frame: YuvPicture) => YuvPicture>;
}

/** The number of cached pictures: a transition needs the pictures before and after it, and the next transition starts with the latter. */
const MAX_CACHED_PICTURES = 2;

/** Makes a function that caches the results of its last inputs. Inputs are equal if they have the same members. */
function memoizeLast<Input, T>(
  make: (input: Input) => Promise<T>,
  limit = MAX_CACHED_PICTURES,
): (input: Input) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (input) => {
    const key = serializeCanonicalJson(input);
    const cachedResult = cache.get(key);
    if (cachedResult) return cachedResult;
    const newResult = make(input);
    cache.set(key, newResult);
    newResult.catch(() => cache.delete(key));
    for (const oldest of [...cache.keys()].slice(0, -limit)) cache.delete(oldest);
    return newResult;
  };
}

/**
 * Makes a drawer for a snapshot, in the size of its render and with its template.
 * @throws NonRetryableRenderError `image_unreadable` (from its methods) for an image that is missing or cannot be drawn
 */
export function createPictureDrawer(
  deps: DrawPicturesDeps,
  { render, signal }: Pick<ClaimedRenderTask, 'render' | 'signal'>,
  snapshot: TimelineSnapshot,
): PictureDrawer {
  const { width, height } = render.output;
  const { language } = snapshot.settings;

  const bytesOf = (key: string): Promise<Uint8Array> => deps.files.getBytes(key);

  /** @param isCached true if the same images are drawn again and again */
  async function drawable(
    position: number,
    state?: number,
    isCached = false,
    readFile = bytesOf,
  ): Promise<DrawableSlide> {
    signal.throwIfAborted();
    try {
      return await readTimelineSlidePictures(drawableSlideOfSnapshot(snapshot, position, state), readFile, isCached);
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
      const name = slideNameInMessage(snapshot, position);
      throw new NonRetryableRenderError('image_unreadable', `An image of ${name} is no longer there.`, {
        cause: error,
        failedSlide: slideForErrorUnlessIntroOrOutro(snapshot, position),
      });
    }
  }

  async function draw<T>(
    { slide: position, state, zoom: enlarged }: Pick<PictureRef, 'slide' | 'state' | 'zoom'>,
    useTemplate: (painter: SlidePainter, slide: DrawableSlide, template: Template) => Promise<T>,
    readFile = bytesOf,
  ): Promise<T> {
    const slide = await drawable(position, state, enlarged !== undefined, readFile);
    try {
      return await useTemplate(await deps.painter(), slide, templateOfSnapshot(snapshot));
    } catch (error) {
      if (!(error instanceof DrawingError)) throw error;
      const name = slideNameInMessage(snapshot, position);
      throw new NonRetryableRenderError('image_unreadable', `The picture of ${name} could not be drawn.`, {
        cause: error,
        failedSlide: slideForErrorUnlessIntroOrOutro(snapshot, position),
      });
    }
  }

  const size = { width, height };
  const style = burnedInCaptionStyleOf(render.output) ?? DEFAULT_CAPTION_STYLE;
  const styleFor = (caption: string | undefined) => (caption === undefined ? undefined : style);
  const optionsOf = ({
    slide,
    revealed,
    figures,
    lit,
    lights,
    bare,
    callouts,
    presenter,
    zoom: enlarged,
    caption,
  }: PictureRef): SlidePaintState => ({
    ...{ revealed, figures, lit, lights, zoom: enlarged, isBare: bare, captioned: styleFor(caption) },
    ...(presenter === undefined ? {} : { isAlone: true }),
    callouts: findCalloutsShownInPicture(snapshot, slide, callouts),
  });
  /**
   * The layers of the camera's movement to a part of a slide. The last result is kept, because the picture at the end of the movement
   * follows it.
   */
  const zoomLayersOf = memoizeLast(
    ({ picture, view }: { picture: PictureRef; view: number }): Promise<CameraZoomLayers> =>
      draw(picture, (painter, drawn, template) =>
        painter.paintZoom(
          drawn,
          cameraAreaOfCallout(snapshot, picture.slide, view),
          size,
          template,
          optionsOf(picture),
        ),
      ),
    1,
  );
  const zoom = ({ view, ...picture }: PictureRef): Promise<CameraZoomLayers> => {
    if (view === undefined) throw new RangeError('the picture is of a whole slide');
    return zoomLayersOf({ picture: { ...picture, caption: picture.caption === undefined ? undefined : '' }, view });
  };
  /** Draws a picture with all visible parts in their full colours, then dims the earlier parts. */
  const paintDimmed = async ({ dimmed, ...picture }: PictureRef): Promise<RawPicture> => {
    const fullPicture = await paint(picture);
    const earlierParts = await paint({ ...picture, revealed: dimmed });
    const emptySlide = await paint({ ...picture, revealed: 0 });
    dimEarlierParts({ ground: emptySlide, earlier: earlierParts, whole: fullPicture });
    freePictureMemory(earlierParts);
    freePictureMemory(emptySlide);
    return fullPicture;
  };
  const paint = async (picture: PictureRef): Promise<RawPicture> => {
    if (picture.dimmed !== undefined) return paintDimmed(picture);
    if (picture.view !== undefined) return zoomedPicture(await zoom(picture));
    return draw(picture, (painter, drawn, template) => painter.paint(drawn, size, template, optionsOf(picture)));
  };
  /** Pictures that are cached here and were also returned, so that they must not be freed. */
  const sharedPictures = new WeakSet<RawPicture>();
  // Consecutive captions are drawn over the same picture.
  const paintWithoutCaption = memoizeLast(paint, 1);
  const paintCaption = memoizeLast(async (text: string) => {
    signal.throwIfAborted();
    const painter = await deps.painter();
    return painter.paintCaption(text, language, size, templateOfSnapshot(snapshot), style);
  });
  /** The picture of a caption in its place on a slide, which is not over a presenter below the slide. */
  async function captionOnSlide(text: string, position: number): Promise<CaptionLayer> {
    const { presenter, video } = slideAtPosition(snapshot, position);
    const look = presenter && effectivePresenterLookOf(presenter, video !== undefined);
    const layer = await paintCaption(text);
    return { ...layer, y: layer.y - captionRise(size, slideBoxNextToPresenter(look, size), style) };
  }
  async function raw(picture: PictureRef): Promise<RawPicture> {
    const { caption } = picture;
    if (caption === undefined) return paint(picture);
    const uncaptionedPicture = await paintWithoutCaption({ ...picture, caption: '' });
    if (caption === '') {
      sharedPictures.add(uncaptionedPicture);
      return uncaptionedPicture;
    }
    const captioned = { ...uncaptionedPicture, rgba: new Uint8Array(uncaptionedPicture.rgba) };
    blendCaption(captioned, await captionOnSlide(caption, picture.slide));
    return captioned;
  }

  const free = (picture: RawPicture): void => {
    if (!sharedPictures.has(picture)) freePictureMemory(picture);
  };

  const layers = memoizeLast(async ({ slide, captioned }: { slide: number; captioned: boolean }) => {
    const found = await draw({ slide }, (painter, drawn, template) =>
      painter.paintLayers(drawn, size, template, { captioned: captioned ? style : undefined }),
    );
    if (!found) throw new Error(`slide ${slide} shows no image that could move`);
    return found;
  });
  const layersOf = ({ slide, caption }: Pick<PictureRef, 'slide' | 'caption'>): Promise<SlideLayers> =>
    layers({ slide, captioned: caption !== undefined });
  async function captionLayer(text: string, slide: number): Promise<(frame: YuvPicture) => YuvPicture> {
    const { picture, x, y } = await captionOnSlide(text, slide);
    const overlay = createBlendOverlay(picture, { ...picture, x: 0, y: 0 }, { ...size, x, y });
    return (frame) => {
      overlay(new Uint8ClampedArray(frame.data.buffer, frame.data.byteOffset, frame.data.length));
      return frame;
    };
  }

  const { fps } = render.output;
  const footageOf = (captioned: boolean, range: FootageRange): AsyncGenerator<YuvPicture> => {
    const layersFor = (slide: number) => layers({ slide, captioned });
    return footagePictures({ reader: deps.footage, snapshot, fps, layersOf: layersFor, signal }, range);
  };
  /** A slide whose video stands at a moment, with its caption. */
  async function standingFootage({ slide, moment = 0, caption }: PictureRef): Promise<YuvPicture> {
    for await (const picture of footageOf(caption !== undefined, { slide, from: moment, frames: 1 }))
      return caption ? (await captionLayer(caption, slide))(picture) : picture;
    throw new Error(`slide ${slide} has no picture at ${moment} s`);
  }
  const presenterOf = (range: FootageRange, captioned: boolean): PresenterFrames => {
    const template = templateOfSnapshot(snapshot);
    const below = captionSpaceInPixels(size, captioned ? style : undefined);
    const form = { size, color: presenterRingColor(template), below };
    return presenterFrames({ reader: deps.footage, snapshot, fps, ...form, signal }, range);
  };
  /** A slide whose presenter stands at a second of the recording, with its caption. */
  async function standingPresenter(
    { presenter, caption, ...picture }: PictureRef,
    second: number,
  ): Promise<YuvPicture> {
    const under = yuv({ ...picture, presenter: 'none', ...(caption === undefined ? {} : { caption: '' }) });
    const person = presenterOf({ slide: picture.slide, from: second, frames: 1 }, caption !== undefined);
    for await (const shown of layPresenterOverPictures(singlePicture(under), person))
      return caption ? (await captionLayer(caption, picture.slide))(shown) : shown;
    throw new Error(`the presenter of slide ${picture.slide} has no picture at ${second} s`);
  }
  async function* singlePicture(picture: Promise<YuvPicture>): AsyncGenerator<YuvPicture> {
    yield await picture;
  }
  const yuv: (picture: PictureRef) => Promise<YuvPicture> = memoizeLast(async (picture) => {
    if (typeof picture.presenter === 'number') return standingPresenter(picture, picture.presenter);
    if (picture.moment !== undefined) return standingFootage(picture);
    const { rest } = picture;
    const motion = rest === undefined ? 'none' : slideWithDecidedMotion(snapshot, picture.slide, render).image_motion;
    if (rest === undefined || motion === 'none') {
      const drawn = await raw(picture);
      const converted = rgbToYuv420(drawn);
      free(drawn);
      return converted;
    }
    return slideWithImageAtRest(await layersOf(picture), motion, rest);
  });
  /** A slide in the state that a picture shows, to be cut into its parts. */
  const drawingOf = (
    { slide: position, revealed, figures, dimmed, lit, rest, zoom: enlarged, caption }: PictureRef,
    slide: DrawableSlide,
  ): MorphSlideDrawing => {
    const { image_motion: motion } = slideWithDecidedMotion(snapshot, position, render);
    return {
      ...{ slide, dimmed },
      options: { revealed, figures, lit, zoom: enlarged, captioned: styleFor(caption) },
      rest: rest === undefined || motion === 'none' ? undefined : { motion, when: rest },
    };
  };
  const pair = async (from: PictureRef, to: PictureRef): Promise<MorphLayers> => {
    const first = drawingOf(from, await drawable(from.slide, from.state));
    return draw(to, (painter, slide, template) => painter.paintPair(first, drawingOf(to, slide), size, template));
  };
  /** The ornaments that drift, of slides of which the whole picture was seen. */
  const driftsBySlide = new Map<number, OrnamentDrift[]>();
  /** Grounds of slides, which most slides share. */
  const groundsByKey = new Map<string, Promise<RawPicture>>();
  function groundOf(slide: number): Promise<RawPicture> {
    const key = slideBackgroundKey(drawableSlideOfSnapshot(snapshot, slide), size, templateOfSnapshot(snapshot));
    const knownGround = groundsByKey.get(key);
    if (knownGround) return knownGround;
    const ground = paint({ slide, bare: true });
    groundsByKey.set(key, ground);
    ground.catch(() => groundsByKey.delete(key));
    for (const oldest of [...groundsByKey.keys()].slice(0, -MAX_CACHED_PICTURES)) groundsByKey.delete(oldest);
    return ground;
  }
  async function findUnobstructedDrifts(slide: number, whole: RawPicture): Promise<OrnamentDrift[]> {
    const unobstructedDrifts = unobstructedOrnamentDrifts(
      ornamentDriftsOf(snapshot, slide, render),
      whole,
      await groundOf(slide),
    );
    driftsBySlide.set(slide, unobstructedDrifts);
    return unobstructedDrifts;
  }
  async function drifts(slide: number): Promise<OrnamentDrift[]> {
    const knownDrifts = driftsBySlide.get(slide);
    if (knownDrifts) return knownDrifts;
    const wholePicture = await paint({ slide });
    const unobstructedDrifts = await findUnobstructedDrifts(slide, wholePicture);
    freePictureMemory(wholePicture);
    return unobstructedDrifts;
  }
  // A room follows from the layout: no image is fetched for it.
  const zoomRoom = memoizeLast((slide: number) =>
    draw(
      { slide },
      (painter, drawn, template) => painter.zoomRoom(drawn, size, template),
      async () => new Uint8Array(),
    ),
  );
  async function still(picture: PictureRef): Promise<RawOrYuvPicture> {
    if (picture.moment !== undefined || typeof picture.presenter === 'number') return yuv(picture);
    const drawn = await raw(picture);
    const { slide, drifts: mayDrift, ...otherTraits } = picture;
    const isWholePicture = Object.values(otherTraits).every((value) => value === undefined);
    if (mayDrift && isWholePicture && !driftsBySlide.has(slide)) await findUnobstructedDrifts(slide, drawn);
    return drawn;
  }
  return {
    raw,
    free,
    drifts,
    zoomRoom,
    still,
    yuv,
    async entrance({ from, to, parts }) {
      const before = await yuv(from);
      const found = await draw(to, (painter, drawn, template) =>
        painter.paintEntrance(drawn, size, template, parts, { captioned: styleFor(to.caption) }),
      );
      if (!found) throw new Error(`no part of slide ${to.slide} enters`);
      const layers = found.layers.map((layer) => {
        const converted = rgbToYuv420(layer);
        freePictureMemory(layer);
        return converted;
      });
      const { steps, figures } = found;
      // The figures count up until the last picture, which has them.
      const last = figures.length > 0 ? [] : [await yuv(to)];
      return { pictures: [before, ...layers, ...last], steps, figures };
    },
    layers: layersOf,
    zoom,
    pair,
    footage: ({ slide, second, frames, captions: laid }) =>
      footageOf(laid !== undefined, { slide, from: second, frames }),
    presenter: ({ slide, second, frames, stands, captions: laid }) =>
      presenterOf({ slide, from: second, frames: stands ? 1 : frames }, laid !== undefined),
    async stream({ slide, second, frames, captions: laid }) {
      if (laid !== undefined) return undefined;
      const layersFor = (position: number) => layers({ slide: position, captioned: false });
      const range = { slide, from: second, frames };
      return footageStreamForEncoder({ reader: deps.footage, snapshot, fps, layersOf: layersFor }, range);
    },
    caption: captionLayer,
  };
}
