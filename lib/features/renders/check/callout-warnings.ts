import { REVEAL_MARK_PATTERN } from '#engine/speech/script/reveal-mark-pattern.ts';
import { visibleShareOfArea } from '#engine/video/drawing/callouts/callout-area-in-pixels.ts';
import type { SlideMeasures } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import type { SlideCallout } from '#features/timelines/public.ts';
import { collectCalloutNumbersInShots } from '../plan/callouts.ts';
import type { PlannedSlide } from '../plan/frame-schedule.ts';
import type { TimelineSnapshot } from '../timeline-snapshot.ts';
import type { CheckWarning, CheckWarningCode } from './timeline-check.ts';

/** The smallest fraction of an area that must be visible. */
const MIN_VISIBLE_FRACTION = 0.5;

/** A slide on the time line of a check. */
interface CheckedSlide {
  /** The text that is spoken on it, with its marks. */
  said: string;
  /** Its sentences; undefined while its speech does not exist. */
  sentences: number | undefined;
  planned: PlannedSlide;
  fps: number;
}

const countRevealMarks = (text: string): number =>
  [...text.matchAll(REVEAL_MARK_PATTERN)].reduce((sum, { groups }) => sum + Number(groups?.count ?? 1), 0);

/** The reason for which a callout never appears; undefined if it does, or is not known to fail. */
function reasonNotShown({ at }: SlideCallout, index: number, checked: CheckedSlide): string | undefined {
  const { said, sentences, planned, fps } = checked;
  const slideSeconds = planned.frames / fps;
  if (at?.seconds !== undefined && at.seconds >= slideSeconds)
    return `it starts at ${at.seconds} s, the slide ends at ${Math.round(slideSeconds * 10) / 10} s`;
  if (at?.show !== undefined && at.show > countRevealMarks(said))
    return `the notes have ${countRevealMarks(said)} [[show]] marks, not ${at.show}`;
  if (at?.sentence !== undefined && sentences !== undefined && at.sentence > sentences)
    return `the narration has ${sentences} sentences, not ${at.sentence}`;
  const isTimeKnown = sentences !== undefined || at?.seconds !== undefined || at === undefined;
  return isTimeKnown && !collectCalloutNumbersInShots(planned.shots).has(index)
    ? 'the slide has no time for it'
    : undefined;
}

/** Warnings about callouts that never appear, and about those whose area is cropped away. */
export function calloutWarnings(
  { slides }: Pick<TimelineSnapshot, 'slides'>,
  {
    checked,
    measured,
    size,
  }: { checked: readonly CheckedSlide[]; measured: readonly SlideMeasures[]; size: PictureDimensions },
): CheckWarning[] {
  return slides.flatMap(({ id, callouts = [] }, position) => {
    const warning = (code: CheckWarningCode, index: number, message: string): CheckWarning => ({
      slide_id: id,
      position,
      code,
      message,
      param: `slides[${position}].callouts[${index}]`,
    });
    return callouts.flatMap((callout, index) => {
      const [checkedSlide, measures] = [checked[position], measured[position]];
      const reason = checkedSlide && reasonNotShown(callout, index, checkedSlide);
      const isCroppedAway =
        measures !== undefined && visibleShareOfArea(callout.area, size, measures.called) < MIN_VISIBLE_FRACTION;
      return [
        ...(reason === undefined ? [] : [warning('callout_not_shown', index, `The callout never appears: ${reason}.`)]),
        ...(isCroppedAway
          ? [
              warning(
                'callout_off_picture',
                index,
                'More than half of the area is outside of the part of the image that the slide shows. Change the area, or send `fit: contain` for the image.',
              ),
            ]
          : []),
      ];
    });
  });
}
