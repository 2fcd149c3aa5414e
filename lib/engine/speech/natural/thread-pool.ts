import type { WarmThread } from '../engines/warm-thread.ts';

/**
 * Several threads that act as one: a job goes to the first of the threads with the fewest jobs, so that a thread starts only when those
 * before it are busy.
 */
export function createThreadPool<Job, Answer>(threads: readonly WarmThread<Job, Answer>[]): WarmThread<Job, Answer> {
  const jobCounts = threads.map(() => 0);
  return {
    async run(job, signal) {
      const threadIndex = jobCounts.indexOf(Math.min(...jobCounts));
      const thread = threads[threadIndex];
      if (!thread) throw new RangeError('There are no threads');
      jobCounts[threadIndex] = (jobCounts[threadIndex] ?? 0) + 1;
      try {
        return await thread.run(job, signal);
      } finally {
        jobCounts[threadIndex] = (jobCounts[threadIndex] ?? 0) - 1;
      }
    },
  };
}
