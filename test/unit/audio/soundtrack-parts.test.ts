import { describe, expect, test } from 'vitest';
import {
  type SoundtrackCue,
  type SoundtrackMusic,
  type SoundtrackSpec,
  snapToAacFrame,
} from '#engine/video/audio/soundtrack.ts';
import {
  MAX_AAC_JOIN_DELAY_FRAMES,
  sourcesOfSoundtrackPart,
  splitSoundtrack,
} from '#engine/video/audio/soundtrack-parts.ts';

const SECOND = 48_000;
const FRAME = 1024;
const cue = (source: string, startSample: number, samples = 5 * SECOND): SoundtrackCue => ({
  source,
  startSample,
  samples,
});
const spec = (cues: SoundtrackCue[], totalSamples = 600 * SECOND, music?: SoundtrackMusic): SoundtrackSpec => ({
  codec: 'aac',
  totalSamples,
  cues,
  music,
});
const music: SoundtrackMusic = {
  source: 'song',
  samples: 90 * SECOND,
  channels: 2,
  volume: 0.5,
  loop: true,
  fadeInSeconds: 1,
  fadeOutSeconds: 2,
  duck: true,
};
const contents = (of: SoundtrackSpec) => splitSoundtrack(of).map(({ content }) => content);

describe('speech without music', () => {
  test('is a part for every recording, from two frames before it to four behind; silence belongs to none', () => {
    const parts = splitSoundtrack(spec([cue('a', 10 * FRAME, 20 * FRAME), cue('b', 100 * FRAME + 1, 20 * FRAME)]));
    expect(parts.map(({ content, ...place }) => place)).toEqual([
      { index: 0, fromSample: 8 * FRAME, toSample: 34 * FRAME, firstFrame: 8, keepFromFrame: 8 },
      { index: 1, fromSample: 98 * FRAME, toSample: 125 * FRAME, firstFrame: 98, keepFromFrame: 98 },
    ]);
  });

  test('without any is not a part at all', () => {
    expect(splitSoundtrack(spec([]))).toEqual([]);
  });

  test('of recordings with next to no silence between them is one part', () => {
    const parts = splitSoundtrack(
      spec([cue('a', 0, SECOND), cue('b', SECOND + 2000, SECOND), cue('c', 4 * SECOND, SECOND)]),
    );
    expect(
      parts.map((part) => sourcesOfSoundtrackPart(spec([cue('a', 0, SECOND), cue('b', SECOND + 2000, SECOND)]), part)),
    ).toEqual([['a', 'b'], []]);
  });

  test('goes no further than the frames of the track', () => {
    const [part] = splitSoundtrack(spec([cue('a', 0, 99 * SECOND)], 3 * FRAME + 1));
    expect(part).toMatchObject({ fromSample: 0, toSample: 4 * FRAME });
  });

  test('on the grid keeps the content of its parts whatever comes before', () => {
    // given a deck, and the same with a slide of 3.7 s before it
    const starts = [0.3, 9.1, 21.4, 30];
    const deck = (shift: number) =>
      starts.map((start, i) => cue(`s${i}`, snapToAacFrame(Math.round((start + 1 + shift) * SECOND))));
    // when
    const before = contents(spec(deck(0)));
    const after = contents(spec([cue('new', snapToAacFrame(SECOND), SECOND), ...deck(3.7)]));
    // then
    expect(after.slice(1)).toEqual(before);
  });

  test('off the grid has another content', () => {
    expect(contents(spec([cue('a', 10 * FRAME)]))).not.toEqual(contents(spec([cue('a', 10 * FRAME + 1)])));
  });
});

describe('a place on the grid', () => {
  test.each([0, 511, 512, 14_400, 123_456_789])('is within 10.7 ms of sample %i', (sample) => {
    expect(snapToAacFrame(sample) % FRAME).toBe(0);
    expect(Math.abs(snapToAacFrame(sample) - sample)).toBeLessThanOrEqual(512);
  });
});

