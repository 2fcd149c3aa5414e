import { describe, expect, it } from 'vitest';
import { captionTextOfNotes, countSpokenTextAmounts, hasSpeakableWords } from '#engine/speech/script/notes-text.ts';
import { findUnknownStageDirections } from '#engine/speech/script/split-at-directions.ts';

describe('plain notes', () => {
  it.each([
    ['**bold** and __bold__', 'bold and bold'],
    ['_soft_, *soft* and ***both***', 'soft, soft and both'],
    ['**a *b* c** ~~gone~~', 'a b c gone'],
    ['これは**重要**です。*強調*も', 'これは重要です。強調も'],
    ['in**side** words', 'inside words'],
    ['run `npm **start**` now', 'run npm **start** now'],
    ['a ``code with ` in it`` b', 'a code with ` in it b'],
    [
      'see [the **docs**](https://example.org/a_(b) "title") or <https://example.org>',
      'see the docs or https://example.org',
    ],
    ['![a chart](chart.png) of it', 'a chart of it'],
    ['# Heading', 'Heading'],
    ['## Heading ##', 'Heading'],
    ['# About C#', 'About C#'],
    ['- one\n* two\n+ three\n• four\n- [x] five', 'one\ntwo\nthree\nfour\nfive'],
    ['> - ## quoted', 'quoted'],
    ['above\n---\nbelow\n\n===\n```js\ncode()\n```', 'above\n\nbelow\n\ncode()'],
    ['<b>bold</b>, <span class="x" id=y>span</span>', 'bold, span'],
    ['one<br>two<BR/>three<p class="a">four</p>', 'one\ntwo\nthree\nfour'],
    ['a<!-- not\nsaid -->b', 'a b'],
    ['Tom &amp; Jerry &lt;3 &#8364; &#x20ac;&nbsp;5', 'Tom & Jerry <3 € € 5'],
    ['a <break time="1s"/> that has no <speak> before it', 'a that has no before it'],
    ['\\*not bold\\* \\# 1', '*not bold* # 1'],
  ])('lose their markup: %j', (notes, text) => {
    expect(captionTextOfNotes(notes)).toBe(text);
  });

  it.each([
    'a < b and c > d, if a <b and c> d',
    '5 * 3 * 2, 5*3*2 and 2**3**4',
    'snake_case_name, _private and __init',
    'C# and F# in #channel',
    'f**k, *footnote, **kwargs',
    'a[0] (zero), [x] and (y)',
    '1. First\n2. Second',
    '3. Oktober',
    '+ 3 %',
    '> 50 %',
    '-5 degrees – or 10–20',
    '~5 and ~/.profile',
    'C:\\temp\\new \\\\server\\share',
    'AT&T, Q&A and &bogus; &#0; &#xd800;',
    'an <unknown> tag',
    '`unclosed',
    '****a',
    '…',
  ])('stay as they are where they only look like it: %j', (notes) => {
    expect(captionTextOfNotes(notes)).toBe(notes);
  });

  it.each<[notes: string, text: string, seconds: number]>([
    ['Here is a pause [pause: 2] and now we go on.', 'Here is a pause and now we go on.', 2],
    ['[speed: slow] This is slow. [Pause: 0.5s]End.', 'This is slow. End.', 0.5],
    ['Welcome.\n[afterclick]\nNext.\n\n[click:3] Last.', 'Welcome.\n\nNext.\n\nLast.', 0],
    ['A **bold [pause:1] word**[click], and on', 'A bold word, and on', 1],
    ['[pause: 99] a', 'a', 10],
    ['One [[pause 1.5]] two', 'One two', 1.5],
    ['One [[pause]] two [[PAUSE: 2]] three', 'One two three', 3],
    ['One [pause 2s] two (pause: 2) three (Pause 1,5 sec) four', 'One two three four', 5.5],
    ['One (pause: 2) two', 'One two', 2],
    ['One [[show]] two [[slide]] three [[note to self]] four', 'One two three four', 0],
    ['<!-- say: Hello there. -->', 'Hello there.', 0],
    ['One <!-- not this --> two <!-- say (calm):\nand that --> three', 'One two\nand that three', 0],
    [`a${' [pause: 10]'.repeat(100)} b`, 'a b', 300],
  ])('have directions in brackets, which are not spoken: %j', (notes, text, seconds) => {
    expect(captionTextOfNotes(notes)).toBe(text);
    expect(countSpokenTextAmounts({ text: notes }).break_seconds).toBe(seconds);
  });

  it.each([
    '[skeptical] OK',
    'Press [click here] now',
    '[pause] and [speed]',
    '[pause: long]',
    'We (pause) now',
    'a (pause: long) b',
    'a\ue000b',
  ])('keep other words in brackets: %j', (notes) => {
    expect(captionTextOfNotes(notes)).toBe(notes);
  });

  it('keep a link and an escaped bracket of the same words', () => {
    expect(captionTextOfNotes('[pause: 2](https://example.com) \\[click\\]')).toBe('pause: 2 [click]');
  });

  it('are normalised: composed, single spaces, lines and paragraphs', () => {
    expect(captionTextOfNotes('  Cafe\u0301 \ud800\t  a\u0085b\r\n \r\n\n c\u2028d  ')).toBe(
      'Café \ufffd a\nb\n\nc\nd',
    );
  });

  it('have nothing to say without a letter or a digit, whatever their markup is', () => {
    const silent = [
      '',
      ' \n',
      '…',
      '🎉',
      '**…**',
      '- ',
      '---',
      '<br>',
      '<speak><break time="1s"/></speak>',
      '<speak/>',
    ];
    expect(silent.filter(hasSpeakableWords)).toEqual([]);
    const spoken = ['a', '5', '- x', '<b>あ</b>', '<speak><sub alias="smile">🙂</sub></speak>', '<speak><p>a'];
    expect(spoken.filter((notes) => !hasSpeakableWords(notes))).toEqual([]);
  });
});

