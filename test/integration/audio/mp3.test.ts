import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodeSoundtrackAsMp3 } from '#engine/video/audio/encode-soundtrack.ts';
import { decodeAsPlayed, peakAt } from '#test/support/audio/measure.ts';
import { clickAt, runtime, SAMPLES_PER_SECOND, Studio } from '#test/support/audio/studio.ts';

let studio: Studio;
beforeEach(async () => {
  studio = await Studio.open();
});
afterEach(() => studio.close());

test('the MP3 of a soundtrack is as long as the video, and each sound is where it is in the video', async () => {
  await studio.record('click', 60, clickAt);
  const starts = [0, 49_600, 160_000];
  const cues = starts.map((startSample) => ({ source: 'click', startSample, samples: 60 }));
  const totalSamples = 4 * SAMPLES_PER_SECOND + 123;
  const file = join(studio.folder, 'sound.mp3');
  await encodeSoundtrackAsMp3(
    { codec: 'aac', totalSamples, cues },
    'Clicks: = "one" \\ two',
    studio.fileOf,
    file,
    runtime,
  );
  const samples = await decodeAsPlayed(file);
  expect(samples.length).toBe(totalSamples);
  for (const start of starts)
    expect(Math.abs(peakAt(samples, Math.max(0, start - 2400), start + 2400) - start)).toBeLessThanOrEqual(2);
});

test('without any sound it is silence of the length of the video', async () => {
  const totalSamples = 3 * SAMPLES_PER_SECOND;
  const file = join(studio.folder, 'sound.mp3');
  await encodeSoundtrackAsMp3({ codec: 'opus', totalSamples, cues: [] }, '', studio.fileOf, file, runtime);
  const samples = await decodeAsPlayed(file);
  expect(samples.length).toBe(totalSamples);
  expect(samples.every((sample) => sample === 0)).toBe(true);
});
