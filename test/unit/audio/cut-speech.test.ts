import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateSpeechTrackPcm, scheduleSpeechCues } from '#engine/video/audio/generate-speech-track-pcm.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';

const RATE = 48_000;

test('speech that is cut fades out over its last 30 ms, and is silent after that', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cut-speech-'));
  try {
    const file = join(directory, 'speech.wav');
    await writeFile(file, encodeWav(Buffer.from(new Int16Array(RATE).fill(14_400).buffer), RATE));
    const [end, total] = [RATE / 2, (RATE * 3) / 4];
    const cues = await scheduleSpeechCues({ cues: [{ file, startSample: 0, samples: end }], totalSamples: total });
    const pieces: Buffer[] = [];
    for await (const piece of generateSpeechTrackPcm(cues, 0, total)) pieces.push(Buffer.from(piece));
    const pcm = Buffer.concat(pieces);
    const samples = Array.from({ length: total }, (_, i) => pcm.readInt16LE(2 * i));
    const fade = 0.03 * RATE;
    expect(new Set(samples.slice(0, end - fade + 1))).toEqual(new Set([14_400]));
    samples.slice(end - fade, end).forEach((sample, i) => {
      expect(sample).toBe(14_400 - 10 * i);
    });
    expect(new Set(samples.slice(end))).toEqual(new Set([0]));
  } finally {
    await rm(directory, { recursive: true });
  }
});
