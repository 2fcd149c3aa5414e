import { codecFactsOf } from '#engine/video/codecs/codec-facts.ts';
import { reasonsForStillGround, STILL_GROUND_REASONS, type StillGroundReason } from '../frozen-slide.ts';
import type { Render, RenderOutput } from '../render.ts';
import type { TimelineSnapshot } from '../timeline-snapshot.ts';
import type { CheckWarning } from './timeline-check.ts';

/** The most slides that a message names. */
const MAX_NAMED = 5;

/** The numbers of slides in a sentence: `slide 3`, `slides 1, 2 and 9 more`. @param numbers from 1 */
function namedSlides(numbers: readonly number[]): string {
  if (numbers.length === 1) return `slide ${numbers[0]}`;
  const left = numbers.length - MAX_NAMED;
  return `slides ${numbers.slice(0, MAX_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** Sentences that say why the background stands still, and what to do about it. */
const CAUSES: Readonly<Record<StillGroundReason, (output: RenderOutput, slides: string) => string>> = {
  codec: ({ codec }) => `${codecFactsOf(codec).name} would encode each frame of it: render in H.264.`,
  captions: () => 'Captions are drawn into the picture: send `captions: sidecar` or `embedded`.',
  presenter: (_, slides) => `A presenter is on ${slides}: leave \`presenter\` out there.`,
  callouts: (_, slides) => `Callouts are on ${slides}: take a template with lights, such as \`aurora\`.`,
};

/**
 * A warning about backgrounds that stand still in a render although the template and `motion` would move them: one for the timeline, with
 * all reasons. Pure.
 */
export function stillBackgroundWarnings(snapshot: TimelineSnapshot, render: Pick<Render, 'output'>): CheckWarning[] {
  const found = snapshot.slides.map((_, position) => reasonsForStillGround(snapshot, position, render));
  const causes = STILL_GROUND_REASONS.flatMap((reason) => {
    const numbers = found.flatMap((reasons, position) => (reasons.includes(reason) ? [position + 1] : []));
    return numbers.length > 0 ? [CAUSES[reason](render.output, namedSlides(numbers))] : [];
  });
  if (causes.length === 0) return [];
  const stopped = found.flatMap((reasons, position) => (reasons.length > 0 ? [position + 1] : []));
  return [
    {
      ...{ slide_id: null, position: null, code: 'background_still', param: null },
      message: `The background of ${namedSlides(stopped)} would move, but stands still. ${causes.join(' ')} If it may stand still, nothing is to be done.`,
    },
  ];
}
