import { peakMemoryOf, processesRunning } from '../processes/process-tree.ts';

const WORKER = 'read-deck-worker';
/** The system keeps the peak of a process for as long as it lives: any later look tells it. */
const LOOK_MS = 50;

/** Watches all processes that read decks on this machine. @returns `stop`: the most bytes that one of them had resident */
export function watchDeckReaders(): { stop(): number } {
  let peak = 0;
  const look = (): void => {
    for (const pid of processesRunning(WORKER)) peak = Math.max(peak, peakMemoryOf(pid));
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
