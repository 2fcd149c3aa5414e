import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { DecoderSlots } from './ports.ts';

/** Seconds for which a slot is held at most. Longer than a request: two calls of the decoder, of 26 s each, end with it. */
const HELD_SECONDS = 60;
/** Milliseconds between two looks for a free slot, at first and at most. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 1000;
/** Seconds after which a client may try again. */
const RETRY_SECONDS = 5;

export interface WithDecoderSlotDeps {
  slots: DecoderSlots;
  /** Decoders that one account may use at once. */
  share: number;
  /** Longest wait of a request for a slot of its account, in milliseconds. */
  patienceMs: number;
  clock: Clock;
  newToken: () => string;
  /** A number from 0 to 1: two requests that wait do not look at the same moments. */
  random: () => number;
}

const busyError = (): ServiceError =>
  new ServiceError(
    'rate_limited',
    'Your account has as many files being decoded as it may have at once. Send this one again when they are done.',
    { headers: { 'retry-after': String(RETRY_SECONDS) } },
  );

/**
 * Does work with one of the decoders of an account, of which it has a share: one account cannot fill the decoders, which all accounts
 * use. Waits for a slot that is free. Killed anywhere, it leaves a slot that is free again after a minute.
 * @throws ServiceError `rate_limited` when none gets free in time, and what `work` throws
 */
export async function withDecoderSlot<Made>(
  { slots, share, patienceMs, clock, newToken, random }: WithDecoderSlotDeps,
  accountId: string,
  deadline: AbortSignal,
  work: () => Promise<Made>,
): Promise<Made> {
  // The work tells that its request has no time left; a slot for it would be taken from others.
  if (deadline.aborted) return work();
  const token = newToken();
  const begun = clock();
  for (let look = FIRST_LOOK_MS; ; look = Math.min(LAST_LOOK_MS, look * 2)) {
    const now = clock();
    const until = timestamp(plusSeconds(now, HELD_SECONDS));
    if (await slots.take(accountId, { token, now: timestamp(now), until }, share)) break;
    if (deadline.aborted || now.getTime() - begun.getTime() > patienceMs) throw busyError();
    await wait(look * (0.5 + random() / 2));
  }
  try {
    return await work();
  } finally {
    // What is not given back is free after a minute; the work counts.
    await slots.release(accountId, token).catch(() => undefined);
  }
}
