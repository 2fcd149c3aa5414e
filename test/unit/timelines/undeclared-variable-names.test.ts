import { describe, expect, it } from 'vitest';
import type { Slide } from '#features/timelines/slide.ts';
import { undeclaredVariableAdvice, undeclaredVariableNames } from '#features/timelines/undeclared-variable-names.ts';
import { sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const found = (slide: Partial<Slide>, declared: string[], settings: object = {}) => {
  const slides = [sampleSlide(slide)];
  return undeclaredVariableNames(sampleTimeline(slides, settings), slides, declared);
};

describe('names in braces that are not variables', () => {
  it.each([
    ['{{Name}}', 'Name', 'name'],
    ['{{nmae}}', 'nmae', 'name'],
    ['{{ first name }}', 'first name', 'first_name'],
    ['{{customer}}', 'customer', undefined],
  ])('are found, with the variable that is meant: %s', (title, name, meant) => {
    expect(found({ title }, ['name', 'first_name'])).toEqual([{ name, meant, position: 0, field: 'title' }]);
  });

  it.each(['{{name}}', '{{ name }}', '\\{{other}}', '{{7*7}}', '{{}}', '{ name }', '{{a\nb}}'])(
    'are not %j',
    (title) => {
      expect(found({ title }, ['name'])).toEqual([]);
    },
  );

  it('are found in every text of a timeline, each where it first stands', () => {
    const names = found(
      {
        title: '{{t}} {{t}}',
        bullet_points: ['x', '{{b}}'],
        speaker_notes: '{{n}}',
        table: { header: ['{{h}}'], rows: [['{{c}}']] },
        chart: { type: 'bar', categories: ['{{k}}'], series: [{ name: '{{s}}', values: [1] }], unit: '{{u}}' },
      },
      [],
      { title: '{{film}}', footer: '{{foot}}', lexicon: [{ word: '{{w}}', say: '{{said}}' }] },
    );
    expect(names.map(({ name, position, field }) => [name, position, field])).toEqual([
      ['film', null, 'title'],
      ['foot', null, 'footer'],
      ['w', null, 'lexicon[0].word'],
      ['said', null, 'lexicon[0].say'],
      ['t', 0, 'title'],
      ['b', 0, 'bullet_points[1]'],
      ['n', 0, 'speaker_notes'],
      ['h', 0, 'table.header[0]'],
      ['c', 0, 'table.rows[0][0]'],
      ['k', 0, 'chart.categories[0]'],
      ['s', 0, 'chart.series[0].name'],
      ['u', 0, 'chart.unit'],
    ]);
  });

  it('stand in code as code, unless they are like a variable', () => {
    expect(found({ code: { text: '<p>{{ message }}</p> {{nmae}}' } }, ['name'])).toMatchObject([{ name: 'nmae' }]);
  });

  it('are reported with what to do', () => {
    const [unknown] = found({ title: '{{nmae}}' }, ['name']);
    expect(unknown && undeclaredVariableAdvice(unknown, ['name'])).toContain('Did you mean {{name}}?');
  });
});
