import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldNamesAt, schemasAt } from '../../../lib/contract/schema-at.ts';
import { metadata } from '../../../lib/contract/text.ts';
import { readDirectives } from '../../../lib/deck-reading/markdown/directives.ts';
import { parseFields, textField } from '../../../lib/deck-reading/markdown/front-matter.ts';
import { readMarkdown } from '../../../lib/deck-reading/markdown/read-markdown.ts';
import { readCsvRows } from '../../../lib/renders/batches/read-csv-rows.ts';
import { ownValue } from '../../../lib/shared/own-value.ts';
import { prepareScript } from '../../../lib/speech/script/prepare-script.ts';
import { stripInlineMarkup } from '../../../lib/speech/script/strip-inline-markup.ts';
import { plain } from '../../../lib/templates/plain.ts';
import { VARIABLE_NAME, variableDefaults, variablesQuery } from '../../../lib/timelines/variable-fields.ts';
import { fillVariables } from '../../../lib/timelines/variables.ts';
import { highlightLines } from '../../../lib/video/drawing/text/highlight-code.ts';
import { sampleSlide, sampleTimeline } from '../../support/samples/entities.ts';

/** Names that every object has without anybody having given it one, as a client may write them. */
const NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Function.prototype),
  'prototype',
].flatMap((name) => [name, name.toLowerCase()]);
const WORDS = [...new Set(NAMES)];
const VARIABLES = WORDS.filter((name) => VARIABLE_NAME.test(name));

/** A record as a parser of JSON makes it: the names are its own. */
const given = <Value>(name: string, value: Value): Record<string, Value> => Object.fromEntries([[name, value]]);

const OPTIONS = { path: 'variables', missing: 'keep' } as const;
function drawn(title: string, declared: Record<string, string | null>, values: Record<string, string | null> = {}) {
  const slides = [sampleSlide({ title })];
  return fillVariables({ timeline: sampleTimeline(slides, { variables: declared }), slides }, values, OPTIONS).slides[0]
    ?.title;
}

describe('a word of a client that every object has as a name', () => {
  it('is one of many', () => {
    expect(VARIABLES).toEqual(expect.arrayContaining(['constructor', 'valueof', 'tostring', 'prototype', 'apply']));
    expect(WORDS).toEqual(expect.arrayContaining(['__proto__', 'hasOwnProperty', 'toString']));
  });

  it.each(WORDS)('%s is no value of an object that has none under it', (name) => {
    expect(ownValue({}, name)).toBeUndefined();
    expect(ownValue(given(name, 'mine'), name)).toBe('mine');
  });

  it.each(VARIABLES)('%s names a variable: its value is drawn, its default, or its name', (name) => {
    const mark = `{{${name}}}`;
    expect(drawn(mark, given(name, null), given(name, 'Ada'))).toBe('Ada');
    expect(drawn(mark, given(name, 'usual'))).toBe('usual');
    expect(drawn(mark, given(name, null))).toBe(mark);
    expect(drawn(mark, { other: 'x' })).toBe(mark);
    expect(() => drawn(mark, { other: 'x' }, given(name, 'Ada'))).toThrow(`no variable ${name}`);
    expect(() => drawn(mark, {}, given(name, 'Ada'))).toThrow(`no variable ${name}`);
    expect(variableDefaults.parse(given(name, 'Ada'))).toEqual(given(name, 'Ada'));
    expect(variablesQuery.parse(JSON.stringify(given(name, 'Ada')))).toEqual(given(name, 'Ada'));
  });

  it.each(VARIABLES)('%s names a column of a CSV file', (name) => {
    expect(readCsvRows(Buffer.from(`${name}\nAda\n`), given(name, null)).rows[0]?.variables).toEqual(
      given(name, 'Ada'),
    );
    expect(readCsvRows(Buffer.from(`external_id,${name}\na,\n`), given(name, null)).rows[0]?.variables).toEqual(
      given(name, ''),
    );
    expect(() => readCsvRows(Buffer.from(`${name}\nAda\n`), { other: 'x' })).toThrow('no such variable');
  });

  it.each(WORDS.filter((name) => name !== '__proto__'))('%s is a key of metadata', (name) => {
    expect(metadata.parse(given(name, 'value'))).toEqual(given(name, 'value'));
    expect(Object.keys(metadata.parse({}))).toEqual([]);
  });

  it.each(WORDS)('%s is no entity of a text, and a word of a lexicon', (name) => {
    // Two of these signs at both ends make a word bold.
    const bare = name.replace(/^__(.*)__$/, '$1');
    expect(stripInlineMarkup(`a &${name}; b`)).toBe(`a &${bare}; b`);
    const [first] = prepareScript({
      text: `The ${name} is said.`,
      language: 'en',
      lexicon: [{ word: name, say: 'cat' }],
    });
    expect(JSON.stringify(first)).not.toContain('native code');
  });

  it.each(WORDS)('%s is a language: of code that is not known, of notes that are read', (name) => {
    expect(() => highlightLines(['const a = 1;'], name, plain.code)).not.toThrow();
    expect(
      prepareScript({ text: 'It costs approx. 5. Then more.', language: name, lexicon: [] }).length,
    ).toBeGreaterThan(0);
  });

  it.each(WORDS)('%s is a field of front matter, a directive and a value of both', (name) => {
    const fields = parseFields([`${name}: mine`]);
    expect(fields && textField(fields, name)).toBe('mine');
    expect(textField({}, name)).toBeUndefined();
    const { lasting, own } = readDirectives(`theme: a\n${name}: mine\n_${name}: his`) ?? { lasting: {}, own: {} };
    expect([...Object.values(lasting), ...Object.values(own)].sort()).toEqual(['a', 'his', 'mine']);
  });

  it.each(WORDS)('%s is a layout, a size and an element of a deck in Markdown that are not known', async (name) => {
    const deck = [
      ...['---', 'theme: seriph', `layout: ${name}`, `aspectRatio: ${name}`, `${name}: x`, '---', '', '# One', ''],
      ...[
        `<${name}>text</${name}>`,
        '',
        `\`\`\`${name}`,
        'code',
        '```',
        '',
        '---',
        `layout: ${name}`,
        '---',
        '',
        '# Two',
      ],
    ].join('\n');
    const read = await readMarkdown(deck, { maxSlides: 10 });
    expect(read.sides).toEqual({ width: 16, height: 9 });
    expect(read.slides.map(({ content }) => content.title)).toContain('One');
    expect(JSON.stringify(read)).not.toContain('native code');
  });

  it.each(WORDS)('%s is no field of an object that does not have it', (name) => {
    const schema = z.object({ title: z.string() });
    expect(schemasAt(schema, [name])).toEqual([]);
    expect(fieldNamesAt(schema, [name])).toEqual([]);
  });
});
