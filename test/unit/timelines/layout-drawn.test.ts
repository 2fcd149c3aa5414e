import { expect, it } from 'vitest';
import { toDrawableSlide } from '#features/timelines/drawn-slide.ts';
import { reorderSlides } from '#features/timelines/edit-slides.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { toSlideAnswer, toTimelineAnswer } from '#features/timelines/view.ts';
import { timelineUseCases } from '#test/support/fakes/timeline-use-cases.ts';
import { sampleImage, sampleSlide } from '#test/support/samples/entities.ts';

const { deps, principal, create: createOf } = timelineUseCases();
const create = (slides: object[], settings: object = {}) => createOf({ slides, ...settings });
const drawn = async (loaded: LoadedTimeline) =>
  (await toTimelineAnswer(loaded, deps.files)).slides.map(({ layout, layout_drawn }) => [layout, layout_drawn]);
const withImage = async (slide: object, image: object, settings: object = {}) => {
  const { timeline, slides } = await create([slide], settings);
  const [bare] = slides;
  if (!bare) throw new Error('no slide');
  const placed = { slide: { ...bare, image: sampleImage(image) }, position: 0, count: 1, timeline };
  return (await toSlideAnswer(placed, deps.files)).layout_drawn;
};

it('shows what `auto` chose, and what a layout became that the slide has no content for', async () => {
  const slides = [
    { title: 'Where we stand', bullet_points: ['Spring'] },
    { title: '87 %', bullet_points: ['of all'] },
    { title: '«Less, but better»' },
    { title: 'Part two' },
    { title: 'Code', code: { text: 'let a = 1;' } },
    { title: 'No picture', bullet_points: ['One', 'Two', 'Three'], layout: 'image_left' },
    {},
  ];
  expect(await drawn(await create(slides))).toEqual([
    ['auto', 'title'],
    ['auto', 'number'],
    ['auto', 'quote'],
    ['auto', 'section'],
    ['auto', 'code'],
    ['image_left', 'bullets'],
    ['auto', 'empty'],
  ]);
});

it('changes with the place of the slide', async () => {
  const loaded = await create([{ title: 'One' }, { title: 'Two' }]);
  const moved = await reorderSlides(deps, principal, loaded.timeline.id, loaded.slides.map(({ id }) => id).reverse());
  expect(await drawn(loaded)).toEqual(await drawn(moved));
  expect(moved.slides.map(({ title }) => title)).toEqual(['Two', 'One']);
});

it('is that of the format of the timeline', async () => {
  const slide = { title: 'A title', bullet_points: ['One', 'Two', 'Three'] };
  expect(await withImage(slide, {})).toBe('image_right');
  expect(await withImage(slide, {}, { format: 'portrait' })).toBe('image_top');
});

it('shows an image that has text or a chart whole, unless the image is the whole slide', async () => {
  expect(await withImage({ title: 'Sales' }, {})).toBe('image_full');
  expect(await withImage({ title: 'Sales' }, { is_figure: true })).toBe('figure');
  expect(await withImage({ title: 'Sales' }, { is_figure: true, is_whole_slide: true })).toBe('image_full');
});

it('shows an image alone in the layout `page`', async () => {
  const points = { title: 'A title', bullet_points: ['One', 'Two', 'Three'] };
  expect(await withImage({ ...points, layout: 'page' }, {})).toBe('page');
  expect(await drawn(await create([{ ...points, layout: 'page' }]))).toEqual([['page', 'bullets']]);
  const slide = {
    ...sampleSlide({ ...points, layout: 'page' }),
    image: sampleImage({ fit: 'cover', is_figure: true }),
  };
  const settings = { language: 'en', slide_numbers: true, footer: 'Foot' };
  expect(toDrawableSlide(slide, 2, { count: 2, sections: [] }, settings)).toMatchObject({
    title: '',
    bullet_points: [],
    image: { fit: 'contain', is_page: true, is_figure: undefined },
  });
});

it('does not show a picture of the slide itself in another layout', async () => {
  const points = { title: 'A title', bullet_points: ['One', 'Two', 'Three'] };
  expect(await withImage({ ...points, layout: 'page' }, { kind: 'page' })).toBe('page');
  expect(await withImage({ ...points, layout: 'auto' }, { kind: 'page' })).toBe('bullets');
  expect(await withImage({ ...points, layout: 'image_left' }, { kind: 'page' })).toBe('bullets');
  const slide = { ...sampleSlide({ ...points, layout: 'auto' }), image: sampleImage({ kind: 'page' }) };
  expect(
    toDrawableSlide(slide, 2, { count: 2, sections: [] }, { language: 'en', slide_numbers: false, footer: '' }).image,
  ).toBeUndefined();
});

it('is a closing page for a last slide that thanks or asks, but not for a summary', async () => {
  const deck = (last: object) =>
    create([{ title: 'Tides' }, { title: 'A', bullet_points: ['b', 'c', 'd'] }, { title: 'Two' }, last]);
  const lastOf = async (last: object) => (await drawn(await deck(last))).at(-1)?.at(1);
  for (const title of [
    'Thank you!',
    'Questions?',
    'Vielen Dank',
    'Merci beaucoup',
    'ご清聴ありがとうございました',
    'Спасибо',
  ])
    expect(await lastOf({ title, bullet_points: ['anna@example.com'] }), title).toBe('closing');
  expect(await lastOf({ title: 'Next steps', bullet_points: ['Sign', 'Pay', 'Print', 'Send'] })).toBe('closing');
  expect(await lastOf({ title: 'Next steps', bullet_points: ['Sign', 'Pay', 'Print', 'Send', 'Wait'] })).toBe(
    'bullets',
  );
  expect(await lastOf({ title: 'Summary', bullet_points: ['One', 'Two', 'Three', 'Four', 'Five'] })).toBe('bullets');
  expect(await lastOf({ title: 'Thanksgiving', bullet_points: ['One', 'Two', 'Three', 'Four', 'Five'] })).toBe(
    'bullets',
  );
  expect(await lastOf({ title: 'The end of the road' })).toBe('section');
  expect(await lastOf({ title: 'The end' })).toBe('closing');
  expect(await drawn(await create([{ title: 'Tides' }, { title: 'Thank you' }]))).toEqual([
    ['auto', 'title'],
    ['auto', 'section'],
  ]);
});

it('is a statement for a sentence alone that has marked words', async () => {
  const of = async (slide: object) =>
    (await drawn(await create([{ title: 'Tides' }, { markup: 'inline', ...slide }]))).at(-1)?.at(1);
  expect(await of({ title: 'The moon **pulls the water**.' })).toBe('statement');
  expect(await of({ bullet_points: ['The moon ==pulls the water==!'] })).toBe('statement');
  expect(await of({ title: 'The moon pulls the water.' })).toBe('section');
  expect(await of({ title: '**The moon pulls the water.**' })).toBe('section');
  expect(await of({ title: 'Part **two**' })).toBe('section');
  expect(await of({ title: 'The moon **pulls the water**.', markup: 'none' })).toBe('section');
});
