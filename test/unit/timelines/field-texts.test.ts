import { describe, expect, it } from 'vitest';
import {
  collectTextsAllowingVariables,
  formatFieldPath,
  mapVariableTextsOfFields,
} from '#features/timelines/field-texts.ts';
import { TIMELINE_SETTING_DEFINITIONS } from '#features/timelines/settings/settings.ts';
import { SLIDE_FIELD_DEFINITIONS } from '#features/timelines/slide-fields/slide-fields.ts';
import { FIELD_DESCRIPTIONS } from '#front/api/openapi/words/field-descriptions.ts';

const table = { rows: [['a', 'b'], ['c']], header: ['x', 'y'], align: ['left', 'right'] };
const chart = { type: 'bar', categories: ['p'], series: [{ name: 's', values: [1] }] };

describe('the texts of fields', () => {
  it('are those that the definitions name, in their order, each at its place', () => {
    const slide = { table, title: 't', chart, bullet_points: ['1', '2'], code: { language: 'ts', text: 'c' } };
    expect(
      collectTextsAllowingVariables(SLIDE_FIELD_DEFINITIONS, slide).map(
        ({ path, text }) => `${formatFieldPath(path)}=${text}`,
      ),
    ).toEqual([
      ...['title=t', 'bullet_points[0]=1', 'bullet_points[1]=2', 'code.text=c'],
      ...['table.header[0]=x', 'table.header[1]=y', 'table.rows[0][0]=a', 'table.rows[0][1]=b', 'table.rows[1][0]=c'],
      ...['chart.categories[0]=p', 'chart.series[0].name=s'],
    ]);
  });

  it('of a list of entries come entry by entry', () => {
    const lexicon = [
      { word: 'a', say: 'b' },
      { word: 'c', say: 'd' },
    ];
    expect(collectTextsAllowingVariables(TIMELINE_SETTING_DEFINITIONS, { lexicon }).map(({ text }) => text)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  it('are replaced where they are, and nothing else is', () => {
    expect(mapVariableTextsOfFields(SLIDE_FIELD_DEFINITIONS, { chart, layout: 'chart' }, (text) => `${text}!`)).toEqual(
      {
        chart: { ...chart, categories: ['p!'], series: [{ name: 's!', values: [1] }] },
      },
    );
  });

  it('that are absent stay absent', () => {
    const { header: _, ...headless } = table;
    const mapped = mapVariableTextsOfFields(
      SLIDE_FIELD_DEFINITIONS,
      { table: headless, code: undefined },
      (text) => text,
    );
    expect(Object.keys(mapped)).toEqual(['table']);
    expect(mapped).toEqual({ table: headless });
  });
});

it('no two definitions have words for the same field', () => {
  const words = [...Object.values(SLIDE_FIELD_DEFINITIONS), ...Object.values(TIMELINE_SETTING_DEFINITIONS)].flatMap(
    (field) => Object.entries(field.words),
  );
  expect(words.filter(([key, one]) => FIELD_DESCRIPTIONS[key] !== one)).toEqual([]);
});
