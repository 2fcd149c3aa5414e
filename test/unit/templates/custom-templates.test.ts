import { describe, expect, it } from 'vitest';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import { captionArea } from '#engine/video/drawing/layout/caption-area.ts';
import { logoBox, textLineNextToLogo } from '#engine/video/drawing/layout/logo-box.ts';
import { slideNumberBox, slideTextMarginsOf } from '#engine/video/drawing/layout/slide-text-margins.ts';
import { slidePictureKey } from '#engine/video/drawing/slide-picture-key.ts';
import { ASPECT_RATIO_NAMES, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { contrastsOfTemplateColors } from '#features/templates/contrasts-of-template-colors.ts';
import { completeTemplateColors, templateInCustomColors } from '#features/templates/custom-colors.ts';
import { type CustomTemplateLook, designOfCustomTemplate } from '#features/templates/custom-template.ts';

const look = (over: Partial<CustomTemplateLook> = {}): CustomTemplateLook => ({
  base: 'plain',
  colors: {},
  fonts: {},
  logo_place: 'bottom_right',
  ...over,
});
const logoFile = { key: 'a', sha256: 'f', width: 300, height: 100, content_type: 'image/png', size_bytes: 9 } as const;

describe('the colours of a template', () => {
  it.each(BUILT_IN_TEMPLATES)('without any are those of its base: $id', (base) => {
    expect(templateInCustomColors(base, {})).toBe(base);
  });

  it.each(BUILT_IN_TEMPLATES)('are what pages are drawn in: $id', (base) => {
    const colors = { background: '#102030', text: '#fefefe', accent: '#ffcc00', surface: '#203040', muted: '#c0c0c0' };
    const { scenes, scheme } = templateInCustomColors(base, colors);
    expect(scheme).toBe('dark');
    expect(scenes.content.palette).toMatchObject({
      background: '#102030',
      text: '#fefefe',
      accent: '#ffcc00',
      panel: '#203040',
      muted: '#c0c0c0',
    });
  });

  it.each(BUILT_IN_TEMPLATES)('that say only the page or the accent leave all text legible: $id', (base) => {
    for (const colors of [{ background: '#ffffff' }, { background: '#101018' }, { accent: '#0a5d45' }]) {
      const { scenes } = templateInCustomColors(base, colors);
      for (const kind of ['title', 'section', 'content', 'quote', 'number'] as const) {
        const { background, text } = scenes[kind].palette;
        expect(contrastRatio(text, background), `${kind} ${JSON.stringify(colors)}`).toBeGreaterThanOrEqual(4.5);
      }
      const { panel } = scenes.code.palette;
      expect(contrastRatio(templateInCustomColors(base, colors).code.text, panel)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('have a colour on the accent that can be read, unless one is named', () => {
    expect(completeTemplateColors(requireBuiltInTemplate('plain'), { accent: '#ffee00' }).on_accent).toBe('#101010');
    expect(completeTemplateColors(requireBuiltInTemplate('plain'), { accent: '#102030' }).on_accent).toBe('#ffffff');
    expect(completeTemplateColors(requireBuiltInTemplate('plain'), { on_accent: '#abcdef' }).on_accent).toBe('#abcdef');
  });

  it('have their contrast by WCAG 2.2', () => {
    const found = contrastsOfTemplateColors({ base: 'plain', colors: { text: '#767676', background: '#ffffff' } });
    expect(found[0]).toEqual({ pair: ['text', 'background'], ratio: 4.54, passes: true });
    const weaker = contrastsOfTemplateColors({ base: 'plain', colors: { text: '#777777', background: '#ffffff' } });
    expect(weaker[0]).toEqual({ pair: ['text', 'background'], ratio: 4.47, passes: false });
  });
});

describe('the drawing key of a template', () => {
  const slide = { title: 'T', bullet_points: [], layout: 'bullets', language: 'en', is_first: false } as const;
  const keyOf = (own: CustomTemplateLook) =>
    slidePictureKey(slide, { width: 64, height: 36 }, designOfCustomTemplate(own));

  it('changes with colours, fonts and the logo', () => {
    const keys = [
      look(),
      look({ colors: { accent: '#ff0000' } }),
      look({ fonts: { heading: { typeface: 'outfit' } } }),
      look({ logo: logoFile }),
      look({ logo: { ...logoFile, sha256: 'e' } }),
      look({ logo: logoFile, logo_place: 'top_left' }),
      look({ logo: logoFile, logo_on: 'title' }),
      look({ image_treatment: 'tint' }),
      look({ image_treatment: 'duotone' }),
    ].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same for equal files, wherever they are, and for a place without a logo', () => {
    expect(keyOf(look({ logo: logoFile }))).toBe(keyOf(look({ logo: { ...logoFile, key: 'b' } })));
    expect(keyOf(look())).toBe(keyOf(look({ logo_place: 'top_left' })));
    expect(keyOf(look())).toBe(keyOf(look({ image_treatment: 'none' })));
    expect(keyOf(look())).toBe(keyOf(look({ logo: logoFile, logo_on: 'none' })));
    expect(keyOf(look({ logo: logoFile }))).toBe(keyOf(look({ logo: logoFile, logo_on: 'all' })));
  });
});

describe('a logo', () => {
  const places = ['top_left', 'top_right', 'bottom_left', 'bottom_right'] as const;
  const shapes = [
    { width: 300, height: 100 },
    { width: 100, height: 100 },
    { width: 2000, height: 60 },
    { width: 50, height: 900 },
  ];

  it.each(ASPECT_RATIO_NAMES)(
    'is in the margin, in its own shape, clear of text, captions and the number: %s',
    (format) => {
      const size = pictureDimensionsOfFormat(format, '1080p');
      const margins = slideTextMarginsOf(size);
      const captions = captionArea(size);
      for (const place of places)
        for (const shape of shapes) {
          const logo = { sha256: 'f', file: 'a', place, ...shape };
          const { x, y, width, height } = logoBox(logo, size);
          expect(x).toBeGreaterThanOrEqual(margins.x);
          expect(x + width).toBeLessThanOrEqual(size.width - margins.x);
          expect(Math.abs(width / height - shape.width / shape.height) / (shape.width / shape.height)).toBeLessThan(
            0.2,
          );
          if (place.startsWith('top')) {
            expect(y).toBeGreaterThan(0);
            expect(y + height).toBeLessThan(margins.top);
          } else {
            expect(y).toBeGreaterThan(size.height - margins.bottom);
            expect(y).toBeGreaterThanOrEqual(captions.at);
            expect(y + height).toBeLessThan(size.height);
          }
          const line = slideNumberBox({ x: 0, y: 0, ...size }, margins, size);
          const free = textLineNextToLogo(line, logo, size);
          expect(free.x >= x + width || free.x + free.width <= x || place.startsWith('top')).toBe(true);
        }
    },
  );
});
