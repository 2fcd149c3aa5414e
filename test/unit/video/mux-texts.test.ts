import { expect, test } from 'vitest';
import { captionsWithoutOverlap, escapeWebVttText, truncateUtf8 } from '#engine/video/captions/timed-captions.ts';
import { withChapterLengths } from '#engine/video/container/file-contents.ts';
import { iso639BibliographicCode, iso639TerminologyCode } from '#engine/video/container/language.ts';

test('cues are sorted, end where the next one starts, and stay within the video', () => {
  const cue = (text: string, start_seconds: number, end_seconds: number) => ({ text, start_seconds, end_seconds });
  const cues = [cue('b', 2, 9), cue('a', -1, 2.5), cue('c', 4, 99), cue('never', 7, 8), cue('no time', 1, 1)];
  expect(captionsWithoutOverlap(cues, 6)).toEqual([
    { startMs: 0, endMs: 1000, text: 'a' },
    { startMs: 2000, endMs: 4000, text: 'b' },
    { startMs: 4000, endMs: 6000, text: 'c' },
  ]);
});

test.each([
  ['one\r\n\r\n\u2028 two\u0000\tthree ', 'one\ntwo three'],
  ['a\ud800b', 'a\ufffdb'],
  ['WEBVTT\n\nNOTE x', 'WEBVTT\nNOTE x'],
])('the text of a cue is lines of characters that are seen', (text, expected) => {
  expect(captionsWithoutOverlap([{ text, start_seconds: 0, end_seconds: 1 }], 1)[0]?.text).toBe(expected);
});

test('text in WebVTT is neither markup nor timing', () => {
  expect(escapeWebVttText('<i>&amp; --> x')).toBe('&lt;i&gt;&amp;amp; --&gt; x');
});

test.each([
  [7, '日本'],
  [6, '日本'],
  [5, '日'],
  [2, ''],
])('text within %i bytes keeps whole characters', (most, expected) => {
  expect(truncateUtf8('日本', most).toString()).toBe(expected);
});

test('chapters last until the next one, and have a title in one line', () => {
  const chapters = [
    { title: ' a\n b ', startFrame: 0 },
    { title: '\u0000', startFrame: 4 },
  ];
  expect(withChapterLengths(chapters, 10)).toEqual([
    { title: 'a b', startFrame: 0, frames: 4 },
    { title: '2', startFrame: 4, frames: 6 },
  ]);
});

test.each([
  ['pt-BR', 'por', 'por'],
  ['de', 'deu', 'ger'],
  ['zh-Hant-TW', 'zho', 'chi'],
  ['fil', 'fil', 'fil'],
  ['FR', 'fra', 'fre'],
  ['x-private', 'und', 'und'],
  ['qz', 'und', 'und'],
  [undefined, 'und', 'und'],
])('the language %s is %s, or %s', (tag, terminological, bibliographic) => {
  expect([iso639TerminologyCode(tag), iso639BibliographicCode(tag)]).toEqual([terminological, bibliographic]);
});
