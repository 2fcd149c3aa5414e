import { describe, expect, test } from 'vitest';
import { decodeWavHeader, encodeWav, encodeWavHeader, WavError } from '#engine/video/audio/wav.ts';

const chunk = (id: string, body: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(id, 'latin1'), size, body, Buffer.alloc(body.length % 2)]);
};
const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WAVE', 'latin1'), ...chunks]);
  return Buffer.concat([chunk('RIFF', body)]);
};

describe('WAV headers', () => {
  test('what is written is read back', () => {
    const file = encodeWav(Buffer.alloc(200, 1), 48_000);
    expect(file.length).toBe(244);
    expect(file.readUInt32LE(4)).toBe(236);
    const header = { sampleRate: 48_000, channels: 1, bitsPerSample: 16, dataOffset: 44, dataBytes: 200 };
    expect(decodeWavHeader(file)).toEqual(header);
    expect(decodeWavHeader(file.subarray(0, 44))).toEqual(header);
  });

  test('chunks before the samples are stepped over, padding included', () => {
    const format = encodeWavHeader(0, 22_050).subarray(20, 36);
    const file = riff(chunk('LIST', Buffer.alloc(7)), chunk('fmt ', format), chunk('data', Buffer.alloc(10)));
    expect(decodeWavHeader(file)).toMatchObject({ sampleRate: 22_050, dataOffset: 12 + 16 + 24 + 8, dataBytes: 10 });
  });

  test('a writer that could not seek leaves the length open', () => {
    const head = encodeWavHeader(100, 48_000);
    head.writeUInt32LE(0xffff_ffff, 40);
    expect(decodeWavHeader(head).dataBytes).toBeUndefined();
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['an MP3', Buffer.from('ID3\x04\0\0\0\0\0\0\0\0\0\0')],
    ['no samples', riff(chunk('fmt ', encodeWavHeader(0, 48_000).subarray(20, 36)))],
    ['no format', riff(chunk('data', Buffer.alloc(4)))],
    ['a cut header', encodeWavHeader(0, 48_000).subarray(0, 30)],
    ['ADPCM', riff(chunk('fmt ', Buffer.from([2, ...Array(15).fill(0)])), chunk('data', Buffer.alloc(4)))],
  ])('%s is refused', (_, head) => {
    expect(() => decodeWavHeader(head)).toThrow(WavError);
  });

  test('more than a WAV file can hold is refused', () => {
    expect(() => encodeWavHeader(2 ** 32, 48_000)).toThrow(RangeError);
  });
});
