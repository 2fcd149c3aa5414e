import { describe, expect, it } from 'vitest';
import { chooseLayout, type LayoutDecidingFields } from '#engine/video/drawing/layout/choose-layout.ts';
import type { DrawnLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';

const landscape = pictureDimensionsOfFormat('landscape', '1080p');
const image = {};
const figure = { is_figure: true } as const;
const long = 'A point that says more than fits on one line of a slide, and goes on';
const points = (count: number): string[] => Array.from({ length: count }, (_, i) => `Point ${i + 1}`);
const layoutOf = (given: Partial<LayoutDecidingFields>, size = landscape): DrawnLayout =>
  chooseLayout({ layout: 'auto', is_first: false, title: 'A title', bullet_points: [], ...given }, size);

describe('the layout of a slide that leaves it open', () => {
  it.each<[string, Partial<LayoutDecidingFields>, DrawnLayout]>([
    ['a title alone on the first slide', { is_first: true }, 'title'],
    ['a title alone further on', {}, 'section'],
    ['a title with one short point on the first slide', { is_first: true, bullet_points: points(1) }, 'title'],
    ['a title with two short points on the first slide', { is_first: true, bullet_points: points(2) }, 'title'],
    ['a title with three points on the first slide', { is_first: true, bullet_points: points(3) }, 'bullets'],
    ['a title with a long point on the first slide', { is_first: true, bullet_points: [long] }, 'bullets'],
    ['a title with one short point further on', { bullet_points: points(1) }, 'statement'],
    ['a long title with one short point', { title: long, bullet_points: points(1) }, 'bullets'],
    ['a title with one numbered point', { bullet_points: points(1), bullet_style: 'number' }, 'bullets'],
    ['a title with one note', { bullet_points: ['[!NOTE] Mind it'], markup: 'inline' }, 'bullets'],
    ['a title with points', { bullet_points: points(5) }, 'bullets'],
    ['a title with a few short points', { bullet_points: points(3) }, 'cards'],
    ['blank points are none', { is_first: true, bullet_points: [' ', '', 'One', '\t'] }, 'title'],
    ['points alone', { title: '', bullet_points: points(3) }, 'bullets'],
    ['points alone on the first slide', { title: ' ', is_first: true, bullet_points: points(1) }, 'bullets'],
    ['an image with a short title', { image }, 'image_full'],
    ['an image with a short title on the first slide', { image, is_first: true }, 'image_full'],
    ['an image with one short point', { image, title: '', bullet_points: points(1) }, 'image_full'],
    ['an image with a long title', { image, title: long }, 'image_right'],
    ['an image with one long point', { image, title: '', bullet_points: [long] }, 'image_right'],
    ['an image with a title and a point', { image, bullet_points: points(1) }, 'image_right'],
    ['an image beside points', { image, bullet_points: points(4) }, 'image_right'],
    ['two images', { image, images: [{}] }, 'gallery'],
    ['two images with a title and points', { image, images: [{}], bullet_points: points(4) }, 'gallery'],
    ['two images and a table', { image, images: [{}], table: { rows: [['1']] } }, 'table'],
    ['items with images alone', { items: [{ title: 'a' }], item_images: [image] }, 'gallery'],
    ['items with images and texts', { items: [{ title: 'a', text: 'b' }], item_images: [image] }, 'cards'],
    ['an image alone', { image, title: '' }, 'image_full'],
    ['an image with text in it', { image: figure }, 'figure'],
    ['an image with text in it, and two short points', { image: figure, bullet_points: points(2) }, 'figure'],
    ['an image with text in it, alone', { image: figure, title: '' }, 'figure'],
    ['an image with text in it beside points', { image: figure, bullet_points: points(3) }, 'image_right'],
    ['an image with text in it beside a long point', { image: figure, bullet_points: [long] }, 'image_right'],
    ['an image with a quotation of two lines', { image, title: '“Go”', bullet_points: points(1) }, 'image_right'],
    ['nothing', { title: '' }, 'empty'],
    ['nothing on the first slide', { title: '', is_first: true }, 'empty'],
  ])('%s', (_name, given, expected) => {
    expect(layoutOf(given)).toBe(expected);
  });

  it('counts letters that fill a square as two', () => {
    const first = (bullet: string) => layoutOf({ is_first: true, bullet_points: [bullet] });
    expect([first('業'.repeat(30)), first('業'.repeat(31)), first('x'.repeat(60))]).toEqual([
      'title',
      'bullets',
      'title',
    ]);
  });

  it.each(['portrait', 'square', 'feed'] as const)('puts an image on top in %s', (format) => {
    expect(layoutOf({ image, bullet_points: points(2) }, pictureDimensionsOfFormat(format, '1080p'))).toBe('image_top');
  });

  it.each([
    ...[
      '87 %',
      '87%',
      '€4.2M',
      '3×',
      '10x',
      '3,112 km',
      '1 000 000',
      '1’234.50',
      '−3.5 °C',
      '+12 pp',
      '~40',
      '> 99.9 %',
    ],
    ...[
      '$1.2 billion',
      'US$ 5M',
      '4,2 Mio. €',
      '12 Mrd. EUR',
      '٨٧٪',
      '３倍',
      '120億円',
      '10–20 %',
      '500+',
      '42',
      '24 km/h',
    ],
  ])('sets a title that is a figure as number: %s', (title) => {
    expect(layoutOf({ title })).toBe('number');
    expect(layoutOf({ title, is_first: true, bullet_points: ['of all who answered'] })).toBe('number');
  });

  it.each(['3 men', '10 tips', 'Top 10', 'Q3', '1. First', '2024: a year', '100 % cotton', '12:30', '%', '€'])(
    'takes %s for words',
    (title) => {
      expect(layoutOf({ title })).toBe('section');
    },
  );

  it('sets a figure above a list as a heading', () => {
    expect(layoutOf({ title: '2024', bullet_points: points(3) })).toBe('number');
    expect(layoutOf({ title: '2024', bullet_points: points(5) })).toBe('bullets');
  });

  it.each([
    ...[
      '"Go slowly."',
      '“Go slowly.”',
      '„Geh langsam.“',
      '«Va piano»',
      '« Allez doucement »',
      '»Geh langsam«',
      '”Gå sakta”',
    ],
    ...[
      '‘Go slowly’',
      '’Go slowly’',
      "'Don't go'",
      '‹Va piano›',
      '「ゆっくり行け」',
      '『ゆっくり』。',
      '《慢慢走》',
      '“慢慢走。”',
      '„Idź powoli”',
      '“Go slowly”.',
    ],
    ...['“He said «go» and went.”', '‘Don’t go’', "'Don't say that it's late'"],
  ])('sets a lone quotation as quote: %s', (text) => {
    expect(layoutOf({ title: text })).toBe('quote');
    expect(layoutOf({ title: text, is_first: true })).toBe('quote');
    expect(layoutOf({ title: '', bullet_points: [text] })).toBe('quote');
    expect(layoutOf({ title: text, bullet_points: ['Who said it'] })).toBe('quote');
  });

  it.each([
    '“Go” is a verb',
    'He said “go”',
    '“Yes” and “no”',
    '"Yes" and "no"',
    '«It’s fine» and «no»',
    "'It's fine' and 'no'",
    '""',
    '“',
    'It’s ours’',
    '“Unclosed',
    '«a»'.slice(0, 2),
  ])('takes %s for no quotation', (title) => {
    expect(layoutOf({ title })).toBe('section');
  });

  it('sets a quotation above a list as a heading, and a quotation among points as a point', () => {
    expect(layoutOf({ title: '“Go”', bullet_points: points(5) })).toBe('bullets');
    expect(layoutOf({ title: '“Go”', bullet_points: [long] })).toBe('bullets');
    expect(layoutOf({ title: '', bullet_points: ['“Go”', 'Who said it'] })).toBe('bullets');
    expect(layoutOf({ bullet_points: ['“Go”'] })).toBe('statement');
  });
});

const chart = { type: 'column', categories: ['a'], series: [{ name: 's', values: [1] }] } as const;

describe('the layout of what a slide has instead of points', () => {
  it('is its own, and needs no words', () => {
    const bare = { title: '', bullet_points: [] };
    expect(layoutOf({ ...bare, code: { text: 'x = 1' } })).toBe('code');
    expect(layoutOf({ ...bare, table: { rows: [['1']] } })).toBe('table');
    expect(layoutOf({ ...bare, chart })).toBe('chart');
    expect(layoutOf({ title: '87 %', is_first: true, chart })).toBe('chart');
  });

  it('gives way to a layout that was asked for', () => {
    expect(layoutOf({ layout: 'bullets', bullet_points: points(2), chart })).toBe('bullets');
    expect(layoutOf({ layout: 'image_left', chart })).toBe('chart');
  });
});

describe('two columns', () => {
  it('need two points, and room next to each other', () => {
    expect(layoutOf({ layout: 'two_columns', bullet_points: points(2) })).toBe('two_columns');
    expect(layoutOf({ layout: 'two_columns', bullet_points: points(1) })).toBe('bullets');
  });
});

describe('a figure', () => {
  it('is shown whole, with words above it or without', () => {
    expect(layoutOf({ layout: 'figure', title: '', bullet_points: [], image })).toBe('figure');
    expect(layoutOf({ layout: 'figure', bullet_points: points(2) })).toBe('bullets');
    expect(layoutOf({ layout: 'image_full', title: '', image: figure })).toBe('image_full');
    expect(layoutOf({ layout: 'image_left', image: figure })).toBe('image_left');
  });
});

describe('the layout of a slide that names one', () => {
  it.each(SLIDE_LAYOUTS.filter((layout) => layout !== 'auto'))('keeps %s where the content allows it', (layout) => {
    const all = { layout, bullet_points: points(2), image, images: [{}], table: { rows: [['1']] }, chart };
    expect(layoutOf(all)).toBe(layout);
    expect(layoutOf({ ...all, title: '87 %', is_first: true })).toBe(layout);
  });

  it.each(['image_left', 'image_right', 'image_full'] as const)(
    'goes by the content when %s has no image',
    (layout) => {
      expect(layoutOf({ layout, bullet_points: points(2) })).toBe('bullets');
      expect(layoutOf({ layout })).toBe('section');
    },
  );

  it('gives the whole slide to an image without text', () => {
    expect(layoutOf({ layout: 'image_left', title: '', image })).toBe('image_full');
  });
});
