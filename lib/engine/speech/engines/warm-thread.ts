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
  let idleWorker: Worker | undefined;
  const endedWorkers = new WeakSet<Worker>();
  /** Settled when the last job has left the thread. */
  let lastJob: Promise<unknown> = Promise.resolve();

  const startWorker = async (): Promise<Worker> => {
    loading ??= load();
    const data = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const worker = new Worker(script, { workerData: data, stdout: true, stderr: true });
    // `answerOf` reports the failure to the caller of a job. A thread that fails while it has no job is only replaced.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      endedWorkers.add(worker);
      if (idleWorker === worker) idleWorker = undefined;
    });
    return worker;
  };

  const perform = async (job: Job, signal: AbortSignal | undefined): Promise<Answer> => {
    signal?.throwIfAborted();
    const worker = idleWorker ?? (await startWorker());
    idleWorker = undefined;
    try {
      const answer = await answerOf<Job, Answer>(worker, job, timeoutMs, signal);
      // If a thread exits right after its answer, both events come in one turn of the event loop; it cannot take the next job.
      if (!endedWorkers.has(worker)) idleWorker = worker;
      return answer;
    } finally {
      if (idleWorker === worker) worker.unref();
      else await worker.terminate();
    }
  };

  return {
    run(job, signal) {
      const result = lastJob.then(() => perform(job, signal));
      lastJob = result.catch(() => undefined);
      return untilAborted(result, signal);
    },
  };
}

/** Returns a promise that settles as another one does, or rejects with the signal's reason as soon as the signal is aborted. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const { promise: abortablePromise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  if (signal.aborted) abort();
  return abortablePromise;
}

/** Sends a job to a thread and returns its answer. @throws Error when the thread fails or hangs; the signal's reason after an abort */
async function answerOf<Job, Answer>(
  worker: Worker,
  job: Job,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  // A thread can answer and then fail, and the failure may be reported first. Only `exit` is sure to be the last event.
  let failure: unknown;
  const keepFailure = (error: unknown) => {
    failure = error;
  };
  const rejectAtExit = (code: number) => reject(failure ?? new Error(`the thread ended with code ${code}`));
  const rejectAtAbort = () => reject(signal?.reason);
  const timer = setTimeout(() => reject(new Error(`the thread hung for ${timeoutMs} ms`)), timeoutMs);
  worker.once('message', resolve).once('error', keepFailure).once('exit', rejectAtExit);
  signal?.addEventListener('abort', rejectAtAbort, { once: true });
  worker.ref();
  worker.postMessage(job);
  try {
    if (signal?.aborted) rejectAtAbort();
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', rejectAtAbort);
    worker.off('message', resolve).off('error', keepFailure).off('exit', rejectAtExit);
  }
}
