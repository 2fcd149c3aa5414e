import { expect, test } from 'vitest';
import { createWarmThread, type WarmThread } from '#engine/speech/engines/warm-thread.ts';

/** Answers with the number of its thread and the job, or does what the job says. */
const SCRIPT = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (job) => {
    if (job === 'throw') throw new Error('out of memory');
    if (job === 'exit') process.exit(3);
    if (job === 'hang') for (;;);
    parentPort.postMessage({ job, threadId });
    if (job === 'answer and die') throw new Error('at once');
    if (job === 'die afterwards') setTimeout(() => { throw new Error('late'); }, 1);
  });
`;
const threadOf = (timeoutMs = 60_000): WarmThread<string, { job: string; threadId: number }> =>
  createWarmThread({
    script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`),
    load: async () => undefined,
    timeoutMs,
  });

test('one thread does all jobs, in their order', async () => {
  const thread = threadOf();
  const answers = await Promise.all(['a', 'b', 'c'].map((job) => thread.run(job)));
  expect(answers.map(({ job }) => job)).toEqual(['a', 'b', 'c']);
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1);
});

test.each([
  ['throw', 'out of memory'],
  ['exit', 'code 3'],
  ['hang', 'hung'],
])('a job that ends in %s fails alone, and the next one has another thread', async (job, reason) => {
  const thread = threadOf(job === 'hang' ? 2000 : 60_000);
  const first = await thread.run('a');
  const [failed, next] = await Promise.allSettled([thread.run(job), thread.run('b')]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(reason) } });
  expect(next).toMatchObject({ status: 'fulfilled', value: { job: 'b' } });
  expect(await thread.run('c')).not.toMatchObject({ threadId: first.threadId });
});

/** A job that meets a dying thread fails like any other, and is tried again. It must not wait for an answer of a dead one. */
async function threadAfter(thread: ReturnType<typeof threadOf>, dying: number): Promise<number> {
  const answer = await thread.run('a').catch((error: Error) => {
    expect(error.message).not.toContain('hung');
  });
  return answer && answer.threadId !== dying ? answer.threadId : threadAfter(thread, dying);
}

test('a thread that dies while it has nothing to do is replaced', async () => {
  const thread = threadOf();
  const { threadId } = await thread.run('die afterwards');
  expect(await threadAfter(thread, threadId)).not.toBe(threadId);
});

test('a thread whose answer and death are seen in one turn is replaced', async () => {
  const thread = threadOf(5000);
  const { threadId } = await thread.run('a');
  const answer = thread.run('answer and die');
  // It has the job by then, and does both while this thread stands still.
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500));
  expect((await answer).threadId).toBe(threadId);
  expect(await threadAfter(thread, threadId)).not.toBe(threadId);
});

test('an abort ends the job that runs and leaves those that wait', async () => {
  const thread = threadOf();
  const reason = new Error('the lease was lost');
  const stop = new AbortController();
  const hanging = thread.run('hang', stop.signal);
  const waiting = thread.run('a');
  const withdrawn = thread.run('b', AbortSignal.abort(reason));
  await expect(withdrawn).rejects.toBe(reason);
  stop.abort(reason);
  await expect(hanging).rejects.toBe(reason);
  expect(await waiting).toMatchObject({ job: 'a' });
});
