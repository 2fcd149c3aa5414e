import { join } from 'node:path';
import type { EncodedClip, MovingStretch } from '#engine/video/clips/clip.ts';
import { entranceFrames } from '#engine/video/motion/entrance/entrance-frames.ts';
import { imageMotionFrames } from '#engine/video/motion/image-motion-frames.ts';
import { zoomFrames } from '#engine/video/motion/zoom-frames.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { EvenBox } from '#engine/video/transitions/changed-box.ts';
import { generateTransitionFrames } from '#engine/video/transitions/generate-transition-frames.ts';
import { morphFrames } from '#engine/video/transitions/morph/morph-frames.ts';
import { runAllOrAbort } from '#kernel/shared/concurrency.ts';
import type { PictureDrawer } from './draw-pictures.ts';
import { drawPicturesAhead, keyOfDrawnPicture } from './draw-pictures-ahead.ts';
import type { ShotWithClipAddress } from './plan/render-plan.ts';
import {
  isWholePixelShot,
  type PresenterShot,
  type ShotWithoutPresenter,
  type StillOfBlendedShot,
  shotToEncode,
} from './plan/video-shot.ts';
import type { VideoPartEncoder } from './ports.ts';
import { layPresenterOverPictures } from './presenter-pictures.ts';

/** Encoded clips in one local file, each with its content address. */
export interface EncodedClipFile {
  file: string;
  clips: { name: string; clip: EncodedClip }[];
}

type ShotToEncode = ShotWithClipAddress | (StillOfBlendedShot & { clip: string });
type StillShot = Extract<ShotToEncode, { kind: 'still' }>;
type MovingShot = Exclude<ShotToEncode, StillShot>;
/** A moving shot; of one with a presenter also the shot below. */
type ShotWithoutCaptions = Exclude<ShotWithoutPresenter, { kind: 'still' }> | PresenterShot;

/** The frames of the shot below a presenter. Those of a still are the same picture each time. */
async function* framesBelowPresenter({ under }: PresenterShot, drawer: PictureDrawer): AsyncGenerator<YuvPicture> {
  if (under.kind !== 'still') return yield* framesWithoutCaptions(under, drawer);
  const picture = await drawer.yuv(under.picture);
  for (let i = 0; i < under.frames; i++) yield picture;
}

/** The frames of a moving shot, without captions. */
async function* framesWithoutCaptions(shot: ShotWithoutCaptions, drawer: PictureDrawer): AsyncGenerator<YuvPicture> {
  if (shot.kind === 'presenter') {
    yield* layPresenterOverPictures(framesBelowPresenter(shot, drawer), drawer.presenter(shot));
  } else if (shot.kind === 'transition') {
    const { type, frames, direction } = shot;
    if (type === 'morph') yield* morphFrames(await drawer.pair(shot.from, shot.to), frames);
    else
      yield* generateTransitionFrames(type, await drawer.yuv(shot.from), await drawer.yuv(shot.to), frames, direction);
  } else if (shot.kind === 'drawn') {
    yield* entranceFrames(await drawer.entrance(shot), shot.frames);
  } else if (shot.kind === 'zoom') {
    yield* zoomFrames(await drawer.zoom(shot.picture), shot.toward, shot.frames);
  } else if (shot.kind === 'footage') {
    yield* drawer.footage(shot);
  } else {
    const { motion, first, frames: count, total, slide, captions } = shot;
    const layers = await drawer.layers(captions ? { slide, caption: '' } : { slide });
    yield* imageMotionFrames(layers, motion, { first, count, total });
  }
}

/** The slide on which the captions of a moving shot are: in a transition, the new one, which speaks already. */
function slideOfCaptions(shot: MovingShot): number {
  if (shot.kind === 'transition' || shot.kind === 'drawn') return shot.to.slide;
  return shot.kind === 'zoom' ? shot.picture.slide : shot.slide;
}

/** The frames of a moving shot with their captions; each caption is drawn once. */
async function* framesOf(shot: MovingShot, drawer: PictureDrawer): AsyncGenerator<YuvPicture> {
  const captions = await Promise.all(
    (shot.captions ?? []).map(async (shownCaption) => ({
      ...shownCaption,
      lay: await drawer.caption(shownCaption.text, slideOfCaptions(shot)),
    })),
  );
  let frameIndex = 0;
  for await (const frame of framesWithoutCaptions(shot, drawer)) {
    const caption = captions.find(({ first, end }) => first <= frameIndex && frameIndex < end);
    frameIndex += 1;
    yield caption ? caption.lay(frame) : frame;
  }
}

async function* movingStretchesOf(shots: readonly MovingShot[], drawer: PictureDrawer): AsyncGenerator<MovingStretch> {
  for (const shot of shots)
    yield {
      frames: shot.frames,
      movesByPixels: isWholePixelShot(shot),
      pictures: () => framesOf(shot, drawer),
      ...(shot.kind === 'footage' ? { stream: () => drawer.stream(shot) } : {}),
    };
}

