import type { SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import type { CaptionCue } from '../captions/caption-cues.ts';
import type { FailedSlide } from '../render.ts';
import type { FrameSchedule, PlannedSlide } from './frame-schedule.ts';
import type { VideoShot } from './video-shot.ts';
import { type ArrayIndexRange, fitsOneWorker, splitListByCost } from './work-shares.ts';

/** A shot with the content address of its clip. */
export type ShotWithClipAddress = VideoShot & { clip: string };

/** The sound of a whole video. */
export interface SoundtrackPlan {
  spec: SoundtrackSpec;
  /** Storage keys of the sound files that the spec names. */
  sound_files: Record<string, string>;
  /** The name of the first slide of each speech in messages, by hash. */
  spoken_on?: Record<string, string> | undefined;
  /** The place of the same slides, by hash. */
  spoken_places?: Record<string, FailedSlide> | undefined;
  /** Content addresses of its encoded parts, in order. */
  parts: string[];
  /** Content address of the joined parts, under which a later render with the same sound finds them. */
  track: string;
}

/** Version of the planning. Raise it with every change of shots, captions, sound, or the distribution of work. */
export const RENDER_PLAN_VERSION = 17;

/** The plan of a video: its parts, and the work that makes the missing ones. Every worker of a render reads it. */
export interface RenderPlan {
  fps: FrameRate;
  frames: number;
  slides: Pick<PlannedSlide, 'start_frame' | 'frames' | 'sentences'>[];
  shots: ShotWithClipAddress[];
  sound?: SoundtrackPlan | undefined;
  captions: CaptionCue[];
  /** The clips and parts of the sound that did not exist when the plan was made: indexes of one shot for each clip, and of parts. */
  missing: { shots: number[]; parts: number[] };
  /** The shares of workers, as ranges of `missing`; empty for a small video, which the worker that planned it makes. */
  shares: { shots: ArrayIndexRange[]; parts: ArrayIndexRange[] };
  /** Number of slides whose clips all existed before the render. */
  slides_reused: number;
  /** Content address of the finished video. A later render with an equal video finds it under this address, and copies it. */
  film: string;
}

/** The inputs of the planning. */
export interface RenderPlanInput {
  timeLine: FrameSchedule;
  /** The content address of the video. */
  film: string;
  /** The content address of a shot's clip. */
  name(shot: VideoShot): string;
  /** The cost of a shot in core seconds. */
  shotCost(shot: VideoShot): number;
  sound?: (SoundtrackPlan & { partCosts: number[] }) | undefined;
  /** Reports whether an artifact with this content address exists already. */
  exists(name: string): boolean;
  /** Reports whether a clip existed before the render started. */
  isReused(name: string): boolean;
}

/** Plans the work of a video: each missing part once, distributed over shares. Pure. */
export function planRender({ timeLine, film, name, shotCost, sound, exists, isReused }: RenderPlanInput): RenderPlan {
  const shotsBySlide = timeLine.slides.map((slide) =>
    slide.shots.map((shot): ShotWithClipAddress => ({ ...shot, clip: name(shot) })),
  );
  const shots = shotsBySlide.flat();
  const seenClips = new Set<string>();
  const missingShots: number[] = [];
  shots.forEach(({ clip }, index) => {
    if (!exists(clip) && !seenClips.has(clip)) missingShots.push(index);
    seenClips.add(clip);
  });
  const parts = !sound || exists(sound.track) ? [] : sound.parts;
  const missingParts = parts.flatMap((part, index) => (exists(part) || parts.indexOf(part) !== index ? [] : [index]));
  const shotCosts = missingShots.flatMap((index) => {
    const shot = shots[index];
    return shot ? [shotCost(shot)] : [];
  });
  const partCosts = missingParts.map((index) => sound?.partCosts[index] ?? 0);
  const isSmall = fitsOneWorker([...shotCosts, ...partCosts]);
  const { fps, frames, captions } = timeLine;
  return {
    fps,
    frames,
    slides: timeLine.slides.map(({ start_frame, frames: length, sentences }) => ({
      start_frame,
      frames: length,
      ...(sentences && sentences.length > 0 ? { sentences } : {}),
    })),
    shots,
    ...(sound
      ? { sound: { spec: sound.spec, sound_files: sound.sound_files, parts: sound.parts, track: sound.track } }
      : {}),
    captions,
    missing: { shots: missingShots, parts: missingParts },
    shares: isSmall
      ? { shots: [], parts: [] }
      : { shots: splitListByCost(shotCosts), parts: splitListByCost(partCosts) },
    slides_reused: shotsBySlide.filter(
      (slideShots, index) => !timeLine.slides[index]?.timelineVideo && slideShots.every(({ clip }) => isReused(clip)),
    ).length,
    film,
  };
}

/** The length of a planned video, in seconds. */
export const plannedVideoSeconds = (plan: Pick<RenderPlan, 'frames' | 'fps'>): number => plan.frames / plan.fps;
