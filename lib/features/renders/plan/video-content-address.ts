import { SLOW_ZOOM_VERSION } from '#engine/video/motion/slow-zoom.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { ExtraFileKind, RenderOutput } from '../render.ts';
import type { RendererVersion } from '../renderer.ts';
import { contentHash } from './clip-content-address.ts';
import type { RenderPlan, ShotWithClipAddress } from './render-plan.ts';
import { isTransitionBlendedByDecoder } from './video-shot.ts';

/** Version of the assembly. Raise it with every change of how clips, sound and texts become the files of a render. */
const ASSEMBLY_VERSION = 5;

/** Inputs of a render's files other than clips and sound. */
export interface VideoMetadataForAddress {
  title: string;
  language: string;
  chapters: readonly { title: string; startFrame: number }[];
  captions: RenderOutput['captions'];
  /** Canonical text of the drawing of the poster. */
  poster: string;
  /** Inputs of the extra files; absent: the render makes none. */
  extras?: ExtraFilesInputForAddress | undefined;
}

/** Inputs of the extra files of a render (GIF, MP3, PDF, thumbnails), for the content address of its video. */
export interface ExtraFilesInputForAddress {
  files: readonly ExtraFileKind[];
  /** Canonical texts of the drawings of the slides. */
  pictures: readonly string[];
  /** The first frame of each slide, and its text, which screen readers read instead of the picture. */
  slides: readonly { startFrame: number; text: string }[];
}

/** Version of the extras. Raise it with every change of how they are made. */
const EXTRAS_VERSION = 1;

/** The part of the address for extras; empty without extras, so that such videos keep the address that they had before extras existed. */
const extrasParts = (extras: ExtraFilesInputForAddress | undefined): unknown[] =>
  extras
    ? [
        [
          'extras',
          EXTRAS_VERSION,
          extras.files,
          extras.pictures,
          extras.slides.map((one) => [one.startFrame, one.text]),
        ],
      ]
    : [];

/** A shot, as far as a video depends on it. The clip of a blended transition does not say which one it is. */
const shotPart = (shot: ShotWithClipAddress, settings: VideoSettings): unknown[] => {
  const zoom = 'zooms' in shot && shot.zooms ? [SLOW_ZOOM_VERSION, shot.zooms.first, shot.zooms.total] : [];
  const part = [shot.clip, shot.frames, ...zoom];
  return isTransitionBlendedByDecoder(shot, settings) ? [...part, shot.type, shot.direction] : part;
};

/**
 * The content address of a finished video with its poster, captions and extras. The creation time in the file is not part of it: a copy has
 * the time at which the video was first made.
 */
export function videoContentAddress(
  renderer: RendererVersion,
  settings: VideoSettings,
  plan: Pick<RenderPlan, 'frames' | 'captions'> & {
    shots: readonly ShotWithClipAddress[];
    sound?: { track: string } | undefined;
  },
  texts: VideoMetadataForAddress,
): string {
  const { codec, width, height, fps, quality } = settings;
  const versions = Object.entries(renderer.versions).sort(([one], [other]) => (one < other ? -1 : 1));
  return contentHash(
    ...['film', ASSEMBLY_VERSION, versions, renderer.build],
    ...[codec, width, height, fps, quality, plan.frames],
    plan.shots.map((shot) => shotPart(shot, settings)),
    plan.sound?.track ?? null,
    plan.captions.map(({ text, start_seconds, end_seconds, words }) => [
      ...[text, start_seconds, end_seconds],
      ...(words ? [words.map((word) => [word.from, word.to, word.start_seconds, word.end_seconds])] : []),
    ]),
    ...[texts.captions, texts.title, texts.language, texts.poster],
    texts.chapters.map(({ title, startFrame }) => [title, startFrame]),
    ...extrasParts(texts.extras),
  );
}
