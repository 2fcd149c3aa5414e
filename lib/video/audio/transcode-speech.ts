import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';

/** Speech is mono: these rates are where nothing is to be heard any more. */
const ENCODERS = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '96k', '-f', 'mp3'],
  ogg: ['-c:a', 'libopus', '-b:a', '48k', '-f', 'ogg'],
} as const;

/**
 * Speech in another format than the WAV it is kept in (48 kHz, mono, 16 bit), without any metadata of its making.
 * @throws FfmpegError; the signal's reason after an abort.
 */
export async function transcodeSpeech(
  wav: Uint8Array,
  format: keyof typeof ENCODERS,
  runtime: FfmpegRuntime,
): Promise<Uint8Array> {
  // A file and no pipe: an MP3 says in its first frame what of it is padding, and that is known at its end. Without it
  // players hear everything 20 ms late, and 30 ms too much.
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
