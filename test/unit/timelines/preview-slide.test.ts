import { expect, it } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { previewSlide } from '#features/timelines/preview-slide.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();

/** What the painter is given for the second of two slides of a timeline. */
async function drawnSecond(settings: { slide_numbers?: boolean }): Promise<DrawableSlide | undefined> {
  const store = memoryTimelineStore();
  const slides = [sampleSlide({ title: 'One' }), sampleSlide({ title: 'Two' })];
  const timeline = sampleTimeline(slides, { ...settings, account_id: principal.account_id });
  await store.insert({ timeline, slides }, ENTITLEMENTS.max);
  let drawn: DrawableSlide | undefined;
  const painter = async () => ({
    paintPng: async (slide: DrawableSlide) => {
      drawn = slide;
      return new Uint8Array();
    },
  });
  const deps = { store, templates: noOwnTemplates, readFile: async () => new Uint8Array(), painter };
  await previewSlide(deps, principal, { id: timeline.id, sid: slides[1]?.id ?? '' }, { width: 640 });
  return drawn;
}

it('a preview shows the number of its slide where the timeline asks for numbers', async () => {
  expect(await drawnSecond({ slide_numbers: true })).toMatchObject({ title: 'Two', is_first: false, slide_number: 2 });
  expect((await drawnSecond({}))?.slide_number).toBeUndefined();
  expect((await drawnSecond({ slide_numbers: false }))?.slide_number).toBeUndefined();
});
