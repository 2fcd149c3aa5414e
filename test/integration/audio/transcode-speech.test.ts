import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transcodeSpeech } from '#engine/video/audio/transcode-speech.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { decodeAsPlayed, ffmpegPath } from '#test/support/audio/measure.ts';
import { onsetAfter } from '#test/support/audio/measure-speech.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transcode-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A second and a half; a tone starts in it after half a second. */
function lateTone(): Buffer {
  const samples = new Int16Array(72_000);
  for (let i = 24_000; i < samples.length; i++)
    samples[i] = Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / 48_000));
  return Buffer.from(samples.buffer);
}

it.each(['mp3', 'ogg'] as const)('is as long as %s as it was, and is heard at the same time', async (format) => {
  const made = await transcodeSpeech(encodeWav(lateTone(), 48_000), format, { ffmpegPath });
  const file = join(folder, `tone.${format}`);
  await writeFile(file, made);

  const samples = await decodeAsPlayed(file);

  expect(Math.abs(samples.length - 72_000)).toBeLessThan(480);
  expect(Math.abs(onsetAfter({ samples, sampleRate: 48_000 }, 0.5) ?? 1)).toBeLessThan(0.011);
});
