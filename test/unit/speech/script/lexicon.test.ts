import { describe, expect, it } from 'vitest';
import { hashLexiconEffect } from '#engine/speech/script/hash-lexicon-effect.ts';
import { findLexiconMentions, mentionedLexiconEntries } from '#engine/speech/script/lexicon.ts';
import { captionTextOfNotes } from '#engine/speech/script/notes-text.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';

const said = (text: string, lexicon: Record<string, string>, language = 'en'): string =>
  prepareSpeechScript({ text, language, lexicon: Object.entries(lexicon).map(([word, say]) => ({ word, say })) })
    .flatMap(({ parts }) => parts)
    .map((part) => ('say' in part ? part.say : '|'))
    .join('');

it.each<[text: string, lexicon: Record<string, string>, said: string]>([
  ['SQL, sql; MySQL and SQLite, SQL_MODE', { sql: 'sequel' }, 'sequel, sequel; my S Q L and SQLite, SQL_MODE'],
  ["SQL's (SQL) l'SQL SQL-based", { SQL: 'sequel' }, "sequel's (sequel) l'sequel sequel-based"],
  ['New York, New  York and York', { York: 'Jork', 'new york': 'N Y' }, 'N Y, N Y and Jork'],
  ['New York New Yorkers', { 'New York': 'N Y', New: 'Nu' }, 'N Y Nu Yorkers'],
  ['a b', { a: 'b', b: 'a' }, 'b a'],
  ['C# and .NET, 🙂 too', { 'c#': 'C sharp', '.net': 'dot net', '🙂': 'smiling' }, 'C sharp and dot net, smiling too'],
  ['Straße ΟΔΟΣ οδος Cafe\u0301', { straße: 'road', Οδός: 'x', οδος: 'odos', CAFÉ: 'kaffay' }, 'road odos odos kaffay'],
  ['東京都でSQLを使う', { 東京: 'とうきょう', SQL: 'sequel' }, 'とうきょう都でsequelを使う'],
  ['서울은 새서울 SQL은', { 서울: 'Seoul', sql: 'sequel' }, 'Seoul은 새서울 sequel은'],
  ['ยินดีต้อนรับ', { ต้อนรับ: 'welcome' }, 'ยินดีwelcome'],
  ['constructor toString', { x: 'y' }, 'constructor toString'],
  ['(a.b)*', { '(a.b)*': 'a dot b' }, 'a dot b'],
])('%j with %j is said as %j', (text, lexicon, expected) => {
  expect(said(text, lexicon)).toBe(expected);
});

it('leaves alone what the author had said in its own way', () => {
  const text =
    '<speak>SQL <sub alias="my SQL">SQL</sub> <say-as interpret-as="characters">SQL</say-as> ' +
    '<emphasis>SQL</emphasis> S<emphasis>QL</emphasis></speak>';
  expect(said(text, { SQL: 'sequel', QL: 'x' })).toBe('sequel my SQL S Q L sequel SQL');
});

it('does not make a short text endless', () => {
  const most = said('a '.repeat(2500), { a: 'b'.repeat(200) });
  expect(most.length).toBeGreaterThan(14_000);
  expect(most.length).toBeLessThanOrEqual(5000 + 10_000);
});

describe('of a lexicon', () => {
  const lexicon = [
    { word: 'SQL', say: 'sequel' },
    { word: 'New', say: 'Nu' },
    { word: 'New York', say: 'N Y' },
    { word: 'York', say: 'Jork' },
    { word: 'a', say: 'eh' },
    { word: '東京', say: 'とうきょう' },
  ];

  it.each<[text: string, used: string[]]>([
    ['Nothing of it.', []],
    ['New York and MySQL.', ['New York']],
    ['**New** York, **SQ**L, York.', ['SQL', 'New York', 'York']],
    ['<speak>A <sub alias="the east">New York</sub> <break time="1s"/>東京</speak>', ['New York', 'a', '東京']],
    [`${'a '.repeat(2000)}SQL`, ['SQL', 'a']],
  ])('%j needs only %j: it is said the same without the others', (text, used) => {
    const entries = mentionedLexiconEntries(captionTextOfNotes(text), lexicon);
    expect(entries.map(({ word }) => word)).toEqual(used);
    const language = 'en';
    expect(prepareSpeechScript({ text, language, lexicon: entries })).toEqual(
      prepareSpeechScript({ text, language, lexicon }),
    );
  });

  it.each<[sentences: string[], word: string, say: string, isChanged: boolean]>([
    [['It is SQL.'], 'sql', 'sequel', true],
    [['It is', 'SQL.'], 'sql', 'sequel', true],
    [['It is SQL.'], 'sql', ' SQL ', false],
    [['It is MySQL.'], 'sql', 'sequel', false],
    [[], 'sql', 'sequel', false],
  ])('%j with %s for %s is changed: %s', (sentences, word, say, isChanged) => {
    expect(hashLexiconEffect(sentences, [{ word, say }]) !== undefined).toBe(isChanged);
    expect(hashLexiconEffect(sentences, [{ word, say }])).toBe(
      hashLexiconEffect(sentences, [
        { word, say },
        { word: 'x', say: 'y' },
      ]),
    );
  });

  it('an entry is looked for where a word starts, once for all of their lengths', () => {
    const text = 'a'.repeat(5000);
    const alike = Array.from({ length: 100 }, (_, i) => ({ word: 'a'.repeat(i + 1), say: 'b' }));
    findLexiconMentions('', alike);
    const { get } = Map.prototype;
    let steps = 0;
    Map.prototype.get = function (key) {
      steps += 1;
      return get.call(this, key);
    };
    try {
      expect(findLexiconMentions(text, alike)).toEqual([]);
    } finally {
      Map.prototype.get = get;
    }
    expect(steps).toBeGreaterThan(0);
    expect(steps).toBeLessThan(2 * text.length);
  });
});
