import { describe, expect, it } from 'vitest';
import { createDrawingKeyFunction, planSlideTimes } from '#features/renders/build-render-plan.ts';
import type { TimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import { createNextSlideRevision } from '#features/timelines/create-first-slide-revision.ts';
import { START, sampleImage, sampleRender, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const whole = { ...sampleImage({ sha256: 'last', key: 'last' }), is_whole_slide: true as const };
const { fit: _, focus: __, alt: ___, is_whole_slide: ____, ...picture } = whole;
const builds = [
  { image: { ...picture, sha256: 'first', key: 'first' }, text: '' },
  { image: picture, text: 'Last' },
];
const slide = sampleSlide({ title: 'T', layout: 'image_full', image: whole, builds });
const snapshotOf = (...slides: TimelineSnapshot['slides']): TimelineSnapshot => ({
  settings: sampleTimeline(),
  slides,
});
const render = sampleRender();

describe('a slide with states', () => {
  it('is drawn with the picture of each, and with its image where none is named', () => {
    const drawing = createDrawingKeyFunction(render, snapshotOf(slide));
    const names = [{ slide: 0, state: 0 }, { slide: 0, state: 1 }, { slide: 0 }].map(drawing);
    expect(names.map((name) => /"(first|last)"/.exec(name)?.[1])).toEqual(['first', 'last', 'last']);
    expect(names[1]).toBe(names[2]);
  });

  it('has the same clips in a later render, whatever has changed on another slide', () => {
    const before = snapshotOf(slide, sampleSlide({ title: 'Other' }));
    const after = snapshotOf(slide, sampleSlide({ title: 'Changed' }));
    const [one = [], two = []] = [before, after].map((snapshot) =>
      planSlideTimes(render, snapshot, []).slides.map(({ shots }) =>
        shots.flatMap((shot) =>
          shot.kind === 'still' ? [createDrawingKeyFunction(render, snapshot)(shot.picture)] : [],
        ),
      ),
    );
    expect(one[0]).toHaveLength(2);
    expect(two[0]).toEqual(one[0]);
    expect(two[1]).not.toEqual(one[1]);
  });

  it('shows one picture where its layout shows no image', () => {
    const table = { ...slide, image: { ...whole, is_whole_slide: undefined }, layout: 'section' as const };
    const [{ shots = [] } = {}] = planSlideTimes(render, snapshotOf(table), []).slides;
    expect(shots).toHaveLength(1);
  });

  it('loses them with its image, and keeps them with every other change', () => {
    expect(createNextSlideRevision(slide, { title: 'Other', image: { ...whole, alt: 'Other' } }, START).builds).toEqual(
      builds,
    );
    expect(createNextSlideRevision(slide, { image: sampleImage({ key: 'new' }) }, START).builds).toBeUndefined();
    expect(createNextSlideRevision(slide, { image: undefined }, START).builds).toBeUndefined();
  });
});
