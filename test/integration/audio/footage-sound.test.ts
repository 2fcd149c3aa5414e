import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeFootageSound } from '#engine/video/audio/footage-sound.ts';
import type { FootageSoundCue, SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import { levelOf } from '#test/support/audio/measure.ts';
import { runtime, SAMPLES_PER_SECOND, Studio } from '#test/support/audio/studio.ts';

let studio: Studio;
beforeEach(async () => {
  studio = await Studio.open();
});
afterEach(() => studio.close());

const seconds = (value: number): number => Math.round(value * SAMPLES_PER_SECOND);
const cue = (
  startsAt: number,
  from: number,
  length: number,
  fields: Partial<FootageSoundCue> = {},
): FootageSoundCue => ({
  ...{ source: 'clip', startSample: seconds(startsAt), fromSample: seconds(from), samples: seconds(length) },
  ...{ channels: 1, volume: 1, ...fields },
});

/** The sounds of videos over ten seconds, and the number of files in the folder while they are read. */
async function heard(footage: FootageSoundCue[], cues: SoundtrackSpec['cues'] = []) {
  const spec: SoundtrackSpec = { codec: 'aac', totalSamples: seconds(10), cues, footage };
  const before = (await readdir(studio.folder)).length;
  const into = new Float32Array(spec.totalSamples);
  const names = { fileOf: studio.fileOf, channels: 1 as const, pcmFilePrefix: join(studio.folder, 'pcm') };
  const span = { fromSample: 0, toSample: spec.totalSamples };
  const sound = await decodeFootageSound(spec, span, names, runtime);
  const decoded = (await readdir(studio.folder)).length - before;
  await sound.addTo(into, 0, into.length);
  await sound[Symbol.asyncDispose]();
  expect(await readdir(studio.folder)).toHaveLength(before);
  const samples = Int16Array.from(into, (value) => Math.round(value * 32_767));
  return { decoded, level: (from: number, to: number) => levelOf(samples, seconds(from), seconds(to)) };
}

describe('the sound of a video', () => {
  it('that plays again and again is decoded once, and is heard each time', async () => {
    await studio.compose('clip', '0.5*sin(2*PI*440*t)', 2);
    const { decoded, level } = await heard(Array.from({ length: 80 }, (_, i) => cue(i * 0.125, 0.5, 0.125)));
    expect(decoded).toBe(1);
    for (const at of [0, 4.9, 9.8]) expect(level(at, at + 0.1)).toBeGreaterThan(-12);
  });

  it('is heard from each of its parts, and nowhere else', async () => {
    await studio.compose('clip', '0.5*sin(2*PI*440*t)*gte(t\\,4)', 6);
    const { decoded, level } = await heard([cue(0, 0, 1), cue(3, 4.5, 1), cue(6, 0.5, 1, { volume: 2 })]);
    expect(decoded).toBe(2);
    for (const silent of [0.1, 2, 4.1, 6.1]) expect(level(silent, silent + 0.8)).toBeLessThan(-80);
    expect(level(3.1, 3.9)).toBeGreaterThan(-10);
  });

  it('has its volume, and is 14 dB lower under speech', async () => {
    await studio.compose('clip', '0.2*sin(2*PI*440*t)', 10);
    await studio.record('words', seconds(2), () => 0);
    const cues = [{ source: 'words', startSample: seconds(4), samples: seconds(2) }];
    const { level } = await heard([cue(0, 0, 10, { volume: 0.5 })], cues);
    // by hand: 0.2 × 0.5 / √2 is −23 dB
    expect(level(1, 3)).toBeCloseTo(-23, 0);
    expect(level(4.1, 5.9)).toBeCloseTo(-37, 0);
    expect(level(7, 9)).toBeCloseTo(-23, 0);
  });
});
