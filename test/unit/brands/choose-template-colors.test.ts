import { describe, expect, it } from 'vitest';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import { chooseTemplateColors } from '#features/brands/choose-template-colors.ts';
import { oklchOf } from '#features/brands/oklab.ts';
import { contrastsOfTemplateColors } from '#features/templates/contrasts-of-template-colors.ts';

const at = (color: string, where = 'here') => ({ color, where });

/** Colours of a generator with a seed (mulberry32), `#rrggbb`. */
function colorsOf(seed: number): () => string {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return `#${((value ^ (value >>> 14)) >>> 8).toString(16).padStart(6, '0')}`;
  };
}

const noteOf = (found: ReturnType<typeof chooseTemplateColors>, field: string) =>
  found.sources.find((source) => source.field === field);

describe('the colours of a brand', () => {
  it('are kept where they can be read, and say where they were found', () => {
    const chosen = chooseTemplateColors({
      background: at('#fffaf0', '`body` in site.css'),
      text: at('#172136', '`body` in site.css'),
      accents: [at('#0a5c44', '`--brand`')],
    });
    expect(chosen.colors).toMatchObject({
      background: '#fffaf0',
      text: '#172136',
      accent: '#0a5c44',
      on_accent: '#ffffff',
    });
    expect(noteOf(chosen, 'colors.accent')).toEqual({ field: 'colors.accent', value: '#0a5c44', note: '`--brand`.' });
    expect(noteOf(chosen, 'colors.background')).toMatchObject({ note: '`body` in site.css.' });
  });

  it('that cannot be read become darker in the same hue, and the source says so', () => {
    const chosen = chooseTemplateColors({ background: at('#ffffff'), accents: [at('#f5c518', '`theme-color`')] });
    expect(contrastRatio(chosen.colors.accent, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(chosen.colors.accent, '#ffffff')).toBeLessThan(5);
    expect(Math.abs(oklchOf(chosen.colors.accent).h - oklchOf('#f5c518').h)).toBeLessThan(6);
    expect(noteOf(chosen, 'colors.accent')).toMatchObject({ found: '#f5c518', value: chosen.colors.accent });
    expect(noteOf(chosen, 'colors.accent')?.note).toContain('1.63');
  });

  it('of text that cannot be read on panels only name those', () => {
    const next = colorsOf(11);
    const chosen = Array.from({ length: 400 }, () => [next(), next()] as const).flatMap(
      ([background = '', text = '']) => {
        const { sources } = chooseTemplateColors({ background: at(background), text: at(text), accents: [] });
        const source = sources.find(({ field }) => field === 'colors.text');
        return source?.found === undefined ? [] : [source.note];
      },
    );
    const told = chosen.map((note) => / a contrast of ([\d.]+) to (the background|panels);/.exec(note));
    expect(told.every((found) => Number(found?.[1]) < 4.5)).toBe(true);
    expect(new Set(told.map((found) => found?.[2]))).toEqual(new Set(['the background', 'panels']));
  });

  it('pass all their contrasts at 4.5 in 600 brands, whatever was found', () => {
    const next = colorsOf(7);
    for (let count = 0; count < 600; count++) {
      const [background, text, accent] = [next(), next(), next()];
      const { colors } = chooseTemplateColors({
        background: count % 5 === 0 ? undefined : at(background),
        text: count % 3 === 0 ? undefined : at(text),
        accents: count % 7 === 0 ? [] : [at(accent)],
      });
      const low = contrastsOfTemplateColors({ base: 'plain', colors }).filter(({ ratio }) => ratio < 4.5);
      expect(low, JSON.stringify({ background, text, accent, colors })).toEqual([]);
    }
  });

  it('without an accent that differs from the page emphasize in the colour of the text', () => {
    const { colors } = chooseTemplateColors({ background: at('#1144aa'), accents: [at('#1144ab')] });
    expect(colors.accent).toBe(colors.text);
  });
});
