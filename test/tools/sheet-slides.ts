import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import type { DrawableImage, DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { doesLayoutShowItems, type SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { DEVICE_KINDS, type RichSlideContent } from '#engine/video/drawing/rich-slide-content.ts';
import { SAMPLE_LAYOUTS, SAMPLE_SLIDES } from '#features/templates/sample-slides.ts';
import { TELLING_TABLES } from '#test/support/drawing/telling-tables.ts';

interface Pictures {
  photo: DrawableImage;
  drawing: DrawableImage;
}

type Content = Pick<DrawableSlide, 'layout' | 'title' | 'bullet_points'> &
  RichSlideContent & { image?: DrawableImage; images?: readonly DrawableImage[] };

const REGIONS = ['Coast', 'Ridge', 'Valley'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Values of each region, one for each of the first months; every seventh is not known. */
const byRegion = (months: number) =>
  REGIONS.map((name, region) => ({
    name,
    values: Array.from({ length: months }, (_, i) =>
      (i + 3 * region) % 7 === 6 ? null : Math.round(60 + 40 * Math.sin(i * 0.6 + region)),
    ),
  }));

/** One chart of each type. */
function charts(): Content[] {
  const shares = {
    categories: ['Horizon', 'Sky', 'Sea', 'Lost in the lens'],
    series: [{ name: 'Share', values: [61, 22, 12, 5] }],
  };
  const content = (title: string, chart: DrawableChart): Content => ({
    layout: 'chart',
    title,
    bullet_points: [],
    chart,
  });
  return [
    content('Visitors a month', {
      type: 'column',
      categories: MONTHS.slice(0, 6),
      series: [{ name: 'Visitors', values: [140, 310, -42, null, 395, 280] }],
    }),
    content('Visitors by region', { type: 'column', categories: MONTHS, series: byRegion(12), stacked: true }),
    content('Why they come back', {
      type: 'bar',
      categories: ['The view from the gallery at dusk', 'Talking to the keeper', 'The boat trip', 'Cake'],
      series: [{ name: 'Answers', values: [412, 305, 288, 77] }],
    }),
    content('Month by month', { type: 'line', categories: MONTHS, series: byRegion(12), unit: ' km' }),
    content('All regions', { type: 'area', categories: MONTHS, series: byRegion(12), stacked: true }),
    content('Where the light goes', { type: 'pie', ...shares, unit: ' %' }),
    content('Where the light goes', { type: 'donut', ...shares, unit: ' %' }),
    content('Visitors and weather', { type: 'combo', categories: MONTHS.slice(0, 6), series: byRegion(6) }),
    content('Where the money went', {
      type: 'waterfall',
      categories: ['Start', 'Tickets', 'Oil', 'Glass', 'End'],
      series: [{ name: 'Pounds', values: [40, 25, -14, -8, null] }],
    }),
    content('Who climbs to the top', {
      type: 'funnel',
      categories: ['At the gate', 'In the tower', 'In the lantern'],
      series: [{ name: 'People', values: [1500, 830, 210] }],
    }),
    content('Higher towers are seen farther', {
      type: 'scatter',
      categories: [],
      series: REGIONS.slice(0, 2).map((name, region) => ({
        name,
        values: [],
        points: [12, 19, 27, 34].map((x, i) => ({
          x: x + 3 * region,
          y: x * 0.7 + 4 * ((i + region) % 3),
          label: `${name} ${i + 1}`,
        })),
      })),
      axis_titles: { x: 'Metres', y: 'Nautical miles' },
    }),
    content('Most come back', {
      type: 'gauge',
      categories: [],
      series: [{ name: 'Would come again', values: [83] }],
      ...{ unit: ' %', thresholds: [50, 75], target: { value: 90, label: 'Goal' } },
    }),
  ];
}

/** One slide of each layout of items. */
const items = (): Content[] =>
  SAMPLE_LAYOUTS.filter(doesLayoutShowItems).map((layout) => {
    const { title, bullet_points, items } = SAMPLE_SLIDES[layout];
    return { layout, title, bullet_points, items };
  });

/** Slides that are made of pictures. */
function pictures({ photo, drawing }: Pictures): Content[] {
  const whole: DrawableImage = { ...drawing, fit: 'contain', is_figure: true };
  const points = ['Every evening since 1858', 'Two flashes every ten seconds'];
  return [
    {
      layout: 'gallery',
      title: 'Before and after',
      bullet_points: [],
      image: { ...photo, caption: 'In 1823' },
      images: [{ ...whole, caption: 'Today' }],
    },
    { layout: 'gallery', title: 'From the log', bullet_points: [], image: photo, images: [whole, photo, whole] },
    { layout: 'image_background', title: 'Night falls on the point', bullet_points: points, image: photo },
    ...DEVICE_KINDS.map(
      (device_kind): Content => ({
        ...{ layout: 'device', title: 'The log on every screen', bullet_points: points },
        ...{ image: whole, device_kind },
      }),
    ),
  ];
}

/** One slide of each layout, with the amount of text that slides mostly have; the image also whole instead of cropped. */
function ordinary({ photo, drawing }: Pictures): Content[] {
  return [
    {
      layout: 'title',
      title: 'The quiet art of lighthouses',
      bullet_points: ['Field notes from the northern coast', 'Autumn 2026'],
    },
    {
      layout: 'bullets',
      title: 'What keeps a light burning',
      bullet_points: [
        'A lens that gathers almost all of the flame',
        'Clockwork that turns it once a minute',
        'A keeper who winds the clockwork every four hours',
        'Oil, carried up 196 steps',
      ],
    },
    {
      layout: 'image_left',
      title: 'Seen from twenty miles',
      bullet_points: ['Height makes range: the horizon is the limit', 'Each light has a rhythm of its own'],
      image: photo,
    },
    {
      layout: 'image_right',
      title: 'The lens of 1823',
      bullet_points: ['Rings of prisms instead of one thick glass', 'A tenth of the weight'],
      image: { ...drawing, fit: 'contain' },
    },
    {
      layout: 'image_full',
      title: 'Night falls on the point',
      bullet_points: ['Every evening since 1858'],
      image: photo,
    },
    {
      layout: 'quote',
      title: 'I can think of no other edifice constructed by man as altruistic as a lighthouse.',
      bullet_points: ['George Bernard Shaw'],
    },
    { layout: 'section', title: 'How the light is made', bullet_points: ['Part two'] },
    {
      layout: 'code',
      title: 'A light in six lines',
      bullet_points: [
        '// Two flashes every ten seconds.',
        'export async function shine(lamp: Lamp) {',
        '  for (const wait of [2, 8]) {',
        '    await lamp.flash({ seconds: 0.4 });',
        '    await pause(wait, "seconds");',
        '  }',
        '}',
      ],
    },
    { layout: 'number', title: '87 %', bullet_points: ['of the light reaches the horizon', 'A flame alone: 3 %'] },
    {
      layout: 'bullets',
      title: 'Twelve months on the rock: a chronicle of the keeper and his two assistants',
      bullet_points: [
        'January: the sea breaks a window 30 m above the water, and the lamp goes out for the first time in nine years',
        'February and March: no boat lands; the last potatoes are eaten on the 3rd',
        'April: paint, glass, oil and letters arrive on the same day',
        'May to August: visitors, who all ask about the 196 steps',
        'September: the first storm comes early, and so do the birds',
        'October: the clockwork is taken apart, cleaned and put together again',
        'November: the fog signal sounds for 71 hours without a pause',
        'December: the assistants change; the keeper stays',
      ],
    },
    { layout: 'image_full', title: '', bullet_points: [], image: photo },
    { layout: 'bullets', title: 'Light', bullet_points: ['Air', 'Sea'] },
    { layout: 'auto', title: 'Three things to pack', bullet_points: ['A torch', 'Warm gloves', 'A whistle'] },
    {
      layout: 'two_columns',
      title: 'Before and after',
      bullet_points: ['A flame of oil', 'Wound by hand', 'A lamp of 1,000 watts', 'Turned by a motor'],
    },
    { layout: 'figure', title: 'How an echo is found', bullet_points: [], image: { ...drawing, fit: 'contain' } },
    {
      layout: 'code',
      title: 'The same, by its language',
      bullet_points: [],
      code: {
        language: 'python',
        text: 'def shine(lamp: Lamp) -> None:\n    """Two flashes every ten seconds."""\n    for wait in (2, 8):\n        lamp.flash(seconds=0.4)  # bright\n        time.sleep(wait)',
      },
    },
    {
      layout: 'table',
      title: 'What a year of light costs',
      bullet_points: ['In thousand pounds'],
      markup: 'inline',
      table: {
        header: ['Item', 'Plan', 'Actual', 'Change', 'Note'],
        rows: [
          ['Oil, carried up **196 steps**', '12.5', '14.25', '+14 %', 'Two more storms'],
          ['Wages', '31', '31', '0 %', '*Three* keepers'],
          ['Glass', '0.75', '3.1', '+313 %', 'A window broke'],
          ['Boats', '4', '—', '—', ''],
        ],
      },
    },
    ...(TELLING_TABLES.heads ? [TELLING_TABLES.heads] : []),
    ...charts(),
    ...items(),
    ...pictures({ photo, drawing }),
    {
      layout: 'statement',
      title: 'A light that **no one sees** is still a promise.',
      bullet_points: [],
      markup: 'inline',
    },
    { layout: 'closing', title: 'Thank you', bullet_points: ['keeper@example.org', 'Open every evening'] },
  ];
}

export const ordinarySlides = (pictures: Pictures): DrawableSlide[] =>
  ordinary(pictures).map((content, i) => ({ ...content, language: 'en', is_first: i === 0, slide_number: i + 1 }));

/** The layouts in which difficult texts are shown. */
export const DIFFICULT_LAYOUTS = [
  'title',
  'bullets',
  'image_left',
  'quote',
  'number',
  'code',
] as const satisfies SlideLayout[];
