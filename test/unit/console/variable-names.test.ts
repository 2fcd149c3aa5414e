import { describe, expect, it } from 'vitest';
import { batchRowsOfTable, emptyBatchRows } from '#front/console/app/batch-rows.ts';
import {
  enteredVariableValues,
  rowsOfVariables,
  variableNameFaultsByRow,
  variableNamesIn,
  variableNamesToDeclare,
  variablesOfFormRows,
} from '#front/console/app/variable-names.ts';
import { sampleSlide } from '#test/support/console/sample-slide.ts';

describe('variables in the console', () => {
  it('are found in texts; escaped braces are none', () => {
    expect(variableNamesIn('Hello {{name}}, {{ offer }} \\{{not}} {{First Name}} {single}')).toEqual([
      'name',
      'offer',
      'First Name',
    ]);
  });

  it('that nothing declares are pointed out once, with their slide', () => {
    const slides = [
      sampleSlide({ title: '{{name}} {{gift}}' }),
      sampleSlide({
        ...{ id: 'sl_2', position: 1, image_variable: 'photo', speaker_notes: '{{gift}} {{Name}}' },
        table: {
          header: ['{{head}}'],
          rows: [['x']],
          ...{ header_rows: 1, spans: [], align: null, highlight_rows: [], highlight_columns: [], source: null },
        },
      }),
    ];
    const found = variableNamesToDeclare({ title: 'For {{whom}}', footer: null, variables: { name: null }, slides });
    expect(found.map(({ name, position, isValid }) => [name, position, isValid])).toEqual([
      ['whom', undefined, true],
      ['gift', 0, true],
      ['Name', 1, false],
      ['head', 1, true],
      ['photo', 1, true],
    ]);
  });

  it('may have the names of what every object has', () => {
    const slides = [sampleSlide({ title: '{{constructor}} {{valueof}}' })];
    const timeline = { title: '', footer: null, variables: {}, slides };
    expect(variableNamesToDeclare(timeline).map(({ name }) => name)).toEqual(['constructor', 'valueof']);
    const variables = variablesOfFormRows([{ name: 'constructor', value: 'x', hasDefault: true }]);
    expect(Object.entries(variables)).toEqual([['constructor', 'x']]);
    expect(enteredVariableValues(new Map([['tostring', 'y']]), variables)).toEqual({});
  });

  it('are edited as rows and become what they were', () => {
    const variables = { name: null, offer: '', city: 'Oslo' };
    expect(variablesOfFormRows(rowsOfVariables(variables))).toEqual(variables);
  });

  it('are refused by name with what to do', () => {
    const row = { value: '', hasDefault: false };
    const rows = ['name', 'Name', 'name', ''].map((name) => ({ ...row, name }));
    const [good, upper, twice, empty] = variableNameFaultsByRow(rows);
    expect([good, twice, empty]).toEqual([undefined, 'This name is taken.', 'Enter a name.']);
    expect(upper).toContain('lower-case');
  });

  it('have values for a render where one was entered; an empty field leaves the default', () => {
    expect(
      enteredVariableValues(
        new Map([
          ['name', 'Ada'],
          ['offer', ''],
          ['old', 'x'],
        ]),
        { name: null, offer: 'tea' },
      ),
    ).toEqual({
      name: 'Ada',
    });
  });
});

describe('the rows of a batch as a table', () => {
  const variables = { name: null, offer: 'tea' };

  it('start with a column for each variable', () => {
    expect(emptyBatchRows(variables)[0]).toEqual(['external_id', 'name', 'offer']);
  });

  it('become rows of the API: empty rows are left out, an empty cell takes the default or is an empty text', () => {
    const [head = []] = emptyBatchRows(variables);
    expect(batchRowsOfTable([head, ['c-1', 'Ada', ''], ['', '', ''], ['', '', 'cake']], variables)).toEqual([
      { external_id: 'c-1', variables: { name: 'Ada' } },
      { variables: { name: '', offer: 'cake' } },
    ]);
  });
});
