import { describe, expect, it } from 'vitest';
import { chooseTemplateFonts } from '#features/brands/choose-template-fonts.ts';
import type { StoredFont } from '#features/fonts/public.ts';
import { START } from '#test/support/samples/entities.ts';

const OWN: StoredFont = {
  ...{ id: 'fnt_1', account_id: 'acc_1', family: 'Acme Sans', weight: 700, style: 'normal', glyphs: 9 },
  ...{ scripts: ['Latn'], format: 'ttf', key: 'f1', sha256: 's1', size_bytes: 1, created_at: START.toISOString() },
};
const body = (...families: string[]) => chooseTemplateFonts({ body: { families, where: '`body` in site.css' } }, [OWN]);

describe('the fonts of a brand', () => {
  it('are those that are here, by name', () => {
    const { fonts, sources } = body('Nunito', 'sans-serif');
    expect(fonts).toEqual({ heading: { typeface: 'nunito' }, body: { typeface: 'nunito' } });
    expect(sources).toContainEqual({ field: 'fonts.body', value: 'Nunito', note: 'Nunito (`body` in site.css).' });
  });

  it('are those of the account', () => {
    expect(body('acme sans').fonts.body).toMatchObject({ font_id: 'fnt_1', weight: 700 });
  });

  it.each([
    [['Georgia', 'serif'], 'serif', 'Source Serif 4', 'is not here'],
    [['Tiempos Text', 'serif'], 'serif', 'Source Serif 4', 'is not here'],
    [['Söhne', 'Helvetica', 'sans-serif'], 'sans', 'Inter', 'is not here'],
    [['Berkeley', 'monospace'], 'mono', 'JetBrains Mono', 'is not here'],
    [['-apple-system', 'Segoe UI'], 'sans', 'Inter', 'is the font of the reader’s system'],
    [['ui-serif', 'Georgia'], 'serif', 'Source Serif 4', 'is the font of the reader’s system'],
  ])('%j become the most similar one, and the source says so', (families, typeface, value, why) => {
    const { fonts, sources } = body(...families);
    expect(fonts.body).toEqual({ typeface });
    const source = sources.find(({ field }) => field === 'fonts.body');
    expect(source).toMatchObject({ value, found: families[0] });
    expect(source?.note).toContain(`${families[0]} (\`body\` in site.css) ${why}; ${value} is the most similar font.`);
  });

  it('are none where none are named', () => {
    expect(chooseTemplateFonts({}, [OWN])).toEqual({ fonts: {}, sources: [] });
  });
});
