import { FfmpegError } from './run.ts';

/** A shared run takes a fraction of a second; on a machine with much else to do, some seconds. */
const LIMIT_SECONDS = 60;

interface SharedRunsOptions {
  /** Reports whether a failure would be the same the next time: then it is the answer of every call. By default none is. */
  isLasting?: (error: unknown) => boolean;
  /** Longest time of a run, in seconds. */
  limitSeconds?: number;
}

/**
 * Results of short runs of ffmpeg, one per process and key, shared by all callers. A run has a separate signal instead of
 * those of its callers, because others may await the same answer. One that does not end within its limit is aborted, which kills the process;
 * its callers get an FfmpegError, and the next one attempts again.
 */
export class SharedRuns<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #isLasting: (error: unknown) => boolean;
  readonly #limitSeconds: number;

  constructor({ isLasting = () => false, limitSeconds = LIMIT_SECONDS }: SharedRunsOptions = {}) {
    this.#isLasting = isLasting;
    this.#limitSeconds = limitSeconds;
  }

  /** The answer for a key. @throws what the run throws, and FfmpegError after the limit */
  of(key: string, run: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = this.#limited(run);
    this.#answers.set(key, answer);
    answer.catch((error: unknown) => {
      if (!this.#isLasting(error)) this.#answers.delete(key);
    });
    return answer;
  }

  async #limited(run: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const controller = new AbortController();
    const late = new FfmpegError(`ffmpeg was not done with a short run after ${this.#limitSeconds} s`);
    const timer = setTimeout(() => controller.abort(late), this.#limitSeconds * 1000);
    try {
      return await run(controller.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}
