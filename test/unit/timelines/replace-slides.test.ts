import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import type { TemplateChoiceDeps } from '#features/templates/public.ts';
import type { AnnounceMediaFetchesDeps } from '#features/timelines/announce-media-fetches.ts';
import type { TimelineDeps } from '#features/timelines/change-timeline.ts';
import type { CheckVoiceDeps } from '#features/timelines/check-voice.ts';
import {
  createTimelineContract,
  slideInputSchema,
  updateSlideContract,
  updateTimelineContract,
} from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { updateSlide } from '#features/timelines/edit-slides.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, samplePrincipal } from '#test/support/samples/entities.ts';

type Entry = z.input<typeof slideInputSchema>;

const deps: TimelineDeps & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps = {
  store: memoryTimelineStore(undefined, memoryTombstoneStore()),
  files: { presignGet: async (key) => key },
  clock: handClock().clock,
  backoff: async () => undefined,
  voices: espeakIdentity,
  templates: noOwnTemplates,
  imageFetches: noImageFetches,
};

/** A slide none of whose fields has its usual value, without those that cannot stand next to the others. */
const FULL = {
  title: 'A title',
  bullet_points: ['one', 'two', 'three'],
  bullet_levels: [0, 1, 2],
  bullet_style: 'number',
  speaker_notes: 'What is said.',
  voice: 'en-gb',
  speed: 1.5,
  layout: 'two_columns',
  build: 'by_bullet',
  build_style: 'rise',
  dim_previous: true,
  duration_seconds: 7,
  transition: { type: 'fade', duration_seconds: 1 },
  image_motion: 'zoom_in',
  motion: 'calm',
  cut_speech: true,
  image_variable: 'photo',
  markup: 'inline',
  table: { rows: [['a', 'b']] },
  column_break: 2,
} satisfies Entry;

/** What each field can be changed to. A field that is added to slides is missing here until it is added, too. */
const CHANGES: { [Name in keyof Required<Omit<Entry, 'image' | 'images' | 'video' | 'presenter'>>]: Entry[Name][] } = {
  title: ['Another', ''],
  bullet_points: [['one', 'four'], []],
  bullet_levels: [[0, 0, 1], null],
  bullet_style: ['none'],
  speaker_notes: ['Said in other words.', ''],
  voice: ['de', null],
  speed: [0.8, null],
  layout: ['auto'],
  build: ['none'],
  build_style: ['wipe', 'fade'],
  dim_previous: [false, null],
  duration_seconds: [9, null],
  transition: [{ type: 'none', duration_seconds: 0 }, null],
  image_motion: ['none'],
  motion: ['lively', null],
  cut_speech: [false],
  image_variable: ['other', null],
  markup: ['none'],
  code: [null],
  table: [{ rows: [['c']] }, null],
  chart: [null],
  items: [null],
  device_kind: ['phone', null],
  callouts: [[{ kind: 'box', area: { x: 0, y: 0, width: 0.5, height: 0.5 } }], null],
  column_break: [1, null],
};

const fieldsOf = (contract: { body?: z.ZodType | undefined }): string[] =>
  Object.keys((contract.body as z.ZodObject).shape).filter((name) => name !== 'version');
const bodyOf = (slides: unknown): z.output<NonNullable<(typeof updateTimelineContract)['body']>> =>
  updateTimelineContract.body?.parse({ slides }) as never;

async function deck(slides: Entry[]) {
  const principal = samplePrincipal();
  const body = createTimelineContract.body?.parse({ title: 'Deck', slides }) as never;
  const { timeline, slides: made } = await createTimeline(deps, principal, body);
  return { principal, id: timeline.id, slides: made };
}

describe('slides of PUT /timelines/{id}', () => {
  it('has every field of a slide, and so has this test', () => {
    const entry = updateTimelineContract.body as unknown as { shape: { slides: z.ZodOptional<z.ZodArray> } };
    const replaced = Object.keys((entry.shape.slides.unwrap().element as z.ZodObject).shape);
    expect(replaced.toSorted()).toEqual(['id', ...fieldsOf(updateSlideContract)].toSorted());
    expect([...Object.keys(CHANGES), 'image', 'images', 'video', 'presenter'].toSorted()).toEqual(
      Object.keys(slideInputSchema.shape).toSorted(),
    );
  });

  it.each(Object.entries(CHANGES).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'change %s to %j of a slide that they name, and nothing else, as PUT of the slide does',
    async (name, value) => {
      const [one, other] = [await deck([FULL, FULL]), await deck([FULL, FULL])];
      const field = updateSlideContract.body?.parse({ [name]: value });
      const { slide } = await updateSlide(
        deps,
        one.principal,
        { id: one.id, sid: one.slides[0]?.id ?? '' },
        field as never,
      );
      const { slides } = await updateTimeline(
        deps,
        other.principal,
        other.id,
        bodyOf([{ id: other.slides[0]?.id, [name]: value }, { id: other.slides[1]?.id }]),
      );
      const identity = { id: '', rev: '', timeline_id: '', created_at: '', updated_at: '' };
      expect({ ...slides[0], ...identity }).toEqual({ ...slide, ...identity });
      // The neighbour, named alone, is the very same revision.
      expect(slides[1]).toEqual(other.slides[1]);
    },
  );

  it('that have no id are new, with usual values', async () => {
    const { principal, id, slides } = await deck([FULL]);
    const changed = await updateTimeline(deps, principal, id, bodyOf([{ title: 'new' }, { id: slides[0]?.id }]));
    const fresh = await deck([{ title: 'new' }]);
    const identity = { id: '', rev: '', timeline_id: '', created_at: '', updated_at: '' };
    expect({ ...changed.slides[0], ...identity }).toEqual({ ...fresh.slides[0], ...identity });
    expect(changed.slides[1]).toEqual(slides[0]);
  });

  it('that do not hold together after the change are refused with the place of each fault', async () => {
    const { principal, id, slides } = await deck([FULL, FULL]);
    const chart = { type: 'column', categories: ['a'], series: [{ name: 's', values: [1] }] };
    const refused = updateTimeline(
      deps,
      principal,
      id,
      bodyOf([
        { id: slides[0]?.id, bullet_levels: [0] },
        { id: slides[1]?.id, chart },
      ]),
    );
    await expect(refused).rejects.toMatchObject({
      code: 'validation_failed',
      details: { faults: [{ param: 'slides[0].bullet_levels' }, { param: 'slides[1].chart' }] },
    });
  });
});
