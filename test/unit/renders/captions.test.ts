import { describe, expect, it } from 'vitest';
import { subRip, webVtt } from '../../../lib/renders/captions.ts';
import type { SpokenSentence } from '../../../lib/renders/plan/time-line.ts';

interface Cue {
  start: number;
  end: number;
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Reads WebVTT as the standard has it, and throws at whatever is not allowed. */
function readVtt(file: string): Cue[] {
  const [header, ...blocks] = file.split(/\n{2,}/);
  if (header !== 'WEBVTT') throw new Error(`header ${header}`);
  const cues = blocks
    .map((block) => block.replace(/\n$/, ''))
    .filter((block) => block !== '')
    .map((block) => {
      const [timing = '', ...payload] = block.split('\n');
      const times = /^(\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3}) --> (\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(timing);
      if (!times) throw new Error(`timing ${timing}`);
      const [h1 = 0, m1 = 0, s1 = 0, f1 = 0, h2 = 0, m2 = 0, s2 = 0, f2 = 0] = times.slice(1).map(Number);
      if (payload.length !== 1) throw new Error(`payload of ${payload.length} lines`);
      const [text = ''] = payload;
      if (/<|>|-->|\r|&(?!amp;|lt;|gt;)/.test(text)) throw new Error(`not escaped: ${text}`);
      return {
        start: h1 * 3600 + m1 * 60 + s1 + f1 / 1000,
        end: h2 * 3600 + m2 * 60 + s2 + f2 / 1000,
        text: text.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? ''),
      };
    });
  let last = 0;
  for (const { start, end } of cues) {
    if (start < last || end <= start) throw new Error(`times ${start} ${end}`);
    last = start;
  }
  return cues;
}

const sentence = (text: string, start_seconds: number, end_seconds: number): SpokenSentence => ({
  text,
  start_seconds,
  end_seconds,
});

const HOSTILE = [
  'a < b & c > d',
  '<script>alert(1)</script>',
  '00:00:00.000 --> 99:00:00.000',
  'two\n\nparagraphs',
  'WEBVTT\n\nNOTE x',
  '&amp; &lt; &nbsp;',
  'tab\tand\r\nreturn',
  '\u2028line\u2029separators',
  'مرحبا بالعالم',
  '日本語。',
  '👩‍👩‍👧‍👦 🇫🇷',
];

describe('captions', () => {
  it('hold what is said, whatever that is, as text and nothing else', () => {
    const spoken = HOSTILE.map((text, i) => sentence(text, i, i + 0.9));
    const cues = readVtt(webVtt(spoken));
    expect(cues.map(({ text }) => text)).toEqual(HOSTILE.map((text) => text.replace(/\s+/g, ' ').trim()));
  });

  it.each([
    [0, 0.001, '00:00:00.000 --> 00:00:00.001'],
    [0.25, 1.0004, '00:00:00.250 --> 00:00:01.000'],
    [59.9996, 61, '00:01:00.000 --> 00:01:01.000'],
    [3599.9999, 3600.5, '01:00:00.000 --> 01:00:00.500'],
    [359_999, 360_000, '99:59:59.000 --> 100:00:00.000'],
  ])('write %d to %d s as %s', (start, end, timing) => {
    expect(webVtt([sentence('x', start, end)])).toBe(`WEBVTT\n\n${timing}\nx\n`);
    expect(subRip([sentence('x', start, end)])).toBe(`1\n${timing.replaceAll('.', ',')}\nx\n`);
  });

  it('of four hours stay in order to the millisecond', () => {
    const spoken = Array.from({ length: 5000 }, (_, i) => sentence(`sentence ${i}`, i * 2.88 + 0.25, i * 2.88 + 2.5));
    const cues = readVtt(webVtt(spoken));
    expect(cues).toHaveLength(5000);
    for (const [i, { start, end }] of cues.entries()) {
      expect(Math.abs(start - (spoken[i]?.start_seconds ?? 0))).toBeLessThanOrEqual(0.0005 + 1e-9);
      expect(Math.abs(end - (spoken[i]?.end_seconds ?? 0))).toBeLessThanOrEqual(0.0005 + 1e-9);
    }
  });

  it('of nothing are an empty, valid file', () => {
    expect(readVtt(webVtt([]))).toEqual([]);
    expect(subRip([])).toBe('');
  });

  it('in SubRip are numbered from 1 and hold no blank line within a cue', () => {
    const blocks = subRip(HOSTILE.map((text, i) => sentence(text, i, i + 0.9))).split('\n\n');
    expect(blocks.map((block) => block.split('\n')[0])).toEqual(HOSTILE.map((_, i) => String(i + 1)));
    for (const block of blocks) expect(block.trimEnd().split('\n')).toHaveLength(3);
  });
});