describe('long stretches', () => {
  test.each([
    ['one recording of 10 minutes', spec([cue('long', 50 * SECOND, 600 * SECOND)], 700 * SECOND)],
    ['music', spec([cue('a', SECOND)], 700 * SECOND, music)],
  ])('%s: parts of 30 to 90 seconds that overlap, start on frames and cover it', (_, of) => {
    const parts = splitSoundtrack(of);
    expect(parts.length).toBeGreaterThan(8);
    for (const [i, part] of parts.entries()) {
      expect(part.fromSample).toBe(part.firstFrame * FRAME);
      const next = parts[i + 1];
      const end = next?.keepFromFrame ?? part.toSample / FRAME;
      expect((end - part.keepFromFrame) * FRAME).toBeGreaterThanOrEqual(29.9 * SECOND);
      expect((end - part.keepFromFrame) * FRAME).toBeLessThanOrEqual(90.1 * SECOND);
      if (!next) continue;
      expect(next.keepFromFrame - next.firstFrame).toBeGreaterThanOrEqual(40);
      expect(part.toSample).toBeGreaterThan((next.keepFromFrame + MAX_AAC_JOIN_DELAY_FRAMES) * FRAME);
    }
  });

  test('with music: from the first frame to the last', () => {
    const parts = splitSoundtrack(spec([], 200 * SECOND + 1, music));
    expect(parts[0]).toMatchObject({ fromSample: 0, firstFrame: 0, keepFromFrame: 0 });
    expect(parts.at(-1)?.toSample).toBe(Math.ceil((200 * SECOND + 1) / FRAME) * FRAME);
    expect(
      parts.map((part) => sourcesOfSoundtrackPart(spec([cue('a', 100 * SECOND)], 200 * SECOND + 1, music), part)),
    ).toEqual([['song'], ['a', 'song'], ['song']]);
  });

  test('of Opus are not cut', () => {
    const parts = splitSoundtrack({ ...spec([cue('a', 0), cue('b', 300 * SECOND)]), codec: 'opus' });
    expect(parts).toMatchObject([{ index: 0, fromSample: 0, toSample: 600 * SECOND, firstFrame: 0, keepFromFrame: 0 }]);
  });
});

describe('the content of a part', () => {
  const base = spec([cue('a', 2 * SECOND), cue('b', 70 * SECOND)], 130 * SECOND, music);
  const changed = (change: SoundtrackSpec): number[] =>
    contents(change).flatMap((content, i) => (content === contents(base)[i] ? [] : [i]));

  test('is the same for the same sound', () => {
    expect(changed(structuredClone(base))).toEqual([]);
  });

  test.each([
    ['another recording', { ...base, cues: [cue('other', 2 * SECOND), cue('b', 70 * SECOND)] }, [0]],
    ['a recording that starts later', { ...base, cues: [cue('a', 2 * SECOND + 1), cue('b', 70 * SECOND)] }, [0]],
    ['a recording cut by the next', { ...base, cues: [cue('a', 2 * SECOND), cue('b', 6 * SECOND)] }, [0, 1]],
    ['music of another loudness', { ...base, music: { ...music, volume: 0.4 } }, [0, 1]],
    ['music that is not ducked', { ...base, music: { ...music, duck: false } }, [0, 1]],
    ['a longer fade at the beginning', { ...base, music: { ...music, fadeInSeconds: 3 } }, [0]],
    ['a longer fade at the end', { ...base, music: { ...music, fadeOutSeconds: 3 } }, [1]],
    ['one channel', { ...base, music: { ...music, channels: 1 as const } }, [0, 1]],
  ])('is another with %s, in the parts that it touches', (_, change, parts) => {
    expect(splitSoundtrack(base)).toHaveLength(2);
    expect(changed(change)).toEqual(parts);
  });
});

describe('what is refused', () => {
  test.each([
    ['a sound without a length', spec([], 0)],
    ['music without a length', spec([], SECOND, { ...music, samples: 0 })],
    ['cues out of order', spec([cue('a', 10), cue('b', 5)])],
    ['a cue before the beginning', spec([cue('a', -1)])],
  ])('%s', (_, of) => {
    expect(() => splitSoundtrack(of)).toThrow(RangeError);
  });
});
