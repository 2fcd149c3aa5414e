import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { levelMusicToFlac } from '#features/music/level-music-to-flac.ts';
import { ffmpeg, ffmpegPath, loudness } from '#test/support/audio/measure.ts';

const RATE = 44_100;
const tone = (amplitude: number, hertz: number, seconds = 3) =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / RATE));

/** What the kept file is, by ffmpeg's reading of it. */
async function inspect(bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'level-music-'));
  try {
    const file = join(folder, 'music.flac');
    await writeFile(file, bytes);
    const { stdout } = await ffmpeg('-v', 'error', '-i', file, '-f', 's16le', '-');
    const { stderr } = await ffmpeg('-i', file, '-f', 'null', '-');
    return { ...(await loudness(file)), bytes: stdout.length, stream: stderr.match(/Audio: (.*)/)?.[1] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('music', () => {
  test.each([
    ['far too soft', 0.02],
    ['far too loud', 0.9],
  ])('that is %s is kept at −16 LUFS', async (_, amplitude) => {
    const channels = [tone(amplitude, 440), tone(amplitude, 660)];

    const made = await levelMusicToFlac({ channels, sampleRate: RATE }, { ffmpegPath });

    expect(made).toMatchObject({ samples: 3 * 48_000, channels: 2, content_type: 'audio/flac' });
    const { integrated, bytes, stream } = await inspect(made.bytes);
    expect(Math.abs(integrated + 16)).toBeLessThanOrEqual(0.1);
    expect(bytes).toBe(3 * 48_000 * 4);
    expect(stream).toContain('flac, 48000 Hz, stereo, s16');
  });

  test('with high peaks stays quieter, so that they are not cut', async () => {
    // given clicks in a soft tone
    const samples = tone(0.02, 300);
    for (let i = 1000; i < samples.length; i += 20_000) samples[i] = 0.9;

    const made = await levelMusicToFlac({ channels: [samples], sampleRate: RATE }, { ffmpegPath });

    const { integrated, truePeak, stream } = await inspect(made.bytes);
    expect(truePeak).toBeLessThanOrEqual(-1.5);
    expect(truePeak).toBeGreaterThan(-2.5);
    expect(integrated).toBeLessThan(-20);
    expect(stream).toContain('mono');
  });

  test('gives the same file for the same samples', async () => {
    const audio = { channels: [tone(0.3, 440, 1)], sampleRate: RATE };
    const [one, two] = await Promise.all([
      levelMusicToFlac(audio, { ffmpegPath }),
      levelMusicToFlac(audio, { ffmpegPath }),
    ]);
    expect(Buffer.from(one.bytes).equals(two.bytes)).toBe(true);
  });

  test.each([
    ['silence', new Float32Array(2 * RATE)],
    ['what is too short to be measured', tone(0.5, 440, 0.1)],
  ])('that is %s is refused', async (_, samples) => {
    await expect(levelMusicToFlac({ channels: [samples], sampleRate: RATE }, { ffmpegPath })).rejects.toMatchObject({
      code: 'audio_invalid',
    });
  });
});
