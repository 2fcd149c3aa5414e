import { describe, expect, it } from 'vitest';
import webvtt from 'webvtt-parser';
import entities from 'webvtt-parser/html-entities.json' with { type: 'json' };
import { type CaptionCue, captionCuesOfSentences } from '#features/renders/captions/caption-cues.ts';
import { formatCaptionWordsJson } from '#features/renders/captions/caption-words-json.ts';
import { formatSubRip } from '#features/renders/captions/sub-rip.ts';
import { formatChaptersVtt, formatWebVtt } from '#features/renders/captions/web-vtt.ts';
import { captionedSentence, HOSTILE_TEXTS, SENTENCE_BY_LANGUAGE } from '#test/support/captions/spoken-sentences.ts';

interface Read {
  start: number;
  end: number;
  text: string;
}

/** By the parser of the W3C, which names every fault. Its tree has the text as it is shown. */
function readVtt(file: string, kind: 'captions' | 'chapters' = 'captions'): Read[] {
  const { cues, errors } = new webvtt.WebVTTParser(entities).parse(file, kind);
  expect(errors).toEqual([]);
  return cues.map(({ startTime, endTime, tree }) => {
    expect(tree.children.map(({ type }) => type)).toEqual(['text']);
    return { start: startTime, end: endTime, text: tree.children[0]?.value ?? '' };
  });
}

const SRT_TIME = /^(\d\d):([0-5]\d):([0-5]\d),(\d{3}) --> (\d\d):([0-5]\d):([0-5]\d),(\d{3})$/;

