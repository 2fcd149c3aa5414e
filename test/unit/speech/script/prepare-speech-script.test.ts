import { describe, expect, it } from 'vitest';
import { captionTextOfNotes, hasSpeakableWords } from '#engine/speech/script/notes-text.ts';
import { prepareSpeechScript as prepareRangedScript } from '#engine/speech/script/prepare-speech-script.ts';
import type { SpeechScriptSentence } from '#engine/speech/script/script.ts';
import { MAX_SENTENCE_UTF16_UNITS } from '#engine/speech/text-range.ts';

/** Without the places of words, which the tests of word times look at. */
const prepareScript = (request: Parameters<typeof prepareRangedScript>[0]): SpeechScriptSentence[] =>
  prepareRangedScript(request).map(({ ranges: _, ...sentence }) => sentence);

const scriptOf = (inner: string): SpeechScriptSentence[] =>
  prepareScript({ text: `<speak>${inner}</speak>`, language: 'en' });

describe('a script', () => {
  it('of a plain text is its sentences', () => {
    const text = '# Welcome\nDr. Smith is here. **Listen!**\n\nThe end';
    expect(prepareScript({ text, language: 'en' })).toEqual([
      { text: 'Welcome', parts: [{ say: 'Welcome' }] },
      { text: 'Dr. Smith is here.', parts: [{ say: 'Doctor Smith is here.' }] },
      { text: 'Listen!', parts: [{ say: 'Listen!' }], ends_paragraph: true },
      { text: 'The end', parts: [{ say: 'The end' }] },
    ]);
  });

  it('is none when there is nothing to say', () => {
    expect(prepareScript({ text: '… 🎉', language: 'en' })).toEqual([]);
    expect(scriptOf('<break time="1s"/>')).toEqual([]);
  });

  it('has the spelling for captions and the words for the voice', () => {
    expect(scriptOf('The <sub alias="World Wide Web Consortium">W3C</sub> met.')).toEqual([
      { text: 'The W3C met.', parts: [{ say: 'The World Wide Web Consortium met.' }] },
    ]);
  });

  it('stresses words and parts of words', () => {
    expect(scriptOf('Un<emphasis level="strong">believ</emphasis>able, <emphasis>so. Very.</emphasis>')).toEqual([
      {
        text: 'Unbelievable, so.',
        parts: [
          { say: 'Un' },
          { say: 'believ', emphasis: 'strong' },
          { say: 'able, ' },
          { say: 'so.', emphasis: 'moderate' },
        ],
      },
      { text: 'Very.', parts: [{ say: 'Very.', emphasis: 'moderate' }] },
    ]);
  });

  it.each([
    ['characters', 'W3C é', 'W 3 C é'],
    ['spell-out', 'ab', 'a b'],
    ['digits', '2026', '2 0 2 6'],
    ['telephone', '+1 (555) 010-2000', '+ 1, 5 5 5, 0 1 0, 2 0 0 0'],
    ['cardinal', 'many', 'many'],
    ['date', '31/31/2026', '31/31/2026'],
  ])('leaves to the engine what it says as %s: %s', (kind, written, say) => {
    const as = kind === 'spell-out' ? 'characters' : kind;
    const script = scriptOf(`It is <say-as interpret-as="${kind}">${written}</say-as>.`);
    expect(script).toEqual([{ text: `It is ${written}.`, parts: [{ say: 'It is ' }, { say, as }, { say: '.' }] }]);
  });

  it.each([
    ['cardinal', '', '12,345', 'twelve thousand three hundred forty-five'],
    ['cardinal', '', '-7.5', 'minus seven point five'],
    ['ordinal', '', '3', 'third'],
    ['date', '', '3/4/2026', 'March fourth twenty twenty-six'],
    ['date', ' format="dmy"', '3/4/2026', 'the third of April twenty twenty-six'],
    ['date', ' format="ym"', '2026-11', 'November twenty twenty-six'],
    ['date', ' format="y"', '1990', 'nineteen ninety'],
    ['time', '', '14:30', 'fourteen thirty'],
    ['time', ' format="hms12"', '14:30', 'two thirty'],
  ])('says as %s%s for every engine: %s', (kind, format, written, say) => {
    const script = scriptOf(`It is <say-as interpret-as="${kind}"${format}>${written}</say-as>.`);
    expect(script).toEqual([{ text: `It is ${written}.`, parts: [{ say: `It is ${say}.` }] }]);
  });

  it('has the spelling for captions and words for the voice, where figures and signs are written', () => {
    const text = 'Dr. Lee pays $6.50 at 8:00 a.m. Then **10%** of it, e.g. PDF, is No. 1.';
    expect(prepareScript({ text, language: 'en' })).toEqual([
      { text: 'Dr. Lee pays $6.50 at 8:00 a.m.', parts: [{ say: 'Doctor Lee pays six dollars fifty at eight A M.' }] },
      {
        text: 'Then 10% of it, e.g. PDF, is No. 1.',
        parts: [{ say: 'Then ten percent of it, for example P D F, is number 1.' }],
      },
    ]);
  });

  it('keeps stress, and what the author has said otherwise, before its own words', () => {
    expect(scriptOf('<emphasis>$5</emphasis> and <sub alias="a fiver">$5</sub>, $<emphasis>5</emphasis>')).toEqual([
      {
        text: '$5 and $5, $5',
        parts: [
          { say: 'five dollars ', emphasis: 'moderate' },
          { say: 'and a fiver, $' },
          { say: '5', emphasis: 'moderate' },
        ],
      },
    ]);
    const lexicon = [{ word: '$5', say: 'a five' }];
    expect(prepareScript({ text: '$5 or $6', language: 'en', lexicon })[0]?.parts).toEqual([
      { say: 'a five or six dollars' },
    ]);
  });

  it('leaves figures to the engine in a language without rules', () => {
    const text = 'Cena je $6.50, 10 %.';
    expect(prepareScript({ text, language: 'sk' })).toEqual([{ text, parts: [{ say: text }] }]);
  });

  it('says at most 10,000 characters more than are written', () => {
    const [sentence] = prepareScript({ text: '+1 555 123 4567, '.repeat(300).trim(), language: 'en' });
    expect(sentence?.parts).toMatchObject([{ say: expect.stringContaining('plus one, five five five') }]);
    const said = prepareScript({ text: '+1 555 123 4567, '.repeat(300).trim(), language: 'en' });
    const length = said
      .flatMap(({ parts }) => parts)
      .reduce((sum, part) => sum + ('say' in part ? part.say.length : 0), 0);
    expect(length).toBeLessThan(300 * 17 + 11_000);
  });

  it('keeps breaks where they were put', () => {
    const silence = (seconds: number): string => `<break time="${seconds}s"/>`;
    const inner = `${silence(1)}One ${silence(2)}two. ${silence(3)}${silence(4)} <p>${silence(5)}Three${silence(6)}four</p>${silence(7)}`;
    expect(scriptOf(inner)).toEqual([
      {
        text: 'One two.',
        parts: [
          { break_seconds: 1 },
          { say: 'One' },
          { break_seconds: 2 },
          { say: 'two.' },
          { break_seconds: 3 },
          { break_seconds: 4 },
          { break_seconds: 5 },
        ],
        ends_paragraph: true,
      },
      {
        text: 'Three four',
        parts: [{ say: 'Three' }, { break_seconds: 6 }, { say: 'four' }, { break_seconds: 7 }],
      },
    ]);
  });

  it('never cuts what is said as a whole, and ends sentences where tags do', () => {
    const script = scriptOf('<p>See <sub alias="figure two">Fig. Two. Now</sub> here<s>And there</s>and</p>where');
    expect(script.map(({ text }) => text)).toEqual(['See Fig. Two. Now here', 'And there', 'and', 'where']);
    expect(script.map(({ ends_paragraph }) => ends_paragraph ?? false)).toEqual([false, false, true, false]);
  });

  it('takes line ends of SSML for spaces', () => {
    expect(scriptOf('\n  One\n  two.\n\n  Three').map(({ text }) => text)).toEqual(['One two.', 'Three']);
  });

  it('of SSML that was kept before it was checked leaves the tags out', () => {
    expect(scriptOf('<s>Not <b>closed').map(({ text }) => text)).toEqual(['Not closed']);
  });

  it('has no sentence that is longer in words or in writing than an engine takes', () => {
    const lexicon = [{ word: 'API', say: 'application programming interface '.repeat(6).trim() }];
    const text = `${'The API, as it is, of an API '.repeat(20)}ends.`;
    const script = prepareScript({ text, language: 'en', lexicon });
    expect(script.map((sentence) => sentence.text).join(' ')).toBe(captionTextOfNotes(text));
    for (const { parts } of script) expect(lengthOf(parts)).toBeLessThanOrEqual(MAX_SENTENCE_UTF16_UNITS);
  });
});

