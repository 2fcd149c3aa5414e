import { describe, expect, it } from 'vitest';
import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import type { SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import type { RichSlideContent } from '#engine/video/drawing/rich-slide-content.ts';
import {
  captionPictureKey,
  type SlidePictureKeyFields,
  slidePictureKey,
} from '#engine/video/drawing/slide-picture-key.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const midnight = requireBuiltInTemplate('midnight');
const plain = requireBuiltInTemplate('plain');

const size = pictureDimensionsOfFormat('landscape', '1080p');
const image = { sha256: 'a'.repeat(64), width: 800, height: 600, fit: 'cover', focus: { x: 0.5, y: 0.5 } } as const;
const slide: SlidePictureKeyFields = {
  title: 'Title',
  bullet_points: ['One', 'Two'],
  layout: 'image_left',
  language: 'en',
  is_first: false,
  slide_number: 4,
  image,
};
const keyOf = (more: Partial<SlidePictureKeyFields>): string => slidePictureKey({ ...slide, ...more }, size, plain);

/** Each field of the content: a layout that shows it, and two values that look different. */
const CONTENT = {
  bullet_style: ['bullets', { bullet_style: 'number' }, { bullet_style: 'none' }],
  bullet_levels: ['bullets', { bullet_levels: [0, 1, 1] }, { bullet_levels: [0, 1, 2] }],
  markup: ['bullets', { markup: 'inline' }, { markup: 'inline', bullet_style: 'none' }],
  code: ['code', { code: { text: 'a' } }, { code: { text: 'b' } }],
  table: ['table', { table: { rows: [['1']] } }, { table: { rows: [['2']] } }],
  chart: [
    'chart',
    { chart: { type: 'bar', categories: ['a'], series: [{ name: '', values: [1] }] } },
    { chart: { type: 'bar', categories: ['a'], series: [{ name: '', values: [2] }] } },
  ],
  column_break: ['two_columns', { column_break: 1 }, { column_break: 2 }],
  items: ['cards', { items: [{ title: 'a' }] }, { items: [{ title: 'a', highlight: true }] }],
  device_kind: ['device', { device_kind: 'phone' }, { device_kind: 'laptop' }],
} as const satisfies { [Name in keyof RichSlideContent]-?: readonly [SlideLayout, RichSlideContent, RichSlideContent] };

describe('the key of a drawing', () => {
  it.each<[string, Partial<SlidePictureKeyFields>]>([
    ['the title', { title: 'Other' }],
    ['a bullet point', { bullet_points: ['One', 'Other'] }],
    ['where one bullet point ends and the next begins', { bullet_points: ['One","Two'] }],
    ['the layout', { layout: 'image_right' }],
    ['the language', { language: 'ja' }],
    ['the number on the slide', { slide_number: 5 }],
    ['the image', { image: { ...image, sha256: 'b'.repeat(64) } }],
    ['how the image is fitted', { image: { ...image, fit: 'contain' } }],
    ['the focus of the image', { image: { ...image, focus: { x: 0.5, y: 0.4 } } }],
    ['there being an image', { image: undefined }],
    ['the caption of the image', { image: { ...image, caption: 'In 1998' } }],
    ['the line at the bottom', { footer: 'Foot' }],
    ['signs that are drawn as typed', { typography: 'plain' }],
    ['a callout over the slide', { callouts: [{ kind: 'blur', area: { x: 0, y: 0, width: 1, height: 1 } }] }],
    ['what stands before the points', { bullet_style: 'number' }],
    ['how deep the points stand', { bullet_levels: [0, 1] }],
    ['marks being read', { markup: 'inline' }],
    ['another image making a gallery', { layout: 'auto', images: [image] }],
  ])('changes with %s', (_name, more) => {
    expect(keyOf(more)).not.toBe(keyOf({}));
  });

  it('changes with every picture of a gallery, its caption and its kind, and with the images of items', () => {
    const other = { ...image, sha256: 'b'.repeat(64) };
    const keys = [
      ...[[image], [other], [image, other], [other, image], [{ ...image, caption: 'Before' }]],
      ...[[{ ...image, is_figure: true as const }], [{ ...image, fit: 'contain' as const }]],
    ].map((images) => keyOf({ layout: 'gallery', images }));
    expect(new Set(keys).size).toBe(keys.length);
    const items = [{ title: 'Ida' }, { title: 'Tom' }];
    const ofItems = [undefined, [image, undefined], [undefined, image], [other, undefined]].map((item_images) =>
      keyOf({ layout: 'team', image: undefined, items, item_images }),
    );
    expect(new Set(ofItems).size).toBe(ofItems.length);
    // Layouts that show one picture have the key that they have without the others.
    expect(keyOf({ layout: 'image_right', images: [other] })).toBe(keyOf({ layout: 'image_right' }));
  });

  it('changes with an image being a page only where that leaves a part of the frame free', () => {
    const key = (more: Partial<NonNullable<SlidePictureKeyFields['image']>>) =>
      keyOf({ layout: 'image_full', image: { ...image, ...more } });
    const free = { fit: 'contain', width: 600, height: 450 } as const;
    const filling = { fit: 'contain', width: 1600, height: 900 } as const;
    expect(key({ ...free, is_page: true })).not.toBe(key(free));
    expect(key({ ...filling, is_page: true })).toBe(key(filling));
  });

  it.each(Object.entries(CONTENT))('changes with %s wherever it is drawn', (_name, [layout, one, other]) => {
    const held = { ...slide, bullet_points: ['1', '2', '3'], layout };
    const keys = [{}, one, other].map((content) => slidePictureKey({ ...held, ...content }, size, plain));
    expect(new Set(keys).size).toBe(3);
  });

  it('changes with size, template, and how many bullet points are visible', () => {
    const keys = [
      slidePictureKey(slide, size, plain),
      slidePictureKey(slide, pictureDimensionsOfFormat('landscape', '720p'), plain),
      slidePictureKey(slide, size, midnight),
      slidePictureKey(slide, size, plain, { revealed: 0 }),
      slidePictureKey(slide, size, plain, { revealed: 1 }),
      slidePictureKey(slide, size, plain, { captioned: DEFAULT_CAPTION_STYLE }),
      slidePictureKey(slide, size, plain, { captioned: { ...DEFAULT_CAPTION_STYLE, position: 'top' } }),
      slidePictureKey(slide, size, plain, { captioned: { ...DEFAULT_CAPTION_STYLE, size: 'large' } }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('changes with what a slide has instead of points, where that is drawn', () => {
    const held = { layout: 'auto', image: undefined } as const;
    const table = { rows: [['1', '2']] };
    const keys = [
      keyOf({ ...held, table }),
      keyOf({ ...held, table: { rows: [['1', '3']] } }),
      keyOf({ ...held, code: { text: 'a' } }),
      keyOf({ ...held, code: { text: 'a', language: 'sql' } }),
      keyOf({ ...held, layout: 'two_columns', bullet_points: ['1', '2', '3'] }),
      keyOf({ ...held, layout: 'two_columns', bullet_points: ['1', '2', '3'], column_break: 1 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf({ table })).toBe(keyOf({}));
    expect(keyOf({ bullet_levels: [0, 0], markup: 'none', column_break: 1 })).toBe(keyOf({}));
  });

  it('of a caption changes with all that it is drawn from, and with nothing of the slide', () => {
    const keys = [
      captionPictureKey('Hello.', 'en', size, plain, DEFAULT_CAPTION_STYLE),
      captionPictureKey('Hello!', 'en', size, plain, DEFAULT_CAPTION_STYLE),
      captionPictureKey('Hello.', 'fr', size, plain, DEFAULT_CAPTION_STYLE),
      captionPictureKey('Hello.', 'en', pictureDimensionsOfFormat('landscape', '720p'), plain, DEFAULT_CAPTION_STYLE),
      captionPictureKey('Hello.', 'en', size, midnight, DEFAULT_CAPTION_STYLE),
      captionPictureKey('Hello.', 'en', size, plain, { ...DEFAULT_CAPTION_STYLE, color: '#ff0000' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same with all bullet points visible as without saying so', () => {
    expect(slidePictureKey(slide, size, plain, { revealed: 2 })).toBe(keyOf({}));
  });

  it('is the same at another place where no number is drawn', () => {
    const full = { layout: 'image_full' } as const;
    expect(keyOf({ ...full, slide_number: 9 })).toBe(keyOf({ ...full, slide_number: 4 }));
  });

  it('changes with the place where that decides the layout', () => {
    const title = { layout: 'auto', bullet_points: [], image: undefined } as const;
    expect(keyOf({ ...title, is_first: true })).not.toBe(keyOf({ ...title, is_first: false }));
  });

  it('is the same with another image where none is shown', () => {
    expect(keyOf({ layout: 'quote' })).toBe(keyOf({ layout: 'quote', image: undefined }));
  });

  it('takes nothing from what is not drawn', () => {
    const more = { speaker_notes: 'Hello', slide_count: 12 };
    expect(slidePictureKey({ ...slide, ...more }, size, plain)).toBe(keyOf({}));
  });
});
