import { join } from 'node:path';
import type { EncodedClip, MovingStretch } from '#engine/video/clips/clip.ts';
import { entranceFrames } from '#engine/video/motion/entrance/entrance-frames.ts';
import { imageMotionFrames } from '#engine/video/motion/image-motion-frames.ts';
import { zoomFrames } from '#engine/video/motion/zoom-frames.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { EvenBox } from '#engine/video/transitions/changed-box.ts';
import { morphFrames } from '#engine/video/transitions/morph/morph-frames.ts';
import { transitionFrames } from '#engine/video/transitions/transition-frames.ts';
import { allOrAbort } from '#kernel/shared/concurrency.ts';
import type { PictureDrawer } from './draw-pictures.ts';
import { drawPicturesAhead, keyOfDrawnPicture } from './draw-pictures-ahead.ts';
import type { ShotWithClipAddress } from './plan/render-plan.ts';
import {
  movesByWholePixels,
  type PresenterShot,
  type ShotWithoutPresenter,
  type StillOfBlendedShot,
  shotToEncode,
} from './plan/shot.ts';
import type { VideoMaker } from './ports.ts';
import { layPresenterOverPictures } from './presenter-pictures.ts';

/** Encoded clips in one local file, each with its content address. */
export interface EncodedClipFile {
  file: string;
  clips: { name: string; clip: EncodedClip }[];
}

type EncodedShot = ShotWithClipAddress | (StillOfBlendedShot & { clip: string });
type StillShot = Extract<EncodedShot, { kind: 'still' }>;
type MovingShot = Exclude<EncodedShot, StillShot>;
/** A moving shot, with what is below a presenter. */
type BareShot = Exclude<ShotWithoutPresenter, { kind: 'still' }> | PresenterShot;

/** The frames of what is below a presenter. A still is the same picture each time. */
async function* framesUnder({ under }: PresenterShot, drawer: PictureDrawer): AsyncGenerator<YuvPicture> {
  if (under.kind !== 'still') return yield* bareFrames(under, drawer);
  const picture = await drawer.yuv(under.picture);
  for (let i = 0; i < under.frames; i++) yield picture;
}

