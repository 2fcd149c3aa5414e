import { join } from 'node:path';
import type { ClipOnTimeLine, MovingStretch, PlacedSlowZoom } from '#engine/video/clips/clip.ts';
import { plannedKeyFramePositions } from '#engine/video/clips/placement.ts';
import { codecFactsOf, containerOfCodec } from '#engine/video/codecs/codec-facts.ts';
import type { OrnamentDrift } from '#engine/video/drawing/drifting-ornaments.ts';
import { encodeMovingClips, encodeStillClips } from '#engine/video/encode-clips.ts';
import type { FfmpegRuntime } from '#engine/video/ffmpeg/run.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { SlowZoomRoom } from '#engine/video/motion/slow-zoom.ts';
import { muxClips } from '#engine/video/mux/mux-clips.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { generateTransitionFrames } from '#engine/video/transitions/generate-transition-frames.ts';

/** A shot of a video: a picture that stands, or the fade from the picture before to the one behind it, which may come in from a side instead. */
export type FilmShot =
  | { picture: number; frames: number; drifts?: readonly OrnamentDrift[]; zooms?: FilmZoom }
  | { fade: readonly [number, number]; frames: number; movesIn?: ClipOnTimeLine['movesIn']; zooms?: FilmZoom };

/** The slow zoom of a part of a picture. */
export interface FilmZoom {
  room: SlowZoomRoom;
  sizes: PlacedSlowZoom;
}

/** A clip with the slow zoom of a part of its picture. */
const zoomed = (placed: ClipOnTimeLine, zooms: FilmZoom | undefined): ClipOnTimeLine =>
  zooms ? { ...placed, clip: { ...placed.clip, zooms: zooms.room }, zoom: zooms.sizes } : placed;

/** A made video, and what it should be. */
export interface Film {
  file: string;
  settings: VideoSettings;
  shots: readonly FilmShot[];
  frames: number;
  keyframes: readonly number[];
  /** Whether the frames of standing pictures are copies of one; otherwise they are those of an encoded GOP. */
  isCopied: boolean;
  /** Whether decoders blend the fades: they then start without a key frame. */
  areFadesBlended: boolean;
}

export interface FilmSpec {
  settings: VideoSettings;
  pictures: readonly RawPicture[];
  shots: readonly FilmShot[];
  folder: string;
  /** Fades are encoded, also where decoders could blend them. */
  encodesFades?: boolean | undefined;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Makes a video as the service does, without sound. */
export async function makeFilm(spec: FilmSpec, runtime: FfmpegRuntime): Promise<Film> {
  const { settings, pictures, shots, folder } = spec;
  const [stills, moves] = [join(folder, 'stills'), join(folder, 'moves')];
  const areFadesBlended = codecFactsOf(settings.codec).blendsFades && !spec.encodesFades;
  const fades = shots.flatMap((shot) => ('fade' in shot && !areFadesBlended ? fadeOf(shot, pictures) : []));
  const stillClips = await encodeStillClips(settings, each(pictures), stills, runtime);
  const moveClips = await encodeMovingClips(settings, each(fades), moves, runtime);
  const moving = moveClips.values();
  const clips = shots.map((shot): ClipOnTimeLine => {
    const { frames: shown } = shot;
    if (!('fade' in shot)) {
      const { picture, drifts, zooms } = shot;
      return zoomed({ file: stills, clip: { ...must(stillClips[picture]), drifts }, shown }, zooms);
    }
    const { fade, movesIn, zooms } = shot;
    if (areFadesBlended)
      return zoomed({ file: stills, clip: must(stillClips[fade[1]]), shown, fadesIn: true, movesIn }, zooms);
    return { file: moves, clip: must(moving.next().value), shown };
  });
  const file = join(folder, `film.${containerOfCodec(settings.codec)}`);
  const frames = shots.reduce((sum, shot) => sum + shot.frames, 0);
  await muxClips({ settings, frames, clips }, file, runtime);
  const keyframes = plannedKeyFramePositions(settings, clips);
  const isCopied = stillClips.every(({ form }) => form === 'key_frame');
  return { file, settings, shots, frames, keyframes, isCopied, areFadesBlended };
}

function fadeOf(
  { fade, frames, movesIn }: Extract<FilmShot, { fade: unknown }>,
  pictures: readonly RawPicture[],
): MovingStretch {
  const [from, to] = fade.map((picture) => must(pictures[picture]));
  const { type, direction } = movesIn ?? { type: 'fade', direction: 'ltr' };
  return {
    frames,
    pictures: () => generateTransitionFrames(type, rgbToYuv420(must(from)), rgbToYuv420(must(to)), frames, direction),
  };
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a clip or a picture is missing');
  return value;
}