const sayings = (parts: SpeechScriptSentence['parts']): string[] =>
  parts.flatMap((part) => ('say' in part ? [part.say] : []));
const lengthOf = (parts: SpeechScriptSentence['parts']): number => sayings(parts).join('').length;

/** Its own small generator, so that a failure can be seen again (mulberry32, public domain). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PIECES = [
  ...['Hello', 'the W3C', 'Dr. Smith', 'e.g.', '3.5', '5 * 3', 'snake_case', 'C#', '東京。', 'مرحبا', 'आप।', '🎉', '…'],
  ...[' ', ' ', ' ', '. ', ', ', '! ', '\n', '\n\n', '\r\n', '\t', '\u00a0', '- ', '# ', '> '],
  ...['**', '*', '_', '`', '[', '](x)', '<b>', '</b>', '<br>', '<', '&', '&amp;', '\\', '---', 'word '.repeat(70)],
];
const INLINE = [
  ...['<break time="1s"/>', '<break strength="none"/>', '<!-- c -->', '&lt;', '&#233;'],
  ...['<sub alias="some words">W3C.</sub>', '<say-as interpret-as="digits">12</say-as>', '<sub alias="…">x y</sub>'],
];

describe('of random texts', () => {
  const lexicon = [
    { word: 'W3C', say: 'web consortium' },
    { word: 'word word', say: 'words' },
    { word: '東', say: 'ひがし' },
  ];
  const seeds = Array.from({ length: 400 }, (_, seed) => seed);
  const pick = <Item>(items: readonly Item[], random: () => number, count: number): Item[] =>
    Array.from({ length: Math.floor(random() * count) }, () => items[Math.floor(random() * items.length)]).flatMap(
      (item) => (item === undefined ? [] : [item]),
    );
  const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const ssml = (random: () => number): string =>
    `<speak>${pick(['p', 's', 'emphasis', ''], random, 6)
      .map((tag) => {
        const inner = pick([...PIECES.map(escaped), ...INLINE], random, 12).join('');
        return tag === '' ? inner : `<${tag}>${inner}</${tag}>`;
      })
      .join('')}</speak>`;
  const bare = (text: string): string => text.replace(/\s/gu, '');

  it.each([
    ['plain', (random: () => number) => pick(PIECES, random, 30).join('')],
    ['SSML', ssml],
  ])('captions are the text, nothing is lost or doubled: %s', (_, make) => {
    let spoken = 0;
    for (const seed of seeds) {
      const text = make(randomOf(seed));
      const plain = captionTextOfNotes(text);
      const script = prepareScript({ text, language: 'en' });
      if (hasSpeakableWords(text)) {
        spoken += 1;
        expect(bare(script.map((sentence) => sentence.text).join('')), JSON.stringify(text)).toBe(bare(plain));
      }
      for (const sentence of script) {
        expect(sentence.text).toBe(sentence.text.trim());
        expect(sentence.text.length).toBeLessThanOrEqual(MAX_SENTENCE_UTF16_UNITS);
        expect(sayings(sentence.parts).join(''), JSON.stringify(text)).toMatch(/[\p{L}\p{N}]/u);
      }
    }
    expect(spoken).toBeGreaterThan(300);
  });

  it('what is said without a lexicon or SSML is what is written', () => {
    for (const seed of seeds) {
      const text = pick(PIECES, randomOf(seed), 30).join('');
      // A language without spoken forms.
      for (const sentence of prepareScript({ text, language: 'und' }))
        expect(sentence.parts).toEqual([{ say: sentence.text }]);
    }
  });

  it('a lexicon changes what is said and never what is written', () => {
    let changed = 0;
    for (const seed of seeds) {
      const text = ssml(randomOf(seed));
      const without = prepareScript({ text, language: 'en' });
      const script = prepareScript({ text, language: 'en', lexicon });
      const written = (of: SpeechScriptSentence[]): string => bare(of.map((sentence) => sentence.text).join(''));
      expect(written(script)).toBe(written(without));
      if (JSON.stringify(script) !== JSON.stringify(without)) changed += 1;
      for (const { parts } of script) expect(lengthOf(parts)).toBeLessThanOrEqual(MAX_SENTENCE_UTF16_UNITS);
    }
    expect(changed).toBeGreaterThan(100);
  });
});
