import { describe, expect, it } from 'vitest';
import { textsOfBuildParts } from '#engine/video/drawing/build-parts.ts';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import { isDateOrPeriodText } from '#engine/video/drawing/items/is-date-or-period-text.ts';
import { itemLook } from '#engine/video/drawing/items/item-colors.ts';
import { itemsToDraw } from '#engine/video/drawing/items/points-as-items.ts';
import { chooseLayout, type LayoutDecidingFields } from '#engine/video/drawing/layout/choose-layout.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

const landscape = pictureDimensionsOfFormat('landscape', '1080p');
const fields = (more: Partial<LayoutDecidingFields>): LayoutDecidingFields => ({
  ...{ layout: 'auto', is_first: false, title: 'A title', bullet_points: [], ...more },
});
const layoutOf = (more: Partial<LayoutDecidingFields>) => chooseLayout(fields(more), landscape);

describe('the layout of a slide with items', () => {
  it.each([
    [
      'stats',
      [
        { title: 'a', figure: '1' },
        { title: 'b', figure: '2 %' },
      ],
    ],
    ['timeline', [{ title: 'a', date: '2024' }, { title: 'b', date: '2025' }, { title: 'c' }]],
    ['cards', [{ title: 'a', figure: '1' }, { title: 'b' }]],
  ] as const)('is %s by their content', (layout, items) => {
    expect(layoutOf({ items })).toBe(layout);
    expect(layoutOf({ items, layout: 'process' })).toBe('process');
    expect(layoutOf({ items, title: '', is_first: true })).toBe(layout);
  });

  it('may draw the points as items, and is chosen for a few short ones', () => {
    expect(layoutOf({ layout: 'cards', bullet_points: ['One', 'Two'] })).toBe('cards');
    expect(layoutOf({ layout: 'cards' })).toBe('section');
    expect(layoutOf({ bullet_points: ['**One** — first', '**Two** — second'], markup: 'inline' })).toBe('cards');
  });

  const heads = ['North: 4 shops', 'South: 3 shops'];
  it.each<[string, Partial<LayoutDecidingFields>, boolean]>([
    ['two heads with a text', { bullet_points: heads }, true],
    ['a head with a text next to a point without', { bullet_points: ['North: 4 shops', 'South'] }, false],
    ['five points, which would leave a gap', { bullet_points: ['a', 'b', 'c', 'd', 'e'] }, false],
    ['a point of more than a few words', { bullet_points: ['One', 'Two words and then some more of them'] }, false],
    ['letters that fill a square', { bullet_points: ['業'.repeat(13), '業'] }, true],
    ['more letters that fill a square', { bullet_points: ['業'.repeat(14), '業'] }, false],
    ['numbers before the points', { bullet_points: heads, bullet_style: 'number' }, false],
    ['points of two levels', { bullet_points: heads, bullet_levels: [0, 1] }, false],
    ['tasks', { bullet_points: ['[x] One', '[ ] Two'], markup: 'inline' }, false],
    ['points without a title', { title: '', bullet_points: heads }, false],
    ['names on the first slide', { bullet_points: ['Ada', 'Ben', 'Cy'], is_first: true }, false],
    ['a list that is asked for', { bullet_points: heads, layout: 'bullets' }, false],
  ])('is cards or not: %s', (_name, given, areCards) => {
    expect(layoutOf(given)).toBe(areCards ? 'cards' : 'bullets');
  });
});

describe('points that are drawn as items', () => {
  it.each([
    ['cards', '**Fast** — one frame a slide', { title: 'Fast', text: 'one frame a slide' }],
    ['cards', 'Speed: all is cached', { title: 'Speed', text: 'all is cached' }],
    ['cards', 'Meet at 10:30 in the hall', { title: 'Meet at 10:30 in the hall' }],
    ['timeline', '2024 – The first light', { date: '2024', title: 'The first light' }],
    ['timeline', 'Plan – what comes first', { title: 'Plan', text: 'what comes first' }],
    ['stats', '42 % of all ships', { figure: '42 %', title: 'of all ships' }],
    ['stats', '€4.2M: revenue', { figure: '€4.2M', title: 'revenue' }],
  ] as const)('%s: %s', (layout, point, item) => {
    expect(itemsToDraw({ bullet_points: [point], markup: 'inline' }, layout)).toEqual([item]);
  });

  it('take deeper points as lines of their text', () => {
    const slide = { bullet_points: ['Build', '+ Fits', '- Slow', 'Buy'], bullet_levels: [0, 1, 1, 0] };
    expect(itemsToDraw(slide, 'comparison')).toEqual([{ title: 'Build', text: '+ Fits\n- Slow' }, { title: 'Buy' }]);
    expect(textsOfBuildParts(fields({ ...slide, layout: 'comparison' }), landscape)).toEqual([
      'Build + Fits - Slow',
      'Buy',
    ]);
  });
});

describe('a date', () => {
  it.each([
    '2019',
    'Q3 2026',
    '12 May',
    'May 2026',
    '3. März 2027',
    '2026-11-27',
    '9:30',
    '2024–26',
    '12 de abril de 2027',
    '2026年5月',
    'Week 3',
    'mid 2025',
  ])('is %s', (text) => expect(isDateOrPeriodText(text)).toBe(true));
  it.each(['May I ask', '12 ships', 'Version 2.0', 'March on', '', '3 reasons', 'Q'])('is not %s', (text) => {
    expect(isDateOrPeriodText(text)).toBe(false);
  });
});

describe.each(BUILT_IN_TEMPLATES)('texts of items in $id', (template) => {
  it('are readable on cards, on highlighted cards and on the page', () => {
    for (const ground of ['card', 'page'] as const)
      for (const isHighlighted of [false, true])
        for (const index of [0, 1, 2, 3]) {
          const look = itemLook(template, template.scenes.content, index, ground, isHighlighted);
          expect(contrastRatio(look.title, look.ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrastRatio(look.text, look.ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrastRatio(look.strong, look.ground)).toBeGreaterThanOrEqual(3);
          expect(contrastRatio(look.roundel.ink, look.roundel.fill)).toBeGreaterThanOrEqual(3);
        }
  });
});
