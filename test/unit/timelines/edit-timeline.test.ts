import { describe, expect, it } from 'vitest';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import type { Principal } from '#features/accounts/account.ts';
import type { TemplateChoiceDeps } from '#features/templates/public.ts';
import type { AnnounceMediaFetchesDeps } from '#features/timelines/announce-media-fetches.ts';
import { changeTimeline, loadTimeline, type TimelineDeps } from '#features/timelines/change-timeline.ts';
import type { CheckVoiceDeps } from '#features/timelines/check-voice.ts';
import { createTimelineContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { reorderSlides } from '#features/timelines/edit-slides.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { writeTombstoneBeforeFile } from '#platform/erasure/tombstone.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, sampleInput, samplePrincipal, sampleSlide } from '#test/support/samples/entities.ts';

const tombstones = memoryTombstoneStore();
const deps: TimelineDeps & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps = {
  store: memoryTimelineStore(undefined, tombstones),
  files: { presignGet: async (key) => key },
  clock: handClock().clock,
  backoff: async () => undefined,
  voices: espeakIdentity,
  templates: noOwnTemplates,
  imageFetches: noImageFetches,
};

const numbered = (count: number) => Array.from({ length: count }, (_, i) => sampleInput({ title: `slide ${i}` }));
const make = (principal: Principal, slides = numbered(0)) =>
  createTimeline(deps, principal, createTimelineContract.body?.parse({ title: 'Deck', slides }) as never);
const load = (principal: Principal, id: string) => loadTimeline(deps.store, principal, id);

describe('a timeline', () => {
  it('keeps id, image and time of creation of the slides that a replacement names', async () => {
    const principal = samplePrincipal();
    const { timeline, slides } = await make(principal, numbered(3));
    const image = { key: 'k1', sha256: 'x', width: 1, height: 1, content_type: 'image/png', size_bytes: 1 } as const;
    const place = { account_id: principal.account_id, timeline_id: timeline.id };
    for (const key of ['k0', 'k1', 'k2']) await writeTombstoneBeforeFile({ ...deps, tombstones }, place, key);
    await changeTimeline(deps, principal, timeline.id, {}, (loaded) => ({
      slides: loaded.slides.map((slide, i) =>
        sampleSlide({
          ...slide,
          rev: `r${i}`,
          image: { ...image, key: `k${i}`, fit: 'cover', focus: { x: 0, y: 0 }, alt: '' },
        }),
      ),
    }));
    expect(tombstones.files()).toEqual([]);

    const changed = await updateTimeline(deps, principal, timeline.id, {
      slides: [{ ...sampleInput({ title: 'fresh' }) }, { ...sampleInput({ title: 'kept' }), id: slides[1]?.id }],
    });

    expect(changed.slides[1]).toMatchObject({ id: slides[1]?.id, title: 'kept', created_at: slides[1]?.created_at });
    expect(changed.slides[1]?.image?.key).toBe('k1');
    expect(changed.slides[0]?.image).toBeUndefined();
    expect(tombstones.files()).toEqual(['k0', 'k2']);
  });

  it('refuses a replacement that names an unknown slide, or one twice, and lists each such place', async () => {
    const principal = samplePrincipal();
    const { timeline, slides } = await make(principal, numbered(2));
    const id = slides[0]?.id;
    const replacement = [{ id }, { id }, { id: 'sl_01JAAAAAAAAAAAAAAAAAAAAAAA' }].map((entry) => ({
      ...sampleInput(),
      ...entry,
    }));
    const fault = await updateTimeline(deps, principal, timeline.id, { slides: replacement }).catch((error) => error);
    expect(fault).toMatchObject({ code: 'validation_failed' });
    expect(fault.details.faults.map(({ param }: { param: string }) => param)).toEqual(['slides[1].id', 'slides[2].id']);
    expect((await load(principal, timeline.id)).timeline.version).toBe(1);
  });
});

describe('an order', () => {
  it('is taken over when it names each slide once, and refused with nothing changed otherwise', async () => {
    const principal = samplePrincipal();
    const { timeline, slides } = await make(principal, numbered(3));
    const [a = '', b = '', c = ''] = slides.map(({ id }) => id);
    for (const wrong of [[], [a, b], [a, b, c, c], [a, a, b], [a, b, 'sl_01JAAAAAAAAAAAAAAAAAAAAAAA']])
      await expect(reorderSlides(deps, principal, timeline.id, wrong)).rejects.toMatchObject({
        code: 'slide_set_mismatch',
      });
    expect((await load(principal, timeline.id)).timeline.version).toBe(1);

    const reordered = await reorderSlides(deps, principal, timeline.id, [c, a, b]);

    expect(reordered.slides.map(({ id }) => id)).toEqual([c, a, b]);
    expect(await load(principal, timeline.id)).toEqual(reordered);
  });
});
