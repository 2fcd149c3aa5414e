import { expect, it } from 'vitest';
import { createTimelineContract } from '#features/timelines/contract.ts';
import { pickTimelineSettings } from '#features/timelines/timeline.ts';
import { toTimelineAnswer, toTimelineSummaryAnswer } from '#features/timelines/view.ts';
import { timelineUseCases } from '#test/support/fakes/timeline-use-cases.ts';
import { sampleTimeline } from '#test/support/samples/entities.ts';

const { deps, create, update } = timelineUseCases();

const USUAL = { lead_seconds: 0.3, pause_seconds: 0.7, min_slide_seconds: 3 };
/** 150 letters: estimated at 10 s. */
const NOTES = 'x'.repeat(150);

it('a timeline has the usual pace unless it says another', async () => {
  expect(await toTimelineAnswer(await create({}), deps.files)).toMatchObject(USUAL);
  const own = { lead_seconds: 0, pause_seconds: 5, min_slide_seconds: 30 };
  expect(await toTimelineAnswer(await create(own), deps.files)).toMatchObject(own);
});

it('a timeline that was stored before there was a pace has the usual one', () => {
  expect(toTimelineSummaryAnswer(sampleTimeline())).toMatchObject(USUAL);
});

it('a change of one field leaves the others, and the length follows at once', async () => {
  const slides = [{ speaker_notes: NOTES }, { speaker_notes: 'x' }, {}];
  const { timeline } = await create({ slides });
  expect(timeline.duration_seconds).toBe(11 + 3 + 5);
  const slower = await update(timeline.id, { pause_seconds: 2.7 });
  expect(pickTimelineSettings(slower.timeline)).toMatchObject({ ...USUAL, pause_seconds: 2.7 });
  expect(slower.timeline.duration_seconds).toBeCloseTo(13 + 0.3 + 1 / 15 + 2.7 + 5, 3);
  const longer = await update(timeline.id, { min_slide_seconds: 20 });
  expect(longer.timeline.duration_seconds).toBe(20 + 20 + 5);
  expect(await toTimelineAnswer(longer, deps.files)).toMatchObject({ pause_seconds: 2.7, duration_seconds: 45 });
});

it.each([
  ['lead_seconds', 5],
  ['pause_seconds', 5],
  ['min_slide_seconds', 30],
])('%s is from 0 to %d', (field, max) => {
  const taken = (value: unknown) => createTimelineContract.body?.safeParse({ title: 'Deck', [field]: value }).success;
  expect([0, max, max + 0.001, -0.001, null, '1'].map(taken)).toEqual([true, true, false, false, false, false]);
});
