import { describe, expect, it } from 'vitest';
import { findTemplate, TEMPLATES } from '../../../lib/templates/template.ts';

const channel = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe('templates', () => {
  it('are plain, the default, and midnight', () => {
    expect(TEMPLATES.map(({ id, scheme }) => `${id} ${scheme}`)).toEqual(['plain light', 'midnight dark']);
    expect(findTemplate('midnight')?.name).toBe('Midnight');
    expect(findTemplate('nope')).toBeUndefined();
  });

  const palettes = TEMPLATES.flatMap(({ id, palettes }) =>
    Object.entries(palettes).map(([kind, palette]) => ({ id, kind, palette })),
  );
  it.each(palettes)('$id: text is legible on $kind slides', ({ palette }) => {
    expect(contrast(palette.text, palette.background)).toBeGreaterThan(4.5);
    expect(contrast(palette.muted, palette.background)).toBeGreaterThan(4.5);
  });

  it.each(TEMPLATES)('$id: no text is smaller than 1/55 of the short side', ({ type }) => {
    for (const style of Object.values(type)) {
      expect(style.smallest).toBeGreaterThanOrEqual(1 / 55);
      expect(style.largest).toBeGreaterThanOrEqual(style.smallest);
    }
  });
});
