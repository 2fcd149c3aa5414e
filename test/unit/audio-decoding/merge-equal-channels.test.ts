import { describe, expect, it } from 'vitest';
import { mergeEqualChannels } from '#engine/audio-decoding/merge-equal-channels.ts';

const left = Float32Array.from({ length: 100 }, (_, i) => Math.sin(i));

describe('two channels', () => {
  it('that say the same become one', () => {
    expect(mergeEqualChannels([left, left.map((sample) => sample + 1e-6)])).toEqual([left]);
  });

  it('that differ in one sample by a step of 16 bit stay two', () => {
    const right = left.map((sample, i) => (i === 70 ? sample + 1 / 0x8000 : sample));
    expect(mergeEqualChannels([left, right])).toEqual([left, right]);
  });

  it('are one already where the file is mono', () => {
    expect(mergeEqualChannels([left])).toEqual([left]);
  });
});
