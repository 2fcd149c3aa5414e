import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { encodeSoundtrackPart, joinSoundtrack } from '#engine/video/audio/encode-soundtrack.ts';
import type { SoundtrackMusic, SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import { splitSoundtrack } from '#engine/video/audio/soundtrack-parts.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { ffmpeg, ffmpegPath } from './measure.ts';

export const SAMPLES_PER_SECOND = 48_000;
export const runtime = { ffmpegPath };

/** A temporary folder of recordings, and of the sounds that are made of them. */
export class Studio {
  readonly folder: string;
  readonly out: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.out = join(folder, 'sound.m4a');
  }

  static async open(): Promise<Studio> {
    return new Studio(await mkdtemp(join(tmpdir(), 'sound-test-')));
  }

  close = (): Promise<void> => rm(this.folder, { recursive: true, force: true });

  fileOf = (source: string): string => join(this.folder, source);

  async record(
    source: string,
    length: number,
    sampleAt: (i: number) => number,
    rate = SAMPLES_PER_SECOND,
  ): Promise<void> {
    const pcm = Buffer.alloc(length * 2);
    for (let i = 0; i < length; i++) pcm.writeInt16LE(Math.round(sampleAt(i) * 32_767), i * 2);
    await writeFile(this.fileOf(source), encodeWav(pcm, rate));
  }

  /** Music with a tone in each channel, each an expression of ffmpeg's `aevalsrc`. */
  async compose(source: string, tones: string, seconds: number): Promise<SoundtrackMusic> {
    const channels = tones.includes('|') ? 2 : 1;
    const input = ['-f', 'lavfi', '-i', `aevalsrc=${tones}:s=48000:d=${seconds}`];
    await ffmpeg('-v', 'error', ...input, '-sample_fmt', 's16', '-f', 'flac', this.fileOf(source));
    const steady = { volume: 1, loop: true, fadeInSeconds: 0, fadeOutSeconds: 0, duck: false };
    return { source, samples: seconds * SAMPLES_PER_SECOND, channels, ...steady };
  }

  /** Makes the sound at `out`. @returns the bytes of its parts */
  async make(spec: SoundtrackSpec): Promise<Buffer[]> {
    const parts = splitSoundtrack(spec).map((part) => ({ ...part, file: join(this.folder, `part-${part.index}`) }));
    for (const part of parts) await encodeSoundtrackPart(spec, part, this.fileOf, part.file, runtime);
    const encoded = await Promise.all(parts.map(({ file }) => readFile(file)));
    const lying = parts.map((part, i) => ({ ...part, offset: 0, bytes: encoded[i]?.length ?? 0 }));
    expect(await joinSoundtrack(spec, lying, this.out, runtime)).toBe('joined');
    return encoded;
  }
}

/** Loudest at its first sample. */
export const clickAt = (i: number) => 0.8 * Math.exp(-i / 8) * Math.cos(1.2 * i);

/** Sound that changes all the time, with attacks every 250 ms: what makes an encoder switch its windows. */
export const busySoundAt = (i: number) => {
  const envelope = Math.exp(-(i % 12_000) / 4000);
  return 0.5 * envelope * Math.sin((i * (300 + ((i >> 13) % 7) * 170) * 2 * Math.PI) / SAMPLES_PER_SECOND);
};
