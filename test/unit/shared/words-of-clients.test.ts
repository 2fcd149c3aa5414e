import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseMarpDirectives } from '#engine/deck-reading/markdown/directives.ts';
import { parseYamlFields, textOfYamlField } from '#engine/deck-reading/markdown/front-matter.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { pollyIdentity } from '#engine/speech/engines/polly-identity.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { stripInlineMarkup } from '#engine/speech/script/strip-inline-markup.ts';
import { findUnknownVoiceMessage } from '#engine/speech/voice-catalog.ts';
import { highlightCodeLines } from '#engine/video/drawing/text/highlight-code.ts';
import { readSessionCookieValues } from '#features/accounts/credentials.ts';
import { voiceSampleText } from '#features/narration/voice-sample-text.ts';
import { readCsvBatchRows } from '#features/renders/batches/read-csv-batch-rows.ts';
import { builtInPlainTemplate } from '#features/templates/plain.ts';
import {
  VARIABLE_NAME_PATTERN,
  variableDefaultsSchema,
  variablesQuerySchema,
} from '#features/timelines/variable-fields.ts';
import { fillVariables } from '#features/timelines/variables.ts';
import { AGENT_TOOLS } from '#front/agents/create-agent-server.ts';
import { toInlinedInputSchema } from '#front/agents/inlined-json-schema.ts';
import { repairArguments } from '#front/agents/repair-arguments.ts';
import { apiContracts } from '#front/api/contracts.ts';
import { languageTagSchema } from '#kernel/contract/language-tag.ts';
import { fieldNamesAtPath, schemasAtPath } from '#kernel/contract/schema-at.ts';
import { metadataSchema } from '#kernel/contract/text.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

/** Names that every object has without anybody having given it one, as a client may write them. */
const NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Function.prototype),
  'prototype',
].flatMap((name) => [name, name.toLowerCase()]);
const WORDS = [...new Set(NAMES)];
const VARIABLES = WORDS.filter((name) => VARIABLE_NAME_PATTERN.test(name));

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

  it.each(WORDS)('%s is not a value of an object that has none under it', (name) => {
    expect(ownPropertyValue({}, name)).toBeUndefined();
    expect(ownPropertyValue(given(name, 'mine'), name)).toBe('mine');
  });

  it.each(VARIABLES)('%s names a variable: its value is drawn, its default, or its name', (name) => {
    const mark = `{{${name}}}`;
    expect(drawn(mark, given(name, null), given(name, 'Ada'))).toBe('Ada');
    expect(drawn(mark, given(name, 'usual'))).toBe('usual');
    expect(drawn(mark, given(name, null))).toBe(mark);
    expect(drawn(mark, { other: 'x' })).toBe(mark);
    expect(() => drawn(mark, { other: 'x' }, given(name, 'Ada'))).toThrow(`no variable ${name}`);
    expect(() => drawn(mark, {}, given(name, 'Ada'))).toThrow(`no variable ${name}`);
    expect(variableDefaultsSchema.parse(given(name, 'Ada'))).toEqual(given(name, 'Ada'));
    expect(variablesQuerySchema.parse(JSON.stringify(given(name, 'Ada')))).toEqual(given(name, 'Ada'));
  });

  it.each(VARIABLES)('%s names a column of a CSV file', (name) => {
    expect(readCsvBatchRows(Buffer.from(`${name}\nAda\n`), given(name, null)).rows[0]?.variables).toEqual(
      given(name, 'Ada'),
    );
    expect(readCsvBatchRows(Buffer.from(`external_id,${name}\na,\n`), given(name, null)).rows[0]?.variables).toEqual(
      given(name, ''),
    );
    expect(() => readCsvBatchRows(Buffer.from(`${name}\nAda\n`), { other: 'x' })).toThrow('no such variable');
  });

  it.each(WORDS.filter((name) => name !== '__proto__'))('%s is a key of metadata', (name) => {
    expect(metadataSchema.parse(given(name, 'value'))).toEqual(given(name, 'value'));
    expect(Object.keys(metadataSchema.parse({}))).toEqual([]);
  });

  it.each(WORDS)('%s is not an entity of a text, but a word of a lexicon', (name) => {
    // Two of these signs at both ends make a word bold.
    const bare = name.replace(/^__(.*)__$/, '$1');
    expect(stripInlineMarkup(`a &${name}; b`)).toBe(`a &${bare}; b`);
    const [first] = prepareSpeechScript({
      text: `The ${name} is said.`,
      language: 'en',
      lexicon: [{ word: name, say: 'cat' }],
    });
    expect(JSON.stringify(first)).not.toContain('native code');
  });

  it.each(WORDS)('%s is a language: of code that is not known, of notes that are read', (name) => {
    expect(() => highlightCodeLines(['const a = 1;'], name, builtInPlainTemplate.code)).not.toThrow();
    expect(
      prepareSpeechScript({ text: 'It costs approx. 5. Then more.', language: name, lexicon: [] }).length,
    ).toBeGreaterThan(0);
  });

  it.each(WORDS)('%s is a field of front matter, a directive and a value of both', (name) => {
    const fields = parseYamlFields([`${name}: mine`]);
    expect(fields && textOfYamlField(fields, name)).toBe('mine');
    expect(textOfYamlField({}, name)).toBeUndefined();
    const { lasting, slide } = parseMarpDirectives(`theme: a\n${name}: mine\n_${name}: his`) ?? {
      lasting: {},
      slide: {},
    };
    expect([...Object.values(lasting), ...Object.values(slide)].sort()).toEqual(['a', 'his', 'mine']);
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
    const read = await readMarkdownDeck(deck, { maxSlides: 10 });
    expect(read.sides).toEqual({ width: 16, height: 9 });
    expect(read.slides.map(({ content }) => content.title)).toContain('One');
    expect(JSON.stringify(read)).not.toContain('native code');
  });

  it.each(WORDS)('%s is not a field of an object that does not have it', (name) => {
    const schema = z.object({ title: z.string() });
    expect(schemasAtPath(schema, [name])).toEqual([]);
    expect(fieldNamesAtPath(schema, [name])).toEqual([]);
  });
});

