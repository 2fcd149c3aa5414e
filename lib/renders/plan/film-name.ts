import type { VideoSettings } from '../../video/settings.ts';
import type { RenderOutput } from '../render.ts';
import type { RendererVersion } from '../renderer.ts';
import { contentHash } from './clip-names.ts';
import type { RenderPlan } from './render-plan.ts';

/** Raise it with every change of how clips, sound and texts become the files of a render. */
const FILM_VERSION = 1;

/** What decides the files of a render besides its clips and its sound. */
export interface FilmTexts {
  title: string;
  language: string;
  chapters: readonly { title: string; startFrame: number }[];
  captions: RenderOutput['captions'];
  /** Canonical text of the drawing of the poster. */
  poster: string;
}

/**
 * The content address of a finished film: its video, poster and captions. The time of creation in the file is not part of it:
 * a copy tells when the film was first made.
 */
export function filmName(
  renderer: RendererVersion,
  { codec, width, height, fps, quality }: VideoSettings,
  plan: Pick<RenderPlan, 'frames' | 'captions'> & {
    shots: readonly { clip: string; frames: number }[];
    sound?: { track: string } | undefined;
  },
  texts: FilmTexts,
): string {
  const versions = Object.entries(renderer.versions).sort(([one], [other]) => (one < other ? -1 : 1));
  return contentHash(
    ...['film', FILM_VERSION, versions, renderer.build],
    ...[codec, width, height, fps, quality, plan.frames],
    plan.shots.map(({ clip, frames }) => [clip, frames]),
    plan.sound?.track ?? null,
    plan.captions.map(({ text, start_seconds, end_seconds }) => [text, start_seconds, end_seconds]),
    ...[texts.captions, texts.title, texts.language, texts.poster],
    texts.chapters.map(({ title, startFrame }) => [title, startFrame]),
  );
}
