import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ffmpeg from 'fluent-ffmpeg';

/** One input or output: where it is, and the options that stand before it on the command line. */
export interface FfmpegEndpoint<Stream> {
  at: string | Stream;
  options: readonly string[];
}

export interface FfmpegJob {
  /** At most one of the inputs may be a stream (it becomes `pipe:0`). */
  inputs: readonly FfmpegEndpoint<Readable>[];
  output: FfmpegEndpoint<Writable>;
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

/**
 * Runs ffmpeg once, until the process is gone and a stream output has taken everything. Whatever reads or makes pictures or
 * sound is started here and nowhere else.
 * @throws the signal's reason after an abort; the stream's own error when an input or output stream failed; else
 * FfmpegError.
 */
export async function runFfmpeg(job: FfmpegJob, { ffmpegPath, signal }: FfmpegRuntime): Promise<void> {
  signal?.throwIfAborted();
  await access(ffmpegPath, constants.X_OK).catch((cause) => {
    throw new FfmpegError('the ffmpeg binary is missing or not executable', { cause });
  });
  signal?.throwIfAborted();
  const command = commandFor(job, ffmpegPath);
  const kill = () => void command.kill('SIGKILL');
  let delivered: Promise<void> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      command.on('end', () => resolve());
      command.on('error', (error: Error, _stdout, stderr) => reject(failure(error, stderr)));
      // The process starts some turns after `save` or `pipe`: an abort in between finds nothing to kill yet.
      command.on('start', () => {
        if (signal?.aborted) kill();
      });
      signal?.addEventListener('abort', kill, { once: true });
      if (typeof job.output.at === 'string') {
        command.save(job.output.at);
      } else {
        // fluent-ffmpeg takes an output stream that closes before the process has exited for a failure, and a loaded
        // machine delivers the two in either order: it gets a stream that never says "close".
        const tap = new PassThrough({ emitClose: false });
        delivered = pipeline(tap, job.output.at);
        delivered.catch(() => undefined);
        command.pipe(tap, { end: true });
      }
    });
    await delivered;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', kill);
    for (const { at } of job.inputs) if (typeof at !== 'string') at.destroy();
  }
}

function commandFor(job: FfmpegJob, ffmpegPath: string): ffmpeg.FfmpegCommand {
  // `setFfmpegPath` writes into a cache of the whole module that is read only when the process starts: two runs at once
  // with different binaries would swap them.
  const command = Object.assign(ffmpeg(), {
    _getFfmpegPath: (done: (error: null, path: string) => void) => done(null, ffmpegPath),
  });
  // As separate arguments: given one array, fluent-ffmpeg cuts every option that has one space in it into two.
  for (const input of job.inputs) command.input(input.at).inputOptions(...NO_NETWORK, ...input.options);
  command.outputOptions(...QUIET, ...job.output.options);
  return command;
}

interface StreamFailure extends Error {
  inputStreamError?: Error;
  outputStreamError?: Error;
}

function failure(error: StreamFailure, stderr: string | null): Error {
  const ofStream = error.inputStreamError ?? error.outputStreamError;
  if (ofStream) return ofStream;
  return new FfmpegError(`${error.message}\n${(stderr ?? '').split('\n').slice(-8).join('\n')}`, { cause: error });
}
