import { FfmpegError } from './run.ts';

/** Longest time of a shared run. It usually takes a fraction of a second, and some seconds on a busy machine. */
const MAX_RUN_SECONDS = 60;

interface SharedRunsOptions {
  /** Reports whether a failure is permanent: it is then thrown at every call for the key. Absent: no failure is. */
  isPermanentFailure?: (error: unknown) => boolean;
  /** Longest time of a run, in seconds. */
  limitSeconds?: number;
}

/**
 * Results of short runs of ffmpeg, one per process and key, shared by all callers. A run has its own signal instead of those of its
 * callers, because others may await the same answer. A run that exceeds the limit is aborted, which kills ffmpeg; its callers get an
 * FfmpegError, and the next call runs ffmpeg again.
 */
export class SharedFfmpegRuns<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #isPermanentFailure: (error: unknown) => boolean;
  readonly #limitSeconds: number;

  constructor({ isPermanentFailure = () => false, limitSeconds = MAX_RUN_SECONDS }: SharedRunsOptions = {}) {
    this.#isPermanentFailure = isPermanentFailure;
    this.#limitSeconds = limitSeconds;
  }

  /** The answer for a key. @throws what the run throws, and FfmpegError after the limit */
  of(key: string, run: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const sharedAnswer = this.#answers.get(key);
    if (sharedAnswer) return sharedAnswer;
    const answer = this.#runWithLimit(run);
    this.#answers.set(key, answer);
    answer.catch((error: unknown) => {
      if (!this.#isPermanentFailure(error)) this.#answers.delete(key);
    });
    return answer;
  }

  async #runWithLimit(run: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const controller = new AbortController();
    const timeoutError = new FfmpegError(`ffmpeg was not done with a short run after ${this.#limitSeconds} s`);
    const timer = setTimeout(() => controller.abort(timeoutError), this.#limitSeconds * 1000);
    try {
      return await run(controller.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}
