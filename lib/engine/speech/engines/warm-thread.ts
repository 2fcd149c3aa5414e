import { Worker } from 'node:worker_threads';

/** The script of a thread, its data and the limit of one job. */
export interface WarmThreadOptions {
  /** Answers each message with one message. */
  script: URL;
  /** Loads the `workerData` of the script; once, and again after a failure. */
  load(): Promise<unknown>;
  /** Milliseconds of work on one job after which the thread is stopped. */
  timeoutMs: number;
}

/** A thread that stays loaded and does one job after another. */
export interface WarmThread<Job, Answer> {
  /**
   * Does a job after those that were requested before it. A job that fails, hangs or is aborted ends the thread: the next job starts
   * another one, and waiting jobs are not affected.
   * @throws Error when the thread failed or hung; the signal's reason after an abort
   */
  run(job: Job, signal?: AbortSignal): Promise<Answer>;
}

/** Makes a thread, which starts with its first job. While it has no job, it does not keep the process alive. */
export function createWarmThread<Job, Answer>({ script, load, timeoutMs }: WarmThreadOptions): WarmThread<Job, Answer> {
  let loading: Promise<unknown> | undefined;
  let idle: Worker | undefined;
  const ended = new WeakSet<Worker>();
  /** Settled when the last job has left the thread. */
  let last: Promise<unknown> = Promise.resolve();

  const start = async (): Promise<Worker> => {
    loading ??= load();
    const data = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const worker = new Worker(script, { workerData: data, stdout: true, stderr: true });
    // `answerOf` reports the failure to the caller of a job. A thread that fails while it has no job is only replaced.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      ended.add(worker);
      if (idle === worker) idle = undefined;
    });
    return worker;
  };

  const perform = async (job: Job, signal: AbortSignal | undefined): Promise<Answer> => {
    signal?.throwIfAborted();
    const worker = idle ?? (await start());
    idle = undefined;
    try {
      const answer = await answerOf<Job, Answer>(worker, job, timeoutMs, signal);
      // If a thread exits right after its answer, both events come in one turn of the event loop; it cannot take the next job.
      if (!ended.has(worker)) idle = worker;
      return answer;
    } finally {
      if (idle === worker) worker.unref();
      else await worker.terminate();
    }
  };

  return {
    run(job, signal) {
      const turn = last.then(() => perform(job, signal));
      last = turn.catch(() => undefined);
      return untilAborted(turn, signal);
    },
  };
}

/** Settles as the promise does, or with the signal's reason as soon as that is aborted. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const { promise: either, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  if (signal.aborted) abort();
  return either;
}

async function answerOf<Job, Answer>(
  worker: Worker,
  job: Job,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  // A thread can answer and then fail, and the failure may be reported first. Only `exit` is sure to be the last event.
  let failure: unknown;
  const keep = (error: unknown) => {
    failure = error;
  };
  const fail = (code: number) => reject(failure ?? new Error(`the thread ended with code ${code}`));
  const stop = () => reject(signal?.reason);
  const timer = setTimeout(() => reject(new Error(`the thread hung for ${timeoutMs} ms`)), timeoutMs);
  worker.once('message', resolve).once('error', keep).once('exit', fail);
  signal?.addEventListener('abort', stop, { once: true });
  worker.ref();
  worker.postMessage(job);
  try {
    if (signal?.aborted) stop();
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    worker.off('message', resolve).off('error', keep).off('exit', fail);
  }
}
