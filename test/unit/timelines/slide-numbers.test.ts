import { expect, it } from 'vitest';
import { espeakIdentity } from '../../../lib/speech/engines/espeak-identity.ts';
import { createTimelineContract, updateTimelineContract } from '../../../lib/timelines/contract.ts';
import { createTimeline } from '../../../lib/timelines/create-timeline.ts';
import { updateTimeline } from '../../../lib/timelines/update-timeline.ts';
import { timelineSummaryView, timelineView } from '../../../lib/timelines/view.ts';
import { memoryTimelineStore } from '../../support/fakes/timeline-store.ts';
import { handClock, samplePrincipal, sampleTimeline } from '../../support/samples/entities.ts';

const principal = samplePrincipal();
const deps = {
  store: memoryTimelineStore(),
  files: { presignGet: async () => '' },
  clock: handClock().clock,
  backoff: async () => undefined,
  voices: espeakIdentity,
};
const create = (body: object) =>
  createTimeline(deps, principal, createTimelineContract.body?.parse({ title: 'Deck', ...body }) as never);
const update = (id: string, body: object) =>
  updateTimeline(deps, principal, id, updateTimelineContract.body?.parse(body) as never);

it('a timeline has slide numbers only when it asks for them', async () => {
  expect((await timelineView(await create({}), deps.files)).slide_numbers).toBe(false);
  expect((await timelineView(await create({ slide_numbers: true }), deps.files)).slide_numbers).toBe(true);
});

it('a change sets them, and a change of something else leaves them', async () => {
  const { timeline } = await create({});
  expect((await update(timeline.id, { slide_numbers: true })).timeline.slide_numbers).toBe(true);
  expect((await update(timeline.id, { title: 'Other' })).timeline.slide_numbers).toBe(true);
  expect((await update(timeline.id, { slide_numbers: false })).timeline.slide_numbers).toBe(false);
});

it('a timeline stored without the field has none', () => {
  expect(timelineSummaryView(sampleTimeline()).slide_numbers).toBe(false);
});

it('anything but a boolean is refused', () => {
  expect(createTimelineContract.body?.safeParse({ title: 'Deck', slide_numbers: null }).success).toBe(false);
  expect(createTimelineContract.body?.safeParse({ title: 'Deck', slide_numbers: 'yes' }).success).toBe(false);
});
