import { expect, it } from 'vitest';
import { slidePictureKey } from '#engine/video/drawing/slide-picture-key.ts';
import { builtInPlainTemplate } from '#features/templates/plain.ts';
import { drawableSlideAt } from '#features/timelines/drawn-slide.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { sampleSlide } from '#test/support/samples/entities.ts';

const SETTINGS = { language: 'en', slide_numbers: false, footer: '' };
const section = (title: string, rest: Partial<Slide> = {}) =>
  sampleSlide({ title, layout: 'section', bullet_points: [], ...rest });
const list = (title: string) => sampleSlide({ title, bullet_points: ['One', 'Two', 'Three'] });
const agenda = (rest: Partial<Slide> = {}) =>
  sampleSlide({ title: 'Agenda', layout: 'agenda', bullet_points: [], ...rest });

const drawnAt = (slides: Slide[], position: number) => drawableSlideAt(slides, position, SETTINGS, {});
/** The entries of the agenda at a position: `+` before the current one. */
const entries = (slides: Slide[], position: number) =>
  drawnAt(slides, position).items?.map(({ title, highlight }) => (highlight ? `+${title}` : title));

const deck = [
  list('Tides'),
  agenda(),
  section('Sun'),
  list('Light'),
  agenda(),
  section('Moon'),
  list('Dark'),
  agenda(),
  list('More'),
  section('Sea'),
];

it('shows the sections of the timeline, and marks the one that comes next or that it is in', () => {
  expect(entries(deck, 1)).toEqual(['Sun', 'Moon', 'Sea']);
  expect(entries(deck, 4)).toEqual(['Sun', '+Moon', 'Sea']);
  expect(entries(deck, 7)).toEqual(['Sun', '+Moon', 'Sea']);
});

it('shows items and points given by hand instead', () => {
  const items = [{ title: 'By hand' }];
  expect(entries([agenda({ items }), section('Sun')], 0)).toEqual(['By hand']);
  expect(entries([agenda({ bullet_points: ['A point'] }), section('Sun')], 0)).toBeUndefined();
  expect(entries([section('Sun'), list('No agenda')], 1)).toBeUndefined();
});

it('shows marks of a section as its text, and never as marks of the agenda', () => {
  const titles = [section('**Sun** and 2 * 3', { markup: 'inline' }), section('a ==b== c')];
  expect(entries([agenda(), ...titles], 0)).toEqual(['Sun and 2 * 3', 'a ==b== c']);
  expect(entries([agenda({ markup: 'inline' }), ...titles], 0)).toEqual(['Sun and 2 \\* 3', 'a \\=\\=b\\=\\= c']);
});

it('shows twelve sections around the current one, with their numbers', () => {
  const many = Array.from({ length: 20 }, (_, i) => section(`S${i + 1}`));
  const slides = [...many.slice(0, 14), agenda(), ...many.slice(14)];
  const items = drawnAt(slides, 14).items ?? [];
  expect(items.map(({ title }) => title)).toEqual(Array.from({ length: 12 }, (_, i) => `S${i + 9}`));
  expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, i) => i + 9));
  expect(items.find(({ highlight }) => highlight)?.title).toBe('S15');
});

it('redraws agendas, and no other slide, when the title of a section changes', () => {
  const size = { width: 1280, height: 720 };
  const changed = deck.with(5, section('The moon'));
  const keys = (slides: Slide[]) =>
    slides.map((_, position) =>
      slidePictureKey({ ...drawnAt(slides, position), image: undefined }, size, builtInPlainTemplate),
    );
  const before = keys(deck);
  const differ = keys(changed).flatMap((key, position) => (key === before[position] ? [] : [position]));
  expect(differ).toEqual([1, 4, 5, 7]);
});
