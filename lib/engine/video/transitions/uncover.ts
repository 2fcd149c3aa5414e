import { cropYuvPicture, findBoxOfChangedSamples, yuvPictureWithReplacedPart } from './changed-box.ts';
import type { TransitionEffect } from './transition-effect.ts';
import { wipeTransition } from './wipe.ts';

/** The part that differs is uncovered in reading direction, behind a soft edge; everything else stays. */
export const uncoverTransition: TransitionEffect = (from, to, direction) => {
  const box = findBoxOfChangedSamples(from, to);
  if (!box) return () => yuvPictureWithReplacedPart(from, from, { x: 0, y: 0, width: 0, height: 0 });
  const wipedPartAt = wipeTransition(cropYuvPicture(from, box), cropYuvPicture(to, box), direction);
  return (phase) => yuvPictureWithReplacedPart(from, wipedPartAt(phase), box);
};