/** Takes no more than what every player understands. */
function readSrt(file: string): Read[] {
  if (file === '') return [];
  if (/(?<!\r)\n|\r(?!\n)/.test(file)) throw new Error('a line that does not end in CRLF');
  if (!file.endsWith('\r\n\r\n')) throw new Error('the last cue is not closed');
  return file
    .slice(0, -4)
    .split('\r\n\r\n')
    .map((block, i) => {
      const [number, timing = '', ...lines] = block.split('\r\n');
      if (number !== String(i + 1)) throw new Error(`cue ${i + 1} has the number ${number}`);
      const times = SRT_TIME.exec(timing)?.slice(1).map(Number);
      if (!times || lines.length < 1 || lines.length > 2) throw new Error(`cue ${number}: ${block}`);
      for (const line of lines) {
        if (line.trim() === '' || /-->|<[\p{L}/!]|\{\\/u.test(line)) throw new Error(`cue ${number}: ${line}`);
      }
      const seconds = ([h = 0, m = 0, s = 0, ms = 0]: readonly number[]): number => h * 3600 + m * 60 + s + ms / 1000;
      return { start: seconds(times.slice(0, 4)), end: seconds(times.slice(4)), text: lines.join('\n') };
    });
}

const frame = { language: 'en', fps: 30, frames: 200_000 } as const;
const visible = (text: string): string => text.replaceAll('\u2060', '');
const expectCues = (read: readonly Read[], cues: readonly CaptionCue[]): void => {
  expect(read.map(({ text }) => visible(text))).toEqual(cues.map(({ text }) => text));
  for (const [i, { start, end }] of read.entries()) {
    expect(start).toBeCloseTo(cues[i]?.start_seconds ?? Number.NaN, 3);
    expect(end).toBeCloseTo(cues[i]?.end_seconds ?? Number.NaN, 3);
    expect(start).toBeGreaterThanOrEqual(read[i - 1]?.end ?? 0);
  }
};

describe('caption files', () => {
  it.each(Object.entries(SENTENCE_BY_LANGUAGE))(
    'in %s are read by strict parsers as they were written',
    (language, text) => {
      const cues = captionCuesOfSentences([captionedSentence(text, 0.25, 8), captionedSentence(text, 3600.5, 3612)], {
        ...frame,
        language,
      });
      expectCues(readVtt(formatWebVtt(cues, language)), cues);
      expectCues(readSrt(formatSubRip(cues)), cues);
    },
  );

  it('hold what is said, whatever that is, as text and nothing else', () => {
    const cues = captionCuesOfSentences(
      HOSTILE_TEXTS.map((text, i) => captionedSentence(text, i * 30, i * 30 + 29)),
      frame,
    );
    expectCues(readVtt(formatWebVtt(cues, 'en')), cues);
    expectCues(readSrt(formatSubRip(cues)), cues);
  });

  it('of nothing are empty and valid', () => {
    expect(readVtt(formatWebVtt([], 'en'))).toEqual([]);
    expect(readSrt(formatSubRip([]))).toEqual([]);
  });

  it.each([
    [0, 0.001, '00:00:00.000 --> 00:00:00.001'],
    [0.25, 1.0004, '00:00:00.250 --> 00:00:01.000'],
    [59.9996, 61, '00:01:00.000 --> 00:01:01.000'],
    [3599.9999, 3600.5, '01:00:00.000 --> 01:00:00.500'],
    [359_999, 360_000, '99:59:59.000 --> 100:00:00.000'],
  ])('write %d to %d s as %s', (start_seconds, end_seconds, timing) => {
    const cue = { text: 'x\ny', start_seconds, end_seconds };
    expect(formatWebVtt([cue], 'pt-BR')).toBe(`WEBVTT\n\nNOTE Language: pt-BR\n\n${timing}\nx\ny\n`);
    expect(formatSubRip([cue])).toBe(`1\r\n${timing.replaceAll('.', ',')}\r\nx\r\ny\r\n\r\n`);
  });
});

describe('a file of chapters', () => {
  it('has each until the next one, the last one until the end, in one line, whatever it is called', () => {
    const titles = ['Hello & <b>welcome</b>', 'a --> b', 'in two\nlines', ...HOSTILE_TEXTS];
    const chapters = titles.map((title, index) => ({ title, startFrame: index * 45 }));
    const read = readVtt(formatChaptersVtt(chapters, { frames: titles.length * 45, fps: 30 }), 'chapters');
    expect(read.map(({ start, end }) => [start, end])).toEqual(
      titles.map((_, index) => [index * 1.5, index * 1.5 + 1.5]),
    );
    expect(read.slice(0, 3).map(({ text }) => text)).toEqual(['Hello & <b>welcome</b>', 'a --> b', 'in two lines']);
    expect(read.filter(({ text }) => text.includes('\n'))).toEqual([]);
  });
});

describe('the times of words', () => {
  const sentence = { text: 'Anna: <b>One</b>, two & three.', start_seconds: 1, end_seconds: 3 };
  const words = [
    { text: 'Anna:', start_seconds: 1, end_seconds: 1 },
    { text: '<b>One</b>,', start_seconds: 1, end_seconds: 1.5 },
    { text: 'two', start_seconds: 1.5, end_seconds: 2 },
    { text: '&', start_seconds: 2, end_seconds: 2 },
    { text: 'three.', start_seconds: 2.25, end_seconds: 3 },
  ];
  const cues = captionCuesOfSentences([{ ...sentence, words, has_measured_words: true }], {
    ...{ language: 'en', fps: 25, frames: 300, withWords: true },
  });

  it('are timestamps in WebVTT, later than the start and in order, and text is still escaped', () => {
    const [, , cue = ''] = formatWebVtt(cues, 'en').split('\n\n');
    expect(cue).toBe(
      '00:00:01.000 --> 00:00:03.000\nAnna: &lt;b&gt;One&lt;/b&gt;, <00:00:01.500>two <00:00:02.000>&amp; <00:00:02.250>three.\n',
    );
  });

  it('are read by a parser of WebVTT as timestamps of the text', () => {
    const { cues: parsed, errors } = new webvtt.WebVTTParser(entities).parse(formatWebVtt(cues, 'en'), 'captions');
    expect(errors).toEqual([]);
    const stamps = parsed[0]?.tree.children.flatMap((node) => (node.type === 'timestamp' ? [Number(node.value)] : []));
    expect(stamps).toEqual([1.5, 2, 2.25]);
  });

  it('are a file of words, without names that are not spoken', () => {
    expect(JSON.parse(formatCaptionWordsJson(cues, 'en'))).toEqual({
      language: 'en',
      words: [
        { text: '<b>One</b>,', start: 1, end: 1.5 },
        { text: 'two', start: 1.5, end: 2 },
        { text: 'three.', start: 2.25, end: 3 },
      ],
    });
  });

  it('change nothing in SubRip, and nothing at all where they are not asked for', () => {
    const bare = captionCuesOfSentences([{ ...sentence, words, has_measured_words: true }], {
      language: 'en',
      fps: 25,
      frames: 300,
    });
    expect(formatSubRip(cues)).toBe(formatSubRip(bare));
    expect(formatWebVtt(bare, 'en')).not.toMatch(/<\d/);
  });
});
