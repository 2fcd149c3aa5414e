import type { StackLog } from '#emulators/host/stack-log.ts';
import type { InvokeFunction } from '#stack/events/types.ts';

export const silentLog: StackLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Waits until the condition is true; fails with the description when it does not within the time. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export interface Recorder<Event> {
  invoke: InvokeFunction;
  events: Event[];
}

/** An invoker that keeps the events and answers as told. */
export function recordingInvoker<Event>(
  answer: (event: Event, call: number) => unknown = () => undefined,
): Recorder<Event> {
  const events: Event[] = [];
  return {
    events,
    invoke: async (_name, event) => {
      events.push(event as Event);
      return answer(event as Event, events.length);
    },
  };
}