/** The words that are tried at every place: each place is tried alone, so that a few of them must do. */
const FEW = ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'];

/** Slides with everything that has names, keys or words of a client. */
const RICH = {
  title: 'All of it',
  language: 'en',
  voice: 'en-us',
  variables: { name: 'Ada' },
  metadata: { order: '1' },
  lexicon: [{ word: 'SQL', say: 'sequel' }],
  slides: [
    { title: 'Hello {{name}}', speaker_notes: 'Hello.', layout: 'title', image: { url: 'https://example.com/a.png' } },
    { title: 'A chart', chart: { type: 'bar', categories: ['a'], series: [{ name: 'one', values: [1] }] } },
    { title: 'A table', table: { header: ['a', 'b'], rows: [['1', '2']], align: ['left', 'right'] } },
    { title: 'Code', code: { language: 'ts', text: 'const a = 1;' } },
  ],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies of a value, each with one name, or one text, that is the word instead; and one with a field more in each object. */
function* withWord(value: unknown, word: string): Generator<unknown> {
  if (typeof value === 'string') yield word;
  if (Array.isArray(value))
    for (const [place, item] of value.entries())
      for (const changed of withWord(item, word)) yield value.toSpliced(place, 1, changed);
  if (!isObject(value)) return;
  const entries = Object.entries(value);
  yield Object.fromEntries([...entries, [word, 'x']]);
  for (const [place, [name, item]] of entries.entries()) {
    yield Object.fromEntries(entries.toSpliced(place, 1, [word, item]));
    for (const changed of withWord(item, word)) yield Object.fromEntries(entries.toSpliced(place, 1, [name, changed]));
  }
}

/** What a schema makes of a value: the value, or the refusal. @throws every other error */
function judged(schema: z.ZodType, value: unknown): unknown {
  try {
    return parseRequestValue(schema, value);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refused: error.message, faults: error.details.faults };
  }
}
/** Texts of functions of JavaScript, which no client wrote. */
const FOREIGN = /native code|\[object |function Object/;

it('all places of a timeline are tried', () => {
  const { body } = apiContracts.find(({ operation }) => operation === 'createTimeline') ?? {};
  expect(judged(body ?? z.never(), RICH)).not.toHaveProperty('refused');
});

describe.each(FEW)('%s', (word) => {
  it('is taken as a word, or refused as one, at every place of every request', () => {
    for (const { operation, body, query, params, examples = {} } of apiContracts) {
      const bodies = [...Object.values(examples), ...(/^(create|import)Timeline$/.test(operation) ? [RICH] : [])];
      for (const given of body ? bodies : [])
        for (const changed of withWord(given, word))
          expect(`${operation} ${JSON.stringify(judged(body ?? z.any(), changed))}`).not.toMatch(FOREIGN);
      for (const schema of [query, params].filter((one) => one !== undefined)) {
        const names = fieldNamesAtPath(schema, []);
        for (const name of [...names, word])
          expect(JSON.stringify(judged(schema, given(name, word))) ?? '').not.toMatch(FOREIGN);
      }
    }
  });

  it('is a field that no request knows, in the query of every operation', () => {
    for (const { operation, query } of apiContracts)
      if (query && word !== '__proto__')
        expect([operation, judged(query, given(word, 'x'))]).toEqual([
          operation,
          expect.objectContaining({ refused: expect.stringContaining(word) }),
        ]);
  });

  it('is repaired, or left, at every place of the arguments of every tool', () => {
    for (const tool of AGENT_TOOLS) {
      const schema = toInlinedInputSchema(tool.input);
      for (const changed of withWord(tool.example, word)) {
        const judgement = judged(tool.input, changed);
        const faults = isObject(judgement) && Array.isArray(judgement.faults) ? judgement.faults : [];
        const repair = repairArguments(isObject(changed) ? changed : {}, schema, faults);
        expect(JSON.stringify([judgement, repair])).not.toMatch(FOREIGN);
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('is not a voice, but a language as any other that no engine speaks', () => {
    for (const voices of [espeakIdentity, pollyIdentity]) {
      expect(findUnknownVoiceMessage(voices, 'en', word)).toEqual(expect.any(String));
      expect([undefined, expect.any(String)]).toContainEqual(voices.voiceFor(word));
      expect(voices.voiceFor(word) ?? '').not.toMatch(FOREIGN);
    }
    if (languageTagSchema.safeParse(word).success) expect(voiceSampleText(word)).not.toMatch(FOREIGN);
  });

  it('is a cookie like any other', () => {
    expect(readSessionCookieValues(`${word}=x; session=mine`)).toEqual(['mine']);
    expect(readSessionCookieValues(`session=${word}`)).toEqual([word]);
  });
});
