import type { Readable, Writable } from 'node:stream';
import ffmpeg from 'fluent-ffmpeg';

/** One input or output: where it is, and the options that stand before it on the command line. */
export interface FfmpegEnd<Stream> {
  at: string | Stream;
  options: readonly string[];
}

export interface FfmpegJob {
  /** At most one of the inputs may be a stream (it becomes `pipe:0`). */
  inputs: readonly FfmpegEnd<Readable>[];
  output: FfmpegEnd<Writable>;
}

export interface FfmpegRuntime {
  /** Path of the binary. */
  ffmpegPath: string;
  /** Aborting kills the process at once (SIGKILL) and rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** ffmpeg ended with a failure. `message` has the last lines of what it printed: for the log, never for a client. */
export class FfmpegError extends Error {
  override name = 'FfmpegError';
}

// Inputs are files that we wrote or our own pipe; nothing may reach out from inside a container or a playlist.
const NO_NETWORK = ['-protocol_whitelist', 'file,pipe'];
const QUIET = ['-hide_banner', '-nostdin', '-v', 'error'];

/** Runs ffmpeg once. The only place of the service that starts an ffmpeg process. */
export async function runFfmpeg(job: FfmpegJob, { ffmpegPath, signal }: FfmpegRuntime): Promise<void> {
  signal?.throwIfAborted();
  const command = ffmpeg().setFfmpegPath(ffmpegPath);
  for (const input of job.inputs) command.input(input.at).inputOptions([...NO_NETWORK, ...input.options]);
  command.outputOptions([...QUIET, ...job.output.options]);

  let abort: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      command.on('end', () => resolve());
      command.on('error', (error: Error, _stdout, stderr) =>
        reject(new FfmpegError(`${error.message}\n${(stderr ?? '').split('\n').slice(-8).join('\n')}`, { cause: error })),
      );
      abort = () => {
        command.kill('SIGKILL');
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      if (typeof job.output.at === 'string') command.save(job.output.at);
      else command.pipe(job.output.at, { end: true });
    });
  } finally {
    if (abort) signal?.removeEventListener('abort', abort);
  }
}
