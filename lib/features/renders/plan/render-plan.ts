import type { SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import type { CaptionCue } from '../captions/caption-cues.ts';
import type { SlidePlace } from '../render.ts';
import type { FrameSchedule } from './frame-schedule.ts';
import type { Shot } from './shot.ts';
import { fitsOneWorker, type IndexRange, splitByCost } from './work-shares.ts';

/** A shot and the content address of its clip. */
export type NamedShot = Shot & { clip: string };

/** The sound of the whole video. */
export interface SoundtrackPlan {
  spec: SoundtrackSpec;
  /** Storage keys of the sound files that the spec names. */
  sound_files: Record<string, string>;
  /** The first slide of each speech, as shown to clients. */
  spoken_on?: Record<string, string> | undefined;
  /** Those slides. */
  spoken_places?: Record<string, SlidePlace> | undefined;
  /** Content addresses of its encoded parts, in order. */
  parts: string[];
  /** Content address of the joined parts: a render whose sound did not change finds it as a whole. */
  track: string;
}

/** Raise it with every change of how a video is laid out: its shots, its captions, its sound, how work is shared out. */
export const PLAN_VERSION = 3;

/** The whole video and the work to make it. Every worker of a render reads it. */
export interface RenderPlan {
  fps: FrameRate;
  frames: number;
  slides: { start_frame: number; frames: number }[];
  shots: NamedShot[];
  sound?: SoundtrackPlan | undefined;
  captions: CaptionCue[];
  /** Clips and sound that did not exist when the plan was made: one shot for each clip, and the parts of the sound, by their index. */
  missing: { shots: number[]; parts: number[] };
  /** The shares of workers, as ranges of `missing`; none where the worker that plans the video makes it itself. */
  shares: { shots: IndexRange[]; parts: IndexRange[] };
  slides_reused: number;
  /** Content address of the finished video: a later render that is the same copies it. */
  film: string;
}

export interface PlanInput {
  timeLine: FrameSchedule;
  /** The content address of the video. */
  film: string;
  /** The content address of a shot's clip. */
  name(shot: Shot): string;
  shotCost(shot: Shot): number;
  sound?: (SoundtrackPlan & { partCosts: number[] }) | undefined;
  /** Reports whether an artifact with this content address exists already. */
  exists(name: string): boolean;
  /** Reports whether a clip existed before the render started. */
  isReused(name: string): boolean;
}

/** Plans what is made, in how many shares: nothing twice, and nothing that exists. Pure. */
export function planRender({ timeLine, film, name, shotCost, sound, exists, isReused }: PlanInput): RenderPlan {
  const named = timeLine.slides.map((slide) => slide.shots.map((shot): NamedShot => ({ ...shot, clip: name(shot) })));
  const shots = named.flat();
  const seen = new Set<string>();
  const missingShots: number[] = [];
  shots.forEach(({ clip }, index) => {
    if (!exists(clip) && !seen.has(clip)) missingShots.push(index);
    seen.add(clip);
  });
  const parts = !sound || exists(sound.track) ? [] : sound.parts;
  const missingParts = parts.flatMap((part, index) => (exists(part) || parts.indexOf(part) !== index ? [] : [index]));
  const shotCosts = missingShots.flatMap((index) => {
    const shot = shots[index];
    return shot ? [shotCost(shot)] : [];
  });
  const partCosts = missingParts.map((index) => sound?.partCosts[index] ?? 0);
  const small = fitsOneWorker([...shotCosts, ...partCosts]);
  const { fps, frames, captions } = timeLine;
  return {
    fps,
    frames,
    slides: timeLine.slides.map(({ start_frame, frames: length }) => ({ start_frame, frames: length })),
    shots,
    ...(sound
      ? { sound: { spec: sound.spec, sound_files: sound.sound_files, parts: sound.parts, track: sound.track } }
      : {}),
    captions,
    missing: { shots: missingShots, parts: missingParts },
    shares: small ? { shots: [], parts: [] } : { shots: splitByCost(shotCosts), parts: splitByCost(partCosts) },
    slides_reused: named.filter((own) => own.every(({ clip }) => isReused(clip))).length,
    film,
  };
}

/** The length of a planned video, in seconds. */
export const planSeconds = (plan: Pick<RenderPlan, 'frames' | 'fps'>): number => plan.frames / plan.fps;
