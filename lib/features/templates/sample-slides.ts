import type { RequestableLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import type { RichSlideContent } from '#engine/video/drawing/rich-slide-content.ts';

/** The content of a sample slide. */
export interface SampleSlide extends RichSlideContent {
  title: string;
  bullet_points: readonly string[];
  /** Present if the slide shows the sample image. */
  image?: true;
  /** The captions of further sample images. */
  images?: readonly string[];
}

/** The sample slides of previews, one for each layout: a deck about walking. */
export const SAMPLE_SLIDES: Record<RequestableLayout, SampleSlide> = {
  title: { title: 'A year of walking', bullet_points: ['Notes from twelve long trails'] },
  bullets: {
    title: 'What to carry',
    bullet_points: ['Water for half a day', 'A map that needs no battery', 'A dry pair of socks'],
  },
  image_left: { title: 'Leave before dawn', bullet_points: ['Cool air', 'Quiet paths'], image: true },
  image_right: { title: 'Stay for dusk', bullet_points: ['Long shadows', 'The best light'], image: true },
  image_full: { title: 'The last ridge', bullet_points: ['Day 41'], image: true },
  page: { title: '', bullet_points: [], image: true },
  quote: { title: 'Go slowly, and the view will go with you.', bullet_points: ['From the hut book'] },
  section: { title: 'Into the hills', bullet_points: ['Part two'] },
  code: {
    title: 'The pace of a day',
    bullet_points: [
      '// Naismith: an hour for 5 km or 600 m up.',
      'function hours(km: number, up: number) {',
      '  return km / 5 + up / 600;',
      '}',
    ],
  },
  number: { title: '3,112 km', bullet_points: ['walked in one year'] },
  two_columns: {
    title: 'Before and after',
    bullet_points: ['A heavy pack', 'Blisters by noon', 'Half the things', 'Twice the distance'],
  },
  figure: { title: 'The way over the pass', bullet_points: [], image: true },
  table: {
    title: 'Three trails',
    bullet_points: [],
    table: {
      header: ['Trail', 'Days', 'Kilometres'],
      rows: [
        ['Coast', '9', '168'],
        ['Ridge', '14', '241'],
        ['Valley', '6', '97'],
      ],
    },
  },
  chart: {
    title: 'Kilometres a month',
    bullet_points: [],
    chart: {
      type: 'column',
      categories: ['April', 'May', 'June', 'July', 'August'],
      series: [{ name: 'Walked', values: [140, 310, 420, 395, 280] }],
      unit: ' km',
    },
  },
  cards: {
    title: 'Three things for the pack',
    bullet_points: [],
    items: [
      { title: 'Water', text: 'Half a day is enough where there are springs.' },
      { title: 'A map', text: 'Paper needs no battery.' },
      { title: 'Dry socks', text: 'They weigh less than a blister.', highlight: true },
    ],
  },
  process: {
    title: 'A day on the trail',
    bullet_points: [],
    items: [
      { title: 'Pack', text: 'Before the sun is up.' },
      { title: 'Walk', text: 'Six hours, with a rest.' },
      { title: 'Camp', text: 'Near water, out of the wind.' },
    ],
  },
  timeline: {
    title: 'One year',
    bullet_points: [],
    items: [
      { date: 'April', title: 'The coast', text: 'Nine days.' },
      { date: 'July', title: 'The ridge', text: 'Two weeks.', highlight: true },
      { date: 'October', title: 'The valley', text: 'Six days.' },
    ],
  },
  comparison: {
    title: 'Boots or shoes',
    bullet_points: [],
    items: [
      { title: 'Boots', text: '+ Dry in the wet\n+ Firm on scree\n- Heavy' },
      { title: 'Shoes', text: '+ Light\n+ Dry in an hour\n- Thin soles', highlight: true },
    ],
  },
  stats: {
    title: 'The year in figures',
    bullet_points: [],
    items: [
      { figure: '3,112 km', title: 'walked' },
      { figure: '41', title: 'nights in a tent' },
      { figure: '12', title: 'trails' },
    ],
  },
  agenda: {
    title: 'This evening',
    bullet_points: [],
    items: [{ title: 'The coast' }, { title: 'Into the hills', highlight: true }, { title: 'What to carry' }],
  },
  statement: { title: 'The shortest way is rarely the **best walk**.', bullet_points: [], markup: 'inline' },
  closing: { title: 'See you on the trail', bullet_points: ['walks@example.com', 'Next walk: 12 April'] },
  team: {
    title: 'Who walked',
    bullet_points: [],
    items: [
      { title: 'Ida Berg', text: 'Maps' },
      { title: 'Tom Hale', text: 'Food' },
      { title: 'Rosa Lind', text: 'Pictures' },
    ],
  },
  gallery: { title: 'Two seasons', bullet_points: [], image: true, images: ['The same ridge in May'] },
  image_background: {
    title: 'Before you leave',
    bullet_points: ['Tell someone your way', 'Read the weather', 'Turn back in time'],
    image: true,
  },
  device: {
    title: 'The map on the way',
    bullet_points: ['Works without a network'],
    image: true,
    device_kind: 'phone',
  },
};

/** The layouts of the sample slides. */
export const SAMPLE_LAYOUTS = Object.keys(SAMPLE_SLIDES) as [RequestableLayout, ...RequestableLayout[]];
