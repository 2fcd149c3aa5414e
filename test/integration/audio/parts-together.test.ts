import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeSoundtrackPart, encodeSoundtrackParts } from '#engine/video/audio/encode-soundtrack.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { planSingleSpeechSoundtrack } from '#features/renders/plan/soundtrack-plan.ts';
import { gopRuntime } from '#test/support/video/gop-clips.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'together-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const fileOf = (hash: string): string => join(directory, hash);

/** Writes a sound, and plans its parts. @param sample from −1 to 1, of each sample by its place */
async function planned(hash: string, seconds: number, sample: (at: number) => number) {
  const pcm = Buffer.alloc(2 * Math.round(seconds * 48_000));
  for (let at = 0; 2 * at < pcm.length; at++) pcm.writeInt16LE(Math.round(32_767 * sample(at)), 2 * at);
  await writeFile(fileOf(hash), encodeWav(pcm, 48_000));
  return planSingleSpeechSoundtrack({ hash, duration_seconds: pcm.length / 2 / 48_000 }, 'e');
}

let seed = 1;
const noise = (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return (seed / 2 ** 31 - 1) * 0.99;
};

it('have the bytes that each has when it is encoded alone, more of them than one process makes', async () => {
  const tone = (at: number) => 0.5 * Math.sin(at / 17) * (at % 9000 < 5000 ? 1 : 0);
  const sounds = await Promise.all([
    planned('loud', 1.3, noise),
    planned('tone', 2.01, tone),
    planned('short', 1 / 48_000, () => 0.5),
    // Two parts.
    planned('long', 91, tone),
    ...Array.from({ length: 6 }, (_, index) =>
      planned(`square-${index}`, 0.4, (at) => (at % (90 + index) < 40 ? 0.9 : -0.9)),
    ),
  ]);
  const parts = sounds.flat().map((one, index) => ({ ...one, outFile: join(directory, `part-${index}`) }));
  expect(parts.length).toBe(11);
  await encodeSoundtrackParts(parts, fileOf, gopRuntime);
  for (const { spec, part, outFile } of parts) {
    const alone = join(directory, 'alone');
    await encodeSoundtrackPart(spec, part, fileOf, alone, gopRuntime);
    expect((await readFile(outFile)).equals(await readFile(alone)), outFile).toBe(true);
  }
});

it('leave nothing when the encoder fails', async () => {
  const sounds = await planned('other', 0.5, noise);
  const parts = sounds.map((one) => ({ ...one, outFile: join(directory, 'failed') }));
  const broken = { ffmpegPath: '/bin/false' };
  await expect(encodeSoundtrackParts(parts, fileOf, broken)).rejects.toThrow();
  expect((await readdir(directory)).filter((name) => name.startsWith('failed'))).toEqual([]);
});
