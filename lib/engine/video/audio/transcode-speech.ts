import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';

/** Bit rates at which mono speech shows no audible loss. */
const ENCODERS = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '96k', '-f', 'mp3'],
  ogg: ['-c:a', 'libopus', '-b:a', '48k', '-f', 'ogg'],
} as const;

/**
 * Converts speech from the stored WAV (48 kHz, mono, 16 bit) to another format, without metadata.
 * @throws FfmpegError; the signal's reason after an abort
 */
export async function transcodeSpeech(
  wav: Uint8Array,
  format: keyof typeof ENCODERS,
  runtime: FfmpegRuntime,
): Promise<Uint8Array> {
  // The output is a file, not a pipe: the first frame of an MP3 states its padding, which is known at the end. Without
  // it everything plays 20 ms late and 30 ms too long.
  const folder = await mkdtemp(join(tmpdir(), 'transcode-'));
  try {
    const path = join(folder, `speech.${format}`);
    await runFfmpeg(
      {
        inputs: [{ at: Readable.from([Buffer.from(wav)]), options: ['-f', 'wav'] }],
        output: {
          at: path,
          options: ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', ...ENCODERS[format]],
        },
      },
      runtime,
    );
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
