import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { FfmpegError, runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import { patiently } from '#test/support/patiently.ts';
import { ffmpegOutput, runtime, temporaryFolder } from '#test/support/video/pictures.ts';

const RAW = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', '64x64', '-framerate', '10'];
const TO_RAW = ['-f', 'rawvideo'];
const FRAME = 64 * 64;

/** Grey frames without end. */
const endless = (): Readable =>
  Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(FRAME);
    })(),
  );

const discard = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Child processes of this one that have not ended. */
const runningProcesses = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;

test('what goes in by a stream comes out by a stream, whole', async () => {
  const frames = Array.from({ length: 200 }, (_, i) => Buffer.alloc(FRAME, i));
  const output = await ffmpegOutput([{ at: Readable.from(frames), options: RAW }], TO_RAW);
  expect(output.equals(Buffer.concat(frames))).toBe(true);
});

test('an abort kills the process and rejects with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('canceled');
  const output = new PassThrough();
  const input = { at: endless(), options: RAW };
  const run = runFfmpeg(
    { inputs: [input], output: { at: output, options: TO_RAW } },
    { ...runtime, signal: controller.signal },
  );
  output.once('data', () => {
    expect(runningProcesses()).toBe(1);
    controller.abort(reason);
  });
  await expect(run).rejects.toBe(reason);
  expect(input.at.destroyed).toBe(true);
  await patiently(() => expect(runningProcesses()).toBe(0));
});

test.each([0, 1, 2, 3, 5, 8])(
  'an abort %i turns after the call, about when the process starts, is not lost',
  async (turns) => {
    const controller = new AbortController();
    const reason = new Error('canceled');
    const job = { inputs: [{ at: endless(), options: RAW }], output: { at: discard(), options: TO_RAW } };
    const run = runFfmpeg(job, { ...runtime, signal: controller.signal });
    run.catch(() => undefined);
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
    await patiently(() => expect(runningProcesses()).toBe(0));
  },
);

test('an abort before the call starts nothing', async () => {
  const job = { inputs: [{ at: 'missing', options: [] }], output: { at: discard(), options: TO_RAW } };
  const reason = new Error('canceled');
  await expect(runFfmpeg(job, { ...runtime, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('ffmpeg that stops reading before its input ends succeeds, and the input is destroyed', async () => {
  const input = { at: endless(), options: RAW };
  const output = await ffmpegOutput([input], ['-frames:v', '3', ...TO_RAW]);
  expect(output).toHaveLength(3 * FRAME);
  expect(input.at.destroyed).toBe(true);
});

test('ffmpeg that fails while it is written to gives an FfmpegError with what it said', async () => {
  const job = {
    inputs: [{ at: endless(), options: RAW }],
    output: { at: discard(), options: ['-c:v', 'nonsense', ...TO_RAW] },
  };
  await expect(runFfmpeg(job, runtime)).rejects.toThrow(FfmpegError);
  const again = { inputs: [{ at: endless(), options: RAW }], output: job.output };
  await expect(runFfmpeg({ ...again, output: { ...again.output, at: discard() } }, runtime)).rejects.toThrow(
    'nonsense',
  );
});

test('an input stream that fails ends the run with its own error', async () => {
  const failing = Readable.from(
    (function* () {
      yield Buffer.alloc(FRAME);
      throw new RangeError('cannot draw');
    })(),
  );
  const job = { inputs: [{ at: failing, options: RAW }], output: { at: discard(), options: TO_RAW } };
  await expect(runFfmpeg(job, runtime)).rejects.toThrow(new RangeError('cannot draw'));
  // Nothing can write to the output any more. Node lets go of a process that has ended at the end of that turn, after `setImmediate`.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(runningProcesses()).toBe(0);
});

test('an output stream that fails ends the run with its own error', async () => {
  const failing = new Writable({ write: (_chunk, _encoding, done) => done(new RangeError('disk full')) });
  const job = { inputs: [{ at: endless(), options: RAW }], output: { at: failing, options: TO_RAW } };
  await expect(runFfmpeg(job, runtime)).rejects.toThrow(new RangeError('disk full'));
});

test('a slow reader gets everything', async () => {
  const frames = Array.from({ length: 40 }, (_, i) => Buffer.alloc(FRAME, i));
  const slow = new PassThrough({
    transform(chunk, _encoding, done) {
      setTimeout(() => done(null, chunk), 2);
    },
  });
  const job = { inputs: [{ at: Readable.from(frames), options: RAW }], output: { at: slow, options: TO_RAW } };
  const [bytes] = await Promise.all([buffer(slow), runFfmpeg(job, runtime)]);
  expect(bytes).toHaveLength(40 * FRAME);
});

test('a missing binary is an FfmpegError', async () => {
  const job = { inputs: [{ at: endless(), options: RAW }], output: { at: discard(), options: TO_RAW } };
  await expect(runFfmpeg(job, { ffmpegPath: '/nowhere/ffmpeg' })).rejects.toThrow(FfmpegError);
});

test('an option with one space in it stays one option', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.mkv');
  const input = { at: Readable.from([Buffer.alloc(FRAME)]), options: RAW };
  await runFfmpeg({ inputs: [input], output: { at: file, options: ['-metadata', 'title=Two words'] } }, runtime);
  expect((await readFile(file)).includes('Two words')).toBe(true);
});

test('nothing but files and pipes is opened', async () => {
  const job = { inputs: [{ at: 'http://127.0.0.1:9/a.mp4', options: [] }], output: { at: discard(), options: TO_RAW } };
  await expect(runFfmpeg(job, runtime)).rejects.toThrow(/whitelist/);
});
