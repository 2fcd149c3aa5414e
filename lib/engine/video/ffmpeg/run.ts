import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ffmpeg from 'fluent-ffmpeg';
import { readNalUnits } from '../h264/nal.ts';

/** An input or output: its path or stream, and the options before it on the command line. */
export interface FfmpegInputOrOutput<Stream> {
  at: string | Stream;
  options: readonly string[];
}

/** Inputs and outputs of one run of ffmpeg. */
export interface FfmpegJob {
  /** At most one input may be a stream (it becomes `pipe:0`). */
  inputs: readonly FfmpegInputOrOutput<Readable>[];
  output: FfmpegInputOrOutput<Writable>;
  /** Further outputs, all of them files, each with its own encoder. */
  moreOutputs?: readonly { at: string; options: readonly string[] }[] | undefined;
}

/** The ffmpeg binary, and the signal that aborts its run. */
export interface FfmpegRuntime {
  /** Path of the binary. */
  ffmpegPath: string;
  /** Aborting kills the process at once (SIGKILL) and rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** ffmpeg failed. `message` has the last lines of its output, for the log and never for a client. */
export class FfmpegError extends Error {
  override name = 'FfmpegError';
}

// Inputs are files that this service wrote, or its pipe. Nothing in a container or playlist may open a connection.
const NO_NETWORK_OPTIONS = ['-protocol_whitelist', 'file,pipe'];
const QUIET_OPTIONS = ['-hide_banner', '-nostdin', '-v', 'error'];

/**
 * Runs ffmpeg once, until the process has exited and an output stream has received everything. Only `runIsolatedFfmpeg` (lib/app/sandbox),
 * which reads files of clients, also starts ffmpeg; nothing else uses fluent-ffmpeg.
 * @throws the signal's reason after an abort; the error of an input or output stream that failed; otherwise FfmpegError
 */
export async function runFfmpeg(job: FfmpegJob, { ffmpegPath, signal }: FfmpegRuntime): Promise<void> {
  signal?.throwIfAborted();
  await access(ffmpegPath, constants.X_OK).catch((cause) => {
    throw new FfmpegError('the ffmpeg binary is missing or not executable', { cause });
  });
  signal?.throwIfAborted();
  const command: ffmpeg.FfmpegCommand & { ffmpegProc?: ChildProcess } = commandFor(job, ffmpegPath);
  let child: ChildProcess | undefined;
  const kill = () => void child?.kill('SIGKILL');
  let delivery: Promise<void> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      command.on('end', () => resolve());
      command.on('error', (error: Error, _stdout, stderr) => {
        // A failing stream is reported before the process has ended, which could still create an output file that was just removed.
        kill();
        void exitOf(child).then(() => reject(errorOfRun(error, stderr)));
      });
      // The process starts some ticks after `save` or `pipe`. An abort before that has nothing to kill yet.
      command.on('start', () => {
        child = command.ffmpegProc;
        if (signal?.aborted) kill();
      });
      signal?.addEventListener('abort', kill, { once: true });
      if (typeof job.output.at === 'string') {
        command.output(job.output.at);
        for (const { at, options } of job.moreOutputs ?? []) command.output(at).outputOptions(...options);
        command.run();
      } else {
        // fluent-ffmpeg reports an output stream that closes before the process exits as a failure, and on a loaded
        // machine the two come in either order. So it gets a stream that never emits "close".
        const uncloseableStream = new PassThrough({ emitClose: false });
        delivery = pipeline(uncloseableStream, job.output.at);
        delivery.catch(() => undefined);
        command.pipe(uncloseableStream, { end: true });
      }
    });
    await delivery;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', kill);
    for (const { at } of job.inputs) if (typeof at !== 'string') at.destroy();
  }
}

/** Resolves once a process has exited, and at once if it never started. */
async function exitOf(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  await once(child, 'exit');
}

function commandFor(job: FfmpegJob, ffmpegPath: string): ffmpeg.FfmpegCommand {
  // `setFfmpegPath` writes to a cache of the module, which is read when the process starts: concurrent runs with
  // different binaries would mix them up.
  const command = Object.assign(ffmpeg(), {
    _getFfmpegPath: (done: (error: null, path: string) => void) => done(null, ffmpegPath),
  });
  // Separate arguments: of one array, fluent-ffmpeg splits every option that contains a space.
  for (const input of job.inputs) command.input(input.at).inputOptions(...NO_NETWORK_OPTIONS, ...input.options);
  command.outputOptions(...QUIET_OPTIONS, ...job.output.options);
  return command;
}

interface StreamFailure extends Error {
  inputStreamError?: Error;
  outputStreamError?: Error;
}

function errorOfRun(error: StreamFailure, stderr: string | null): Error {
  const streamError = error.inputStreamError ?? error.outputStreamError;
  if (streamError) return streamError;
  return new FfmpegError(`${error.message}\n${(stderr ?? '').split('\n').slice(-8).join('\n')}`, { cause: error });
}

/**
 * Runs ffmpeg and yields the bytes of its output as they are written. If the generator ends without an error, ffmpeg succeeded. Leaving the
 * loop early kills the process. @throws what runFfmpeg throws
 */
export async function* streamFfmpegOutput(
  inputs: FfmpegJob['inputs'],
  options: readonly string[],
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> {
  const stream = new PassThrough();
  const run = runFfmpeg({ inputs, output: { at: stream, options } }, runtime);
  run.catch((error: Error) => stream.destroy(error));
  try {
    for await (const piece of stream) yield piece;
    await run;
  } finally {
    stream.destroy();
    await run.catch(() => undefined);
  }
}

/**
 * Runs ffmpeg and yields the NAL units of the Annex B stream that it writes, each as soon as it is complete. The last unit is yielded only
 * after ffmpeg succeeded. Leaving the loop early kills the process. @throws what runFfmpeg throws
 */
export const streamFfmpegNalUnits = (
  inputs: FfmpegJob['inputs'],
  options: readonly string[],
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> => readNalUnits(streamFfmpegOutput(inputs, options, runtime));
