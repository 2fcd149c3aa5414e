import { describe, expect, test } from 'vitest';
import { audibleSampleRange } from '#engine/speech/audible-sample-range.ts';
import { joinSentenceClips } from '#engine/speech/join-sentence-clips.ts';

const RATE = 20_000;
/** Silence, a loud tone, silence; in samples. */
const clip = (before: number, sound: number, after: number, level = 10_000) =>
  Int16Array.from({ length: before + sound + after }, (_, i) =>
    i >= before && i < before + sound ? (i % 2 === 0 ? level : -level) : 0,
  );

const lengthOfSound = (pcm: Int16Array): number => {
  const { from, to } = audibleSampleRange(pcm, RATE);
  return to - from;
};

describe('trimming', () => {
  test('10 ms before the sound and 30 ms after it are kept', () => {
    expect(lengthOfSound(clip(5000, 1000, 5000))).toBe(200 + 1000 + 600);
  });

  test('no more is kept than there is', () => {
    expect(lengthOfSound(clip(3, 1000, 5))).toBe(1008);
  });

  test('noise at −60 dBFS is silence', () => {
    expect(lengthOfSound(clip(0, 1000, 0, 32))).toBe(0);
    expect(lengthOfSound(new Int16Array(0))).toBe(0);
  });
});

describe('joining what would last longer than 30 minutes', () => {
  const ofLength = (seconds: number) =>
    joinSentenceClips(
      [{ text: 'One.', parts: [{ pcm: clip(0, 10, 0) }, { break_seconds: seconds }, { pcm: clip(0, 10, 0) }] }],
      10,
      1,
    );

  test('is refused, in its own words, before there is room made for it', () => {
    expect(ofLength(1797).pcm.length).toBe(17_990);
    expect(() => ofLength(1799)).toThrow(expect.objectContaining({ name: 'SpeechError', code: 'too_long' }));
    expect(() => ofLength(1e9)).toThrow(expect.objectContaining({ code: 'too_long' }));
  });
});

describe('joining', () => {
  const joined = (speed: number, ...texts: string[]) =>
    joinSentenceClips(
      texts.map((text) => ({ text, parts: [{ pcm: clip(1000, 2000, 1000) }] })),
      RATE,
      speed,
    );

  test('0.4 s between sentences, half of it after a clause, the sentences where they are heard', () => {
    const { pcm, sentences } = joined(1, 'One,', 'two.', 'Three.');
    expect(sentences).toEqual([
      { text: 'One,', start_seconds: 0, end_seconds: 0.14 },
      { text: 'two.', start_seconds: 0.34, end_seconds: 0.48 },
      { text: 'Three.', start_seconds: 0.88, end_seconds: 1.02 },
    ]);
    expect(pcm.length).toBe(1.02 * RATE);
    expect(pcm.subarray(0.14 * RATE, 0.34 * RATE).every((value) => value === 0)).toBe(true);
    expect(Math.abs(pcm[0.41 * RATE] ?? 0)).toBe(10_000);
  });

  test('pauses follow the speed', () => {
    expect(joined(2, 'One.', 'Two.').sentences[1]?.start_seconds).toBe(0.34);
  });

  test('sound that reaches to the edge of its clip is faded in and out within 5 ms', () => {
    const { pcm } = joinSentenceClips([{ text: 'One.', parts: [{ pcm: clip(0, 2000, 0) }] }], RATE, 1);
    const sizes = Array.from(pcm, Math.abs);
    expect([sizes[0], sizes[50], sizes[100], sizes[1000]]).toEqual([0, 5000, 10_000, 10_000]);
    expect([sizes.at(-1), sizes.at(-51), sizes.at(-101)]).toEqual([0, 5000, 10_000]);
  });

  test('a sentence without sound gives its text to its neighbour', () => {
    const silent = new Int16Array(500);
    const sound = clip(0, 2000, 0);
    const { sentences } = joinSentenceClips(
      [
        { text: '…', parts: [{ pcm: silent }] },
        { text: 'One.', parts: [{ pcm: sound }] },
        { text: '(?)', parts: [{ pcm: silent }] },
        { text: 'Two.', parts: [{ pcm: sound }] },
      ],
      RATE,
      1,
    );
    expect(sentences.map(({ text }) => text)).toEqual(['… One. (?)', 'Two.']);
    expect(joinSentenceClips([{ text: '…', parts: [{ pcm: silent }] }], RATE, 1)).toEqual({
      pcm: new Int16Array(0),
      sentences: [],
    });
  });

  test('the clips that were given are not changed', () => {
    const given = clip(0, 2000, 0);
    joinSentenceClips([{ text: 'One.', parts: [{ pcm: given }] }], RATE, 1);
    expect(given).toEqual(clip(0, 2000, 0));
  });

  describe('with breaks', () => {
    const sound = { pcm: clip(0, 2000, 0) };
    const breakOf = (break_seconds: number) => ({ break_seconds });
    const starts = (speed: number, ...sentences: Parameters<typeof joinSentenceClips>[0]) =>
      joinSentenceClips(sentences, RATE, speed).sentences.map(({ start_seconds }) => start_seconds);

    test('a break within a sentence is silence of exactly its length, whatever the speed', () => {
      const { pcm, sentences } = joinSentenceClips(
        [{ text: 'One two.', parts: [sound, breakOf(0.5), sound] }],
        RATE,
        2,
      );
      expect(sentences).toEqual([{ text: 'One two.', start_seconds: 0, end_seconds: 0.7 }]);
      expect(pcm.subarray(0.1 * RATE, 0.6 * RATE).every((value) => value === 0)).toBe(true);
      expect(Math.abs(pcm[0.61 * RATE] ?? 0)).toBe(10_000);
    });

    test('a break between sentences takes the place of the pause, if it is longer', () => {
      const one = { text: 'One.', parts: [sound] };
      expect(starts(1, one, { text: 'Two.', parts: [breakOf(1), sound] })).toEqual([0, 1.1]);
      expect(starts(1, { text: 'One.', parts: [sound, breakOf(1)] }, one)).toEqual([0, 1.1]);
      expect(starts(1, { text: 'One.', parts: [sound, breakOf(0.1)] }, one)).toEqual([0, 0.5]);
      const before = { text: 'One.', parts: [sound, breakOf(0.3)] };
      expect(starts(1, before, { text: 'Two.', parts: [breakOf(0.3), sound] })).toEqual([0, 0.7]);
    });

    test('breaks at the ends are part of the speech, and of no sentence', () => {
      const { pcm, sentences } = joinSentenceClips(
        [{ text: 'One.', parts: [breakOf(0.2), sound, breakOf(0.3)] }],
        RATE,
        1,
      );
      expect(sentences).toEqual([{ text: 'One.', start_seconds: 0.2, end_seconds: 0.3 }]);
      expect(pcm.length).toBe(0.6 * RATE);
    });

    test('a sentence without sound leaves its breaks where they were', () => {
      const silent = { text: '…', parts: [breakOf(1)] };
      expect(starts(1, { text: 'One.', parts: [sound] }, silent, { text: 'Two.', parts: [sound] })).toEqual([0, 1.1]);
      expect(joinSentenceClips([silent], RATE, 1)).toEqual({ pcm: new Int16Array(0), sentences: [] });
    });

    test('the pause after a paragraph is twice that after a sentence', () => {
      const one = { text: 'One.', parts: [sound] };
      expect(starts(1, { ...one, ends_paragraph: true }, one, one)).toEqual([0, 0.9, 1.4]);
      expect(starts(2, { ...one, ends_paragraph: true }, one)).toEqual([0, 0.5]);
    });
  });
});