/** Pairs clips with the names of their shots. @throws Error when the numbers differ */
const pairWithNames = (shots: readonly ShotToEncode[], clips: readonly EncodedClip[]): EncodedClipFile['clips'] =>
  shots.map(({ clip: name }, index) => {
    const clip = clips[index];
    if (!clip) throw new Error(`${shots.length} clips were to be made, ${clips.length} were`);
    return { name, clip };
  });

/** Stills with different pictures, and for each still the place of its picture among them. */
interface DistinctPictures {
  distinctStills: StillShot[];
  places: number[];
}

/**
 * Lists the different pictures of stills. A part that rises ends with the picture that stands after it: their clips have the same bytes, and
 * only their records differ.
 */
function distinctPicturesOf(stills: readonly StillShot[]): DistinctPictures {
  const distinctStills: StillShot[] = [];
  const placeByKey = new Map<string, number>();
  const places = stills.map((still) => {
    const key = keyOfDrawnPicture(still.picture);
    const place = 'rises' in still && still.rises ? undefined : placeByKey.get(key);
    const earlierStill = place === undefined ? undefined : distinctStills[place];
    if (place === undefined || !earlierStill) {
      placeByKey.set(key, distinctStills.length);
      return distinctStills.push(still) - 1;
    }
    if (still.picture.drifts) distinctStills[place] = { ...earlierStill, picture: still.picture };
    return place;
  });
  return { distinctStills, places };
}

/**
 * Draws and encodes stills, each picture once. The clips of stills with equal pictures have the same place in the file.
 * @throws Error if the encoder returns another number of clips than it was given pictures
 */
async function encodeStills(
  maker: Pick<VideoPartEncoder, 'encodeStillClips'>,
  drawer: PictureDrawer,
  settings: VideoSettings,
  stills: readonly StillShot[],
  file: string,
  signal: AbortSignal,
): Promise<EncodedClip[]> {
  const { distinctStills, places } = distinctPicturesOf(stills);
  const boxes = new Map<number, EvenBox>();
  const pictures = drawPicturesAhead(distinctStills, drawer, (place, box) => boxes.set(place, box));
  const clips = await maker.encodeStillClips(settings, pictures, file, signal);
  if (clips.length !== distinctStills.length)
    throw new Error(`${distinctStills.length} pictures were to be encoded, ${clips.length} were`);
  const clipsOfStills: EncodedClip[] = [];
  for (const [index, still] of stills.entries()) {
    const place = places[index] ?? 0;
    const clip = clips[place];
    if (!clip) throw new Error(`still ${index} has no picture`);
    const rises = 'rises' in still && still.rises ? boxes.get(place) : undefined;
    const drifts = still.picture.drifts ? await drawer.drifts(still.picture.slide) : [];
    const zooms = still.picture.zoom === undefined ? undefined : await drawer.zoomRoom(still.picture.slide);
    clipsOfStills.push({
      ...clip,
      ...(rises ? { rises } : {}),
      ...(drifts.length > 0 ? { drifts } : {}),
      ...(zooms ? { zooms } : {}),
    });
  }
  return clipsOfStills;
}

/**
 * Draws and encodes the clips of shots into local files in `directory`: one file for stills and one for moving shots, by two encoders at
 * the same time. When one of them fails, the other is aborted.
 */
export async function encodeShotClips(
  maker: Pick<VideoPartEncoder, 'encodeStillClips' | 'encodeMovingClips'>,
  drawer: PictureDrawer,
  settings: VideoSettings,
  shots: readonly ShotWithClipAddress[],
  directory: string,
  signal: AbortSignal,
): Promise<EncodedClipFile[]> {
  const shotsToEncode = shots.map((shot): ShotToEncode => ({ ...shotToEncode(shot, settings), clip: shot.clip }));
  const stills = shotsToEncode.filter((shot): shot is StillShot => shot.kind === 'still');
  const movingShots = shotsToEncode.filter((shot): shot is MovingShot => shot.kind !== 'still');
  const encodeIfAny = async (
    name: string,
    shotsOfFile: readonly ShotToEncode[],
    encode: (file: string) => Promise<EncodedClip[]>,
  ): Promise<EncodedClipFile[]> => {
    if (shotsOfFile.length === 0) return [];
    const file = join(directory, name);
    return [{ file, clips: pairWithNames(shotsOfFile, await encode(file)) }];
  };
  const clipFiles = await runAllOrAbort<EncodedClipFile[][]>(
    signal,
    (abortSignal) =>
      encodeIfAny('stills', stills, (file) => encodeStills(maker, drawer, settings, stills, file, abortSignal)),
    (abortSignal) =>
      encodeIfAny('moves', movingShots, (file) =>
        maker.encodeMovingClips(settings, movingStretchesOf(movingShots, drawer), file, abortSignal),
      ),
  );
  return clipFiles.flat();
}
