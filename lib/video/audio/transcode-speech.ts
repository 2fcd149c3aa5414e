import { Readable, Writable } from 'node:stream';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';

/** Speech is mono: these rates are where nothing is to be heard any more. */
const ENCODERS = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '96k', '-write_xing', '0', '-f', 'mp3'],
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
  const parts: Buffer[] = [];
  const sink = new Writable({
    write(part: Buffer, _, done) {
      parts.push(part);
      done();
    },
  });
  await runFfmpeg(
    {
      inputs: [{ at: Readable.from([Buffer.from(wav)]), options: ['-f', 'wav'] }],
      output: {
        at: sink,
        options: ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', ...ENCODERS[format]],
      },
    },
    runtime,
  );
  return Buffer.concat(parts);
}
