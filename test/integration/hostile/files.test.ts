import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeAudio } from '#engine/audio-decoding/decode-audio.ts';
import { reencodeImage } from '#features/images/reencode.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { wavTone } from '#test/support/audio/wav-tone.ts';
import { isTried } from '#test/support/depth.ts';
import { damagedCopies, OTHER_FILES } from '#test/support/hostile/files.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7919) % 251));
const images = await Promise.all(
  FORMATS.map(async (format, i) => {
    const whole = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .toFormat(format)
      .toBuffer();
    return damagedCopies(format, whole, i);
  }),
);

const AUDIO = ['tone.mp3', 'tone-vorbis.ogg', 'tone-opus.ogg', 'tone-mono.flac', 'tone.m4a'];
const sounds = await Promise.all(
  AUDIO.map(async (name, i) => {
    const whole = await readFile(new URL(`../../fixtures/audio/${name}`, import.meta.url));
    return damagedCopies(name, whole, i);
  }),
);
sounds.push(damagedCopies('WAV', wavTone({ seconds: 1 }), 9));

it('has at least 60 cases of each kind', () => {
  for (const corpus of [images.flat(), sounds.flat()]) expect(corpus.length).toBeGreaterThanOrEqual(60);
});

describe('an image', () => {
  it.each(images.flat().filter((_, i) => isTried(i, 5)))('is encoded again, or refused: %s', async (_, bytes) => {
    try {
      const { width, height, bytes: clean } = await reencodeImage(bytes);
      // What is stored is our file, whatever stood around the picture.
      expect(await sharp(clean).metadata()).toMatchObject({ width, height });
      expect(Buffer.from(clean).includes('<script>')).toBe(false);
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ code: 'image_invalid' });
    }
  });

  it.each(OTHER_FILES)('is refused: %s', async (_, bytes) => {
    await expect(reencodeImage(bytes)).rejects.toMatchObject({ code: 'image_invalid' });
  });
});

describe('audio', () => {
  it.each(sounds.flat().filter((_, i) => isTried(i, 5)))('is decoded, or refused: %s', async (_, bytes) => {
    try {
      const { channels, sampleRate } = await decodeAudio(bytes, { seconds: 600 }, AbortSignal.timeout(120_000));
      expect(channels.length === 1 || channels.length === 2).toBe(true);
      expect(channels.every((samples) => samples.length > 0 && samples.length <= 600 * sampleRate)).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ code: expect.stringMatching(/^audio_(invalid|too_long)$/) });
    }
  });

  it.each(OTHER_FILES)('is refused: %s', async (_, bytes) => {
    await expect(decodeAudio(bytes, { seconds: 600 }, AbortSignal.timeout(120_000))).rejects.toMatchObject({
      code: 'audio_invalid',
    });
  });
});
