const MAX_RESEND_SECONDS = 3600;
/** Doublings after which any first pause is longer than MAX_RESEND_SECONDS. */
const MAX_DOUBLINGS = 12;

/**
 * Seconds until a message that may be lost is sent once more: the pause doubles each time, up to an hour. If the queue is only long, it
 * gets few copies: with a first pause of a minute, six in two hours, and then one an hour.
 * @param first the pause before the first copy, in seconds
 * @param sentAgain number of copies that were sent already
 */
export const secondsUntilMessageResend = (first: number, sentAgain: number): number =>
  Math.min(MAX_RESEND_SECONDS, first * 2 ** Math.min(MAX_DOUBLINGS, sentAgain));