/** The frames of a moving shot, without captions. */
async function* bareFrames(shot: BareShot, drawer: PictureDrawer): AsyncGenerator<YuvPicture> {
  if (shot.kind === 'presenter') {
    yield* layPresenterOverPictures(framesUnder(shot, drawer), drawer.presenter(shot));
  } else if (shot.kind === 'transition') {
    const { type, frames, direction } = shot;
    if (type === 'morph') yield* morphFrames(await drawer.pair(shot.from, shot.to), frames);
    else yield* transitionFrames(type, await drawer.yuv(shot.from), await drawer.yuv(shot.to), frames, direction);
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

/** The frames of a moving shot with their captions; each caption is drawn once. */
async function* framesOf(shot: MovingShot, drawer: PictureDrawer): AsyncGenerator<YuvPicture> {
  const captions = await Promise.all(
    (shot.captions ?? []).map(async (shown) => ({ ...shown, lay: await drawer.caption(shown.text) })),
  );
  let at = 0;
  for await (const frame of bareFrames(shot, drawer)) {
    const caption = captions.find(({ first, end }) => first <= at && at < end);
    at += 1;
    yield caption ? caption.lay(frame) : frame;
  }
}

async function* movesOf(shots: readonly MovingShot[], drawer: PictureDrawer): AsyncGenerator<MovingStretch> {
  for (const shot of shots)
    yield {
      frames: shot.frames,
      movesByPixels: movesByWholePixels(shot),
      pictures: () => framesOf(shot, drawer),
      ...(shot.kind === 'footage' ? { stream: () => drawer.stream(shot) } : {}),
    };
}

/** Pairs clips with the names of their shots. @throws Error when the numbers differ */
const named = (shots: readonly EncodedShot[], clips: readonly EncodedClip[]): EncodedClipFile['clips'] =>
  shots.map(({ clip: name }, index) => {
    const clip = clips[index];
    if (!clip) throw new Error(`${shots.length} clips were to be made, ${clips.length} were`);
    return { name, clip };
  });

/** Stills with different pictures, and for each still the place of its picture among them. */
interface DifferentPictures {
  different: StillShot[];
  places: number[];
}

/**
 * Lists the different pictures of stills. A part that rises ends with the picture that stands after it: their clips have the same bytes, and
 * only their records differ.
 */
function differentPicturesOf(stills: readonly StillShot[]): DifferentPictures {
  const different: StillShot[] = [];
  const known = new Map<string, number>();
  const places = stills.map((still) => {
    const key = keyOfDrawnPicture(still.picture);
    const place = 'rises' in still && still.rises ? undefined : known.get(key);
    const before = place === undefined ? undefined : different[place];
    if (place === undefined || !before) {
      known.set(key, different.length);
      return different.push(still) - 1;
    }
    if (still.picture.drifts) different[place] = { ...before, picture: still.picture };
    return place;
  });
  return { different, places };
}

/**
 * Draws and encodes stills, each picture once. The clips of stills with equal pictures have the same place in the file.
 * @throws Error if the encoder returns another number of clips than it was given pictures
 */
async function encodeStills(
  maker: Pick<VideoMaker, 'encodeStillClips'>,
  drawer: PictureDrawer,
  settings: VideoSettings,
  stills: readonly StillShot[],
  file: string,
  signal: AbortSignal,
): Promise<EncodedClip[]> {
  const { different, places } = differentPicturesOf(stills);
  const boxes = new Map<number, EvenBox>();
  const pictures = drawPicturesAhead(different, drawer, (place, box) => boxes.set(place, box));
  const clips = await maker.encodeStillClips(settings, pictures, file, signal);
  if (clips.length !== different.length)
    throw new Error(`${different.length} pictures were to be encoded, ${clips.length} were`);
  const described: EncodedClip[] = [];
  for (const [index, still] of stills.entries()) {
    const place = places[index] ?? 0;
    const clip = clips[place];
    if (!clip) throw new Error(`still ${index} has no picture`);
    const rises = 'rises' in still && still.rises ? boxes.get(place) : undefined;
    const drifts = still.picture.drifts ? await drawer.drifts(still.picture.slide) : [];
    const zooms = still.picture.zoom === undefined ? undefined : await drawer.zoomRoom(still.picture.slide);
    described.push({
      ...clip,
      ...(rises ? { rises } : {}),
      ...(drifts.length > 0 ? { drifts } : {}),
      ...(zooms ? { zooms } : {}),
    });
  }
  return described;
}

/**
 * Draws and encodes the clips of shots into local files in `directory`: one file for stills and one for moving shots, by two encoders at
 * the same time. When one of them fails, the other is aborted.
 */
export async function encodeShotClips(
  maker: Pick<VideoMaker, 'encodeStillClips' | 'encodeMovingClips'>,
  drawer: PictureDrawer,
  settings: VideoSettings,
  shots: readonly ShotWithClipAddress[],
  directory: string,
  signal: AbortSignal,
): Promise<EncodedClipFile[]> {
  const encoded = shots.map((shot): EncodedShot => ({ ...shotToEncode(shot, settings), clip: shot.clip }));
  const stills = encoded.filter((shot): shot is StillShot => shot.kind === 'still');
  const moving = encoded.filter((shot): shot is MovingShot => shot.kind !== 'still');
  const make = async (
    name: string,
    of: readonly EncodedShot[],
    encode: (file: string) => Promise<EncodedClip[]>,
  ): Promise<EncodedClipFile[]> => {
    if (of.length === 0) return [];
    const file = join(directory, name);
    return [{ file, clips: named(of, await encode(file)) }];
  };
  const made = await allOrAbort<EncodedClipFile[][]>(
    signal,
    (stop) => make('stills', stills, (file) => encodeStills(maker, drawer, settings, stills, file, stop)),
    (stop) => make('moves', moving, (file) => maker.encodeMovingClips(settings, movesOf(moving, drawer), file, stop)),
  );
  return made.flat();
}
