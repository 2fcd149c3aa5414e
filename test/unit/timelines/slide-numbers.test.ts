import { expect, it } from 'vitest';
import { createTimelineContract } from '#features/timelines/contract.ts';
import { toTimelineAnswer, toTimelineSummaryAnswer } from '#features/timelines/view.ts';
import { timelineUseCases } from '#test/support/fakes/timeline-use-cases.ts';
import { sampleTimeline } from '#test/support/samples/entities.ts';

const { deps, create, update } = timelineUseCases();

it('a timeline has slide numbers only when it asks for them', async () => {
  expect((await toTimelineAnswer(await create({}), deps.files)).slide_numbers).toBeNull();
  expect((await toTimelineAnswer(await create({ slide_numbers: true }), deps.files)).slide_numbers).toBe(true);
});

it('a change sets them, and a change of something else leaves them', async () => {
  const { timeline } = await create({});
  expect((await update(timeline.id, { slide_numbers: true })).timeline.slide_numbers).toBe(true);
  expect((await update(timeline.id, { title: 'Other' })).timeline.slide_numbers).toBe(true);
  expect((await update(timeline.id, { slide_numbers: false })).timeline.slide_numbers).toBe(false);
});

it('a timeline stored without the field has none', () => {
  expect(toTimelineSummaryAnswer(sampleTimeline()).slide_numbers).toBeNull();
});

it('anything but a boolean is refused', () => {
  expect(createTimelineContract.body?.safeParse({ title: 'Deck', slide_numbers: null }).success).toBe(true);
  expect(createTimelineContract.body?.safeParse({ title: 'Deck', slide_numbers: 'yes' }).success).toBe(false);
});
