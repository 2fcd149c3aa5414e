import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { decodeAudio } from '#engine/audio-decoding/decode-audio.ts';
import { decodeWav } from '#engine/audio-decoding/decoders/wav.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { wavTone } from '#test/support/audio/wav-tone.ts';

const LIMITS = { seconds: 600 };
const fixture = (name: string): Promise<Buffer> => readFile(new URL(`../../fixtures/${name}`, import.meta.url));

/** A WAV file whose header says another number of channels. */
function withChannels(count: number): Buffer {
  const bytes = wavTone({ bits: 8, seconds: 10 });
  bytes.writeUInt16LE(count, 22);
  return bytes;
}

/** How often a sound goes up through zero in a second: the pitch of a tone. */
function hertz(samples: Float32Array | undefined, sampleRate: number): number {
  if (!samples) return 0;
  let crossings = 0;
  for (let i = 1; i < samples.length; i++) if ((samples[i - 1] ?? 0) < 0 && (samples[i] ?? 0) >= 0) crossings++;
  return (crossings * sampleRate) / samples.length;
}

const patient = (): AbortSignal => new AbortController().signal;
const refusal = (bytes: Uint8Array, limits = LIMITS): Promise<string> =>
  decodeAudio(bytes, limits, patient()).then(
    ({ channels, sampleRate }) => `${channels.length} channels at ${sampleRate} Hz`,
    (error: unknown) => (error instanceof ServiceError ? `${error.code}: ${error.message}` : String(error)),
  );

describe('a file that a client sent', () => {
  it.each([
    ['tone.mp3', 44_100, 2],
    ['tone-vorbis.ogg', 44_100, 2],
    ['tone-opus.ogg', 48_000, 2],
    ['tone-mono.flac', 22_050, 1],
    ['tone.m4a', 44_100, 2],
    ['tone-mono.m4a', 22_050, 1],
    ['tone-moov-first.m4a', 48_000, 1],
  ])('is decoded to the sample: %s', async (name, rate, count) => {
    const { channels, sampleRate } = await decodeAudio(await fixture(`audio/${name}`), LIMITS, patient());

    expect([sampleRate, channels.length]).toEqual([rate, count]);
    for (const samples of channels) expect(samples.length).toBe(1.5 * rate);
    expect(Math.abs(hertz(channels[0], rate) - 440)).toBeLessThan(3);
    if (count === 2) expect(Math.abs(hertz(channels[1], rate) - 660)).toBeLessThan(3);
    const peak = (channels[0] ?? new Float32Array()).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(Math.abs(peak - 0.25)).toBeLessThan(0.03);
  });

  it.each([8, 16, 24, 32])('is decoded as WAV with %i bits', async (bits) => {
    const { channels, sampleRate } = await decodeAudio(
      wavTone({ bits, channels: 2, sampleRate: 32_000 }),
      LIMITS,
      patient(),
    );

    expect([sampleRate, channels.length, channels[0]?.length]).toEqual([32_000, 2, 32_000]);
    expect(Math.abs(hertz(channels[1], sampleRate) - 440)).toBeLessThan(2);
    expect(Math.abs(Math.max(...(channels[0] ?? [])) - 0.25)).toBeLessThan(0.01);
  });

  it.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['a text', async () => Buffer.from('This is music, says its name.mp3. '.repeat(500))],
    ['a picture', () => fixture('deck/echo.jpg')],
    ['zeros', async () => Buffer.alloc(20_000)],
    [
      'an Ogg file of something else',
      async () => Buffer.from((await fixture('audio/tone-opus.ogg')).fill('theora', 28, 34)),
    ],
  ])('is refused when it is %s', async (_, make) => {
    expect(await refusal(await make())).toBe(
      'audio_invalid: Audio must be MP3, WAV, FLAC, M4A (AAC-LC), or Ogg with Vorbis or Opus.',
    );
  });

  it.each(['tone.mp3', 'tone-vorbis.ogg', 'tone-opus.ogg', 'tone-mono.flac', 'tone.m4a', 'tone-moov-first.m4a'])(
    'is refused when it is cut off: %s',
    async (name) => {
      const bytes = await fixture(`audio/${name}`);
      expect(await refusal(bytes.subarray(0, Math.floor(bytes.length * 0.7)))).toMatch(/^audio_invalid: .* is cut off/);
    },
  );

  it.each([
    ['a WAV file that is cut off', wavTone({}).subarray(0, 9000), 'The WAV file is cut off.'],
    ['a WAV file that ends in its header', wavTone({}).subarray(0, 30), 'This WAV file cannot be read'],
    ['a WAV file without samples', wavTone({ seconds: 0 }), 'This file has no sound.'],
    ['three channels', wavTone({ channels: 3 }), 'The audio must be mono or stereo.'],
    ['no channels', withChannels(0), 'The audio must be mono or stereo.'],
    ['a rate that is too low', wavTone({ sampleRate: 4000 }), 'The sample rate must be 8000 to 96000 Hz.'],
    ['a rate that is too high', wavTone({ sampleRate: 192_000, seconds: 0.1 }), 'The sample rate must be'],
  ])('is refused for %s', async (_, bytes, message) => {
    expect(await refusal(bytes)).toContain(`audio_invalid: ${message}`);
  });

  it('is refused when one frame in its middle is damaged', async () => {
    const bytes = await fixture('audio/tone-mono.flac');
    expect(await refusal(bytes.fill(0x55, 9000, 9100))).toBe('audio_invalid: The FLAC file is cut off or damaged.');
  });

  it('is refused when it is longer than allowed', async () => {
    for (const name of ['tone.mp3', 'tone-opus.ogg', 'tone-mono.flac', 'tone.m4a'])
      expect(await refusal(await fixture(`audio/${name}`), { ...LIMITS, seconds: 1 })).toBe(
        'audio_too_long: The audio is longer than 1 seconds.',
      );
    expect(await refusal(wavTone({ seconds: 1 }), { ...LIMITS, seconds: 1 })).toBe('1 channels at 8000 Hz');
  });

  it('is refused for the number of channels in its header, before a sample of it is held', async () => {
    expect(() => [...decodeWav(withChannels(65_535))]).toThrow('The audio must be mono or stereo.');
    // Headers of one stream, and with one more byte: the rest of the header is not read.
    const vorbis = await fixture('audio/tone-vorbis.ogg');
    vorbis[39] = 255;
    expect(await refusal(vorbis)).toBe('audio_invalid: The audio must be mono or stereo.');
  });

  it('is given up, for the reason that is given, when there is no more time', async () => {
    const bytes = await fixture('audio/tone.mp3');
    const late = new AbortController();
    const decoded = decodeAudio(bytes, LIMITS, late.signal);
    late.abort(new Error('no more time'));
    await expect(decoded).rejects.toThrow('no more time');
    await expect(decodeAudio(bytes, LIMITS, late.signal)).rejects.toThrow('no more time');
  });
});
