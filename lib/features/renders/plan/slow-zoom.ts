import { maxGopFrames, splitHoldIntoGops } from '#engine/video/clips/placement.ts';
import { type SlowZoomRange, slowZoomAt } from '#engine/video/motion/slow-zoom.ts';
import { MIN_FRAMES_BETWEEN_KEY_FRAMES } from './shortest-hold.ts';
import type { PictureRef, ShotWithoutPresenter } from './shot.ts';
import type { ShotsAfterTransition } from './slide-for-shot-planning.ts';

/**
 * The lengths of the stills that a still becomes: each starts with a key frame, which shows the image as large as it is then. The frames
 * of the last one, and the `fade` frames in which a part appears after it, are one group.
 */
function lengthsOfStills(frames: number, fade: number, fps: number): number[] {
  const together = splitHoldIntoGops(frames + fade, maxGopFrames({ fps }));
  const last = (together.at(-1) ?? 0) - fade;
  return last >= MIN_FRAMES_BETWEEN_KEY_FRAMES ? together.with(-1, last) : [frames];
}

/**
 * The shots of a slide whose image grows slowly while its parts appear. The last moments stand, so that the next slide comes over a key
 * frame. Pure.
 */
export function shotsWithSlowZoom({ first, last, shots }: ShotsAfterTransition, fps: number): ShotsAfterTransition {
  const total = Math.max(1, shots.reduce((sum, { frames }) => sum + frames, 0) - MIN_FRAMES_BETWEEN_KEY_FRAMES);
  const zoomed = (picture: PictureRef, frame: number): PictureRef => ({
    ...picture,
    zoom: slowZoomAt({ first: frame, total }, 0, fps),
  });
  let at = 0;
  let shown = zoomed(first, 0);
  const moving = shots.flatMap((shot, index): ShotWithoutPresenter[] => {
    const zooms: SlowZoomRange = { first: at, total };
    if (shot.kind === 'transition') {
      at += shot.frames;
      return [{ ...shot, from: { ...shot.from, zoom: shown.zoom }, to: zoomed(shot.to, at), zooms }];
    }
    if (shot.kind !== 'still') return [shot];
    const rests =
      index === shots.length - 1 && shot.frames > 2 * MIN_FRAMES_BETWEEN_KEY_FRAMES ? MIN_FRAMES_BETWEEN_KEY_FRAMES : 0;
    const next = shots[index + 1];
    const lengths = lengthsOfStills(shot.frames - rests, next?.kind === 'transition' ? next.frames : 0, fps);
    return [...lengths, ...(rests > 0 ? [rests] : [])].map((frames) => {
      const start = at;
      at += frames;
      shown = zoomed(shot.picture, start);
      // From `total` on, it stands.
      return { kind: 'still', frames, picture: shown, ...(start < total ? { zooms: { first: start, total } } : {}) };
    });
  });
  return { first: zoomed(first, 0), last: { ...last, zoom: shown.zoom }, shots: moving };
}