describe('the amount that is spoken', () => {
  const lexicon = [{ word: 'SQL', say: 'sequel' }];
  it.each([
    ['', 0, 0],
    ['…', 0, 0],
    ['Hello all.', 10, 0],
    ['**Hello** 😀', 7, 0],
    ['Use SQL.', 11, 0],
    ['<speak>Use <sub alias="sequel">SQL</sub><break time="2s"/>.<break time="500ms"/></speak>', 11, 2.5],
    ['<speak><say-as interpret-as="characters">ABC</say-as></speak>', 3, 0],
    ['<speak><break time="9s"/></speak>', 0, 0],
  ])('of %j is %d characters and %d s of silence', (text, characters, break_seconds) => {
    expect(countSpokenTextAmounts({ text, lexicon })).toEqual({ characters, break_seconds });
  });
});

describe('brackets without a meaning', () => {
  it.each<[string, string[], string[]]>([
    ['[[show]] a [[pause 2]] b [click:2] c [pause 2s] d (pause: 2) [voice: Ann]', [], []],
    ['a [[Show]] [[paws 2]] b [[slide]] [[paws 2]]', ['[[paws 2]]', '[[slide]]'], []],
    ['[note to self: smile] a [skeptical] b', [], ['[note to self: smile]', '[skeptical]']],
    ['- [x] done [1] a[i] [2021] \\[text\\]', [], []],
    ['see [the site](https://example.com) and ![a picture](a.png) and `[code]` <!-- [remark] -->', [], []],
    ['[[label]](https://example.com) \\[[text]]', [], []],
  ])('are found: %s', (text, unknown, spoken) => {
    expect(findUnknownStageDirections(text)).toEqual({ unknown, spoken });
  });
});

it('directions in SSML mean the same', () => {
  expect(captionTextOfNotes('<speak>One [[show]] two [[pause 2]] three [click] four</speak>')).toBe(
    'One two three four',
  );
  expect(countSpokenTextAmounts({ text: '<speak>One [pause: 2] two</speak>' }).break_seconds).toBe(2);
});
