import type { PictureRef, ShotWithoutPresenter } from './video-shot.ts';

/** Seconds in which a chart, one of its series, or an item with a figure enters. */
const ENTRANCE_SECONDS = 0.8;
/** The shortest entrance. A shorter one looks like a jump: the parts are then there from the start, or fade in one by one. */
const MIN_ENTRANCE_SECONDS = 0.3;

/** The entrances of the parts of a slide: their number, and the frames of each entrance. */
export interface PartEntrancesPlan {
  parts: number;
  frames: number;
}

/**
 * The entrance of a slide whose parts grow, draw or count; undefined if nothing enters, or if the slide is too short.
 * @param enters the number of parts that enter
 * @param room frames of the slide that an entrance may take
 */
export function planSlideEntrance(enters: number, room: number, fps: number): PartEntrancesPlan | undefined {
  if (enters === 0) return undefined;
  const frames = Math.min(Math.round(ENTRANCE_SECONDS * fps), room);
  return frames < MIN_ENTRANCE_SECONDS * fps ? undefined : { parts: enters, frames };
}

/**
 * The same entrance in fewer frames, from the longest to the shortest that does not look like a jump. Viewers
 * cannot distinguish two series that enter at once, so each enters faster on a short slide.
 */
export const shorterEntrances = (entrance: PartEntrancesPlan, fps: number): PartEntrancesPlan[] =>
  Array.from({ length: 1 + entrance.frames - Math.ceil(MIN_ENTRANCE_SECONDS * fps) }, (_, framesLess) => ({
    ...entrance,
    frames: entrance.frames - framesLess,
  }));

/** The shot in which the parts that differ between two pictures of one slide enter. */
export const entranceShot = (
  from: PictureRef,
  to: PictureRef,
  { parts, frames }: PartEntrancesPlan,
): ShotWithoutPresenter => ({
  kind: 'drawn',
  frames,
  from,
  to,
  parts: { from: from.revealed ?? parts, to: to.revealed ?? parts },
});

/**
 * The step in which a whole slide enters at its start.
 * @param slide its index in the video
 * @param isOnlyFigure true if only the figure enters, and everything else is visible from the start
 */
export const entranceOfWholeSlide = (slide: number, isOnlyFigure = false) => ({
  times: [0],
  picture: (steps: number): PictureRef =>
    steps === 0 ? { slide, ...(isOnlyFigure ? {} : { revealed: 0 }), figures: 'hidden' } : { slide },
  isSame: () => false,
});
