import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeWholeSoundtrack } from '#engine/video/audio/encode-soundtrack.ts';
import type { SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import { decodeAsPlayed, differenceInDb, ffmpeg, levelOf } from '#test/support/audio/measure.ts';
import { busySoundAt, runtime, SAMPLES_PER_SECOND, Studio } from '#test/support/audio/studio.ts';
import { isWhole } from '#test/support/depth.ts';

let studio: Studio;
beforeEach(async () => {
  studio = await Studio.open();
});
afterEach(() => studio.close());

describe('music', () => {
  /** The level of one channel. */
  async function levelIn(channel: number, from: number, to: number): Promise<number> {
    const filter = `pan=mono|c0=c${channel}`;
    const { stdout } = await ffmpeg('-v', 'error', '-i', studio.out, '-af', filter, '-f', 's16le', '-');
    const samples = new Int16Array(new Uint8Array(stdout).buffer);
    return levelOf(samples, Math.round(from * SAMPLES_PER_SECOND), Math.round(to * SAMPLES_PER_SECOND));
  }

  test('in stereo stays where it was, 14 dB lower under speech, which is in the middle', async () => {
    // given a tone on the left, next to nothing on the right; speech from 4 s to 6 s that is silent itself
    const song = await studio.compose('song', '0.5*sin(2*PI*440*t)|0.005*sin(2*PI*880*t)', 10);
    const music = { ...song, duck: true, loop: false };
    await studio.record('words', 2 * SAMPLES_PER_SECOND, () => 0);
    const cues = [{ source: 'words', startSample: 4 * SAMPLES_PER_SECOND, samples: 2 * SAMPLES_PER_SECOND }];
    await studio.make({ codec: 'aac', totalSamples: 10 * SAMPLES_PER_SECOND, cues, music });
    const before = await levelIn(0, 1, 3);
    expect(await levelIn(0, 4.1, 5.9)).toBeCloseTo(before - 14, 0);
    expect(await levelIn(0, 7, 9)).toBeCloseTo(before, 0);
    expect(await levelIn(1, 1, 3)).toBeLessThan(before - 35);
  });

  test('comes round again without a hole, and fades in and out', async () => {
    const song = await studio.compose('song', '0.4*sin(2*PI*440*t)', 4);
    const music = { ...song, volume: 0.5, fadeInSeconds: 1, fadeOutSeconds: 1 };
    await studio.make({ codec: 'aac', totalSamples: 12 * SAMPLES_PER_SECOND, cues: [], music });
    const samples = await decodeAsPlayed(studio.out);
    // by hand: 0.4 × 0.5 × 0.841 / √2 is −18.5 dB
    const levels = Array.from({ length: 97 }, (_, i) => levelOf(samples, 52_800 + i * 4800, 55_200 + i * 4800));
    for (const value of levels) expect(Math.abs(value + 18.5)).toBeLessThan(3.2);
    expect(levelOf(samples, 0, 2400)).toBeLessThan(-40);
    expect(levelOf(samples, 12 * SAMPLES_PER_SECOND - 2400, 12 * SAMPLES_PER_SECOND)).toBeLessThan(-40);
  });

  test('that is not to come round again ends', async () => {
    const music = { ...(await studio.compose('song', '0.4*sin(2*PI*440*t)', 2)), loop: false };
    await studio.make({ codec: 'aac', totalSamples: 5 * SAMPLES_PER_SECOND, cues: [], music });
    const samples = await decodeAsPlayed(studio.out);
    expect(levelOf(samples, SAMPLES_PER_SECOND, 2 * SAMPLES_PER_SECOND - 2400)).toBeGreaterThan(-15);
    expect(levelOf(samples, 2 * SAMPLES_PER_SECOND + 4800, 5 * SAMPLES_PER_SECOND)).toBeLessThan(-80);
  });

  test('of a part of a video starts with it, from its first sample, and ends with it', async () => {
    const song = await studio.compose('song', '0.4*sin(2*PI*if(lt(t\\,1)\\,220\\,880)*t)', 4);
    const part = { startSample: 2 * SAMPLES_PER_SECOND, endSample: 5 * SAMPLES_PER_SECOND };
    const music = { ...song, ...part, fadeInSeconds: 0.5, fadeOutSeconds: 0.5 };
    await studio.make({ codec: 'aac', totalSamples: 8 * SAMPLES_PER_SECOND, cues: [], music });
    const samples = await decodeAsPlayed(studio.out);
    const heardAt = (seconds: number) => {
      const from = Math.round(seconds * SAMPLES_PER_SECOND);
      return samples.subarray(from, from + 4800);
    };
    const levels = [0.5, 1.8, 2.6, 4.3, 5.1, 7].map((at) => levelOf(heardAt(at), 0, 4800));
    expect(levels.map((level) => level > -15)).toEqual([false, false, true, true, false, false]);
    // The first second of the song is low: it has fewer crossings of zero.
    const crossings = (at: number) => {
      const heard = heardAt(at);
      return heard.reduce((sum, value, i) => sum + (i > 0 && value >= 0 !== (heard[i - 1] ?? 0) >= 0 ? 1 : 0), 0);
    };
    expect(crossings(2.6)).toBeLessThan(60);
    expect(crossings(3.4)).toBeGreaterThan(150);
  });

  // soundtrack.test.ts joins parts without music each time.
  test.runIf(isWhole)(
    'in parts is what it is as a whole, through the join and the place where it comes round',
    async () => {
      // given 100 s with a join after 60 s, music of 59 s, and speech across the join
      const music = {
        ...(await studio.compose('song', '0.3*sin(2*PI*(330+40*mod(floor(t*2)\\,5))*t)|0.2*sin(2*PI*550*t)', 59)),
        duck: true,
      };
      await studio.record('busy', 6 * SAMPLES_PER_SECOND, busySoundAt);
      const cues = [{ source: 'busy', startSample: 57 * SAMPLES_PER_SECOND + 11, samples: 6 * SAMPLES_PER_SECOND }];
      const spec: SoundtrackSpec = { codec: 'aac', totalSamples: 100 * SAMPLES_PER_SECOND, cues, music };
      expect(await studio.make(spec)).toHaveLength(2);
      const parts = await decodeAsPlayed(studio.out);
      await encodeWholeSoundtrack(spec, studio.fileOf, studio.out, runtime);
      const single = await decodeAsPlayed(studio.out);
      expect(parts.length).toBe(single.length);
      for (let from = 0; from + 4800 <= single.length; from += 4800) {
        expect(differenceInDb(single, parts, from, from + 4800)).toBeLessThan(-25);
      }
    },
  );

  test('shorter than it was said to be is an error', async () => {
    const music = { ...(await studio.compose('song', '0.1', 1)), samples: 3 * SAMPLES_PER_SECOND };
    const spec: SoundtrackSpec = { codec: 'aac', totalSamples: 5 * SAMPLES_PER_SECOND, cues: [], music };
    await expect(encodeWholeSoundtrack(spec, studio.fileOf, studio.out, runtime)).rejects.toMatchObject({
      name: 'MusicTooShortError',
    });
    expect(await readdir(studio.folder)).toEqual(['song']);
  });
});
