import { describe, expect, it } from 'vitest';
import { SLIDE_LAYOUTS } from '../../../lib/video/drawing/drawable-slide.ts';
import { layoutFor } from '../../../lib/video/drawing/layout/choose-layout.ts';
import { sizeOf } from '../../../lib/video/format.ts';

const landscape = sizeOf('landscape', '1080p');
const content = { layout: 'auto', position: 1, hasTitle: true, bullets: 0, hasImage: false } as const;

describe('the layout of a slide that leaves it open', () => {
  it.each([
    ['a title alone on the first slide', { position: 0 }, 'title'],
    ['a title alone further on', { position: 3 }, 'section'],
    ['a title with points on the first slide', { position: 0, bullets: 2 }, 'bullets'],
    ['a title with points', { bullets: 3 }, 'bullets'],
    ['points alone', { hasTitle: false, bullets: 3 }, 'bullets'],
    ['an image beside a title', { hasImage: true }, 'image_right'],
    ['an image on the first slide', { hasImage: true, position: 0 }, 'image_right'],
    ['an image beside points', { hasImage: true, bullets: 4 }, 'image_right'],
    ['an image alone', { hasImage: true, hasTitle: false }, 'image_full'],
    ['nothing', { hasTitle: false }, 'empty'],
  ] as const)('%s', (_name, given, expected) => {
    expect(layoutFor({ ...content, ...given }, landscape)).toBe(expected);
  });

  it.each(['portrait', 'square', 'feed'] as const)('puts an image on top in %s', (format) => {
    expect(layoutFor({ ...content, hasImage: true, bullets: 2 }, sizeOf(format, '1080p'))).toBe('image_top');
  });
});

describe('the layout of a slide that names one', () => {
  it.each(SLIDE_LAYOUTS.filter((layout) => layout !== 'auto'))('keeps %s where the content allows it', (layout) => {
    expect(layoutFor({ ...content, layout, bullets: 2, hasImage: true }, landscape)).toBe(layout);
  });

  it.each(['image_left', 'image_right', 'image_full'] as const)(
    'goes by the content when %s has no image',
    (layout) => {
      expect(layoutFor({ ...content, layout, bullets: 2 }, landscape)).toBe('bullets');
      expect(layoutFor({ ...content, layout }, landscape)).toBe('section');
    },
  );

  it('gives the whole slide to an image without text', () => {
    expect(layoutFor({ ...content, layout: 'image_left', hasTitle: false, hasImage: true }, landscape)).toBe(
      'image_full',
    );
  });
});
