import { setTimeout as wait } from 'node:timers/promises';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { AccountDecoderSlots } from './ports.ts';

/** The maximum duration for which a slot is taken: longer than a request, which calls the decoder at most twice, for 26 s each. */
const MAX_HELD_SECONDS = 60;
/** Milliseconds between the first two checks for a free slot. */
const FIRST_PAUSE_MS = 100;
/** The maximum pause between two checks for a free slot. */
const MAX_PAUSE_MS = 1000;
/** Seconds after which a client may try again. */
const RETRY_AFTER_SECONDS = 5;

/** Dependencies of withDecoderSlot. */
export interface WithDecoderSlotDeps {
  slots: AccountDecoderSlots;
  /** Decoders that one account may use at once. */
  share: number;
  /** The maximum wait of a request for a slot of its account, in milliseconds. */
  patienceMs: number;
  clock: Clock;
  newToken: () => string;
  /** A number from 0 to 1. It varies the pauses, so that waiting requests do not check at the same time. */
  random: () => number;
}

const busyError = (): ServiceError =>
  new ServiceError(
    'rate_limited',
    'Your account has as many files being decoded as it may have at once. Send this one again when they are done.',
    { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );

/**
 * Does work in a decoder slot of an account; waits until one is free. Each account has a limited number of slots, so that no account
 * occupies all decoders. If the process is killed, its slot is free again after a minute.
 * @throws ServiceError `rate_limited` when no slot becomes free in time, and what `work` throws
 */
export async function withDecoderSlot<Result>(
  { slots, share, patienceMs, clock, newToken, random }: WithDecoderSlotDeps,
  accountId: string,
  deadline: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  // The work fails at once because its request has no time left; it needs no slot.
  if (deadline.aborted) return work();
  const token = newToken();
  const startTime = clock();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
    const now = clock();
    const until = formatUtcTimestamp(addSeconds(now, MAX_HELD_SECONDS));
    if (await slots.take(accountId, { token, now: formatUtcTimestamp(now), until }, share)) break;
    if (deadline.aborted || now.getTime() - startTime.getTime() > patienceMs) throw busyError();
    await wait(pauseMs * (0.5 + random() / 2));
  }
  try {
    return await work();
  } finally {
    // A slot that is not released is free after a minute, so a failure to release it is ignored.
    await slots.release(accountId, token).catch(() => undefined);
  }
}
