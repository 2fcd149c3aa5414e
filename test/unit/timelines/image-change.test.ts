import { describe, expect, it } from 'vitest';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { createTimelineContract, updateSlideContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { changeSlide, updateSlide } from '#features/timelines/edit-slides.ts';
import { writeTombstoneBeforeFile } from '#platform/erasure/tombstone.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, samplePrincipal } from '#test/support/samples/entities.ts';

const tombstones = memoryTombstoneStore();
const deps = {
  tombstones,
  store: memoryTimelineStore(undefined, tombstones),
  files: { presignGet: async (key: string) => key },
  clock: handClock().clock,
  backoff: async () => undefined,
  voices: espeakIdentity,
  templates: noOwnTemplates,
  imageFetches: noImageFetches,
};
const principal = samplePrincipal();
const STORED = {
  ...{ key: 'k', sha256: '0'.repeat(64), width: 8, height: 6, content_type: 'image/png' as const, size_bytes: 9 },
  ...{ fit: 'cover' as const, focus: { x: 0.5, y: 0.5 }, alt: '' },
};

/** A slide of a new timeline, with an image where it is asked for. */
async function slideWith(hasImage: boolean) {
  const body = createTimelineContract.body?.parse({ title: 'x', slides: [{ title: 'One' }] });
  if (!body) throw new Error('no body');
  const { timeline, slides } = await createTimeline(deps, principal, body);
  const place = { id: timeline.id, sid: slides[0]?.id ?? '' };
  const { account_id } = principal;
  if (hasImage) await writeTombstoneBeforeFile(deps, { account_id, timeline_id: timeline.id }, STORED.key);
  if (hasImage) await changeSlide(deps, principal, place, {}, () => ({ image: STORED }));
  return place;
}

const bodyOf = (image: unknown, layout?: string) => {
  const body = updateSlideContract.body?.parse({ image, ...(layout === undefined ? {} : { layout }) });
  if (!body) throw new Error('no body');
  return body;
};

describe('the image of a slide that is sent without a source', () => {
  it('changes how the present image is shown, field by field', async () => {
    const place = await slideWith(true);
    const contained = await updateSlide(deps, principal, place, bodyOf({ fit: 'contain' }));
    expect(contained.slide.image).toEqual({ ...STORED, fit: 'contain' });
    const described = await updateSlide(deps, principal, place, bodyOf({ alt: 'A quay', focus: { x: 0.2, y: 0.9 } }));
    expect(described.slide.image).toEqual({ ...STORED, fit: 'contain', alt: 'A quay', focus: { x: 0.2, y: 0.9 } });
  });

  it('makes it the whole slide, and takes that back', async () => {
    const place = await slideWith(true);
    const whole = await updateSlide(deps, principal, place, bodyOf({ is_whole_slide: true }));
    expect(whole.slide.image).toEqual({ ...STORED, is_whole_slide: true });
    const again = await updateSlide(deps, principal, place, bodyOf({ is_whole_slide: false }));
    expect(again.slide.image).toEqual(STORED);
  });

  it('takes the picture of a slide itself for a picture on the slide, and the layout with it', async () => {
    const place = await slideWith(true);
    await changeSlide(deps, principal, place, {}, () => ({ image: { ...STORED, kind: 'page' }, layout: 'page' }));
    const shown = await updateSlide(deps, principal, place, bodyOf({ alt: 'A page' }));
    expect(shown.slide).toMatchObject({ layout: 'page', image: { kind: 'page', alt: 'A page' } });
    const onSlide = await updateSlide(deps, principal, place, bodyOf({ is_whole_slide: false }));
    expect(onSlide.slide).toMatchObject({ layout: 'auto', image: { ...STORED, alt: 'A page' } });
    expect(onSlide.slide.image?.kind).toBeUndefined();
  });

  it('brings the picture of a slide itself back, with its layout and its states', async () => {
    const place = await slideWith(true);
    const builds = [STORED, STORED].map(({ fit: _, focus: __, alt: ___, ...image }) => ({ image, text: '' }));
    const page = { ...STORED, kind: 'page' as const };
    await changeSlide(deps, principal, place, {}, () => ({ image: page, layout: 'page', builds }));
    await updateSlide(deps, principal, place, bodyOf({ is_whole_slide: false }));
    const back = await updateSlide(deps, principal, place, bodyOf({ is_whole_slide: true }));
    expect(back.slide).toMatchObject({ layout: 'page', image: page, builds });
    const again = await updateSlide(deps, principal, place, bodyOf({ is_whole_slide: true }));
    expect(again.slide.rev).toBe(back.slide.rev);
  });

  it('keeps the picture of a slide itself that another layout hides, where its present value is sent', async () => {
    const place = await slideWith(true);
    const page = { ...STORED, kind: 'page' as const };
    await changeSlide(deps, principal, place, {}, () => ({ image: page, layout: 'auto' }));
    const { slide } = await updateSlide(deps, principal, place, bodyOf({ is_whole_slide: false, alt: 'A page' }));
    expect(slide).toMatchObject({ layout: 'auto', image: { ...page, alt: 'A page' } });
  });

  it.each([
    [false, 'page', /Leave out one of the two/],
    [true, 'auto', /Leave out `layout`/],
    [true, 'bullets', /contradicts `layout: bullets`/],
  ])('is refused where is_whole_slide %s and the layout %s say the opposite', async (is_whole_slide, layout, says) => {
    for (const at of ['page', 'auto'] as const) {
      const place = await slideWith(true);
      await changeSlide(deps, principal, place, {}, () => ({ image: { ...STORED, kind: 'page' }, layout: at }));
      await expect(updateSlide(deps, principal, place, bodyOf({ is_whole_slide }, layout))).rejects.toMatchObject({
        code: 'validation_failed',
        message: expect.stringMatching(says),
        details: { param: 'image.is_whole_slide' },
      });
    }
  });

  it('is refused where the slide has no image', async () => {
    const place = await slideWith(false);
    await expect(updateSlide(deps, principal, place, bodyOf({ fit: 'contain' }))).rejects.toMatchObject({
      code: 'validation_failed',
      details: { param: 'image' },
    });
  });
});
