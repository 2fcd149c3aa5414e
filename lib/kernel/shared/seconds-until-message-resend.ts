/** The longest pause. */
const MAX_RESEND_SECONDS = 3600;
/** Doublings after which any first pause of at least a second is longer than MAX_RESEND_SECONDS. */
const MAX_DOUBLINGS = 12;

/**
 * Seconds until a message that may be lost is sent once more: the pause doubles each time, up to an hour. If the queue is only long, it
 * gets few copies: with a first pause of a minute, six in two hours, and then one an hour.
 * @param firstPauseSeconds the pause before the first copy, in seconds
 * @param resendCount number of copies that were sent already
 */
export const secondsUntilMessageResend = (firstPauseSeconds: number, resendCount: number): number =>
  Math.min(MAX_RESEND_SECONDS, firstPauseSeconds * 2 ** Math.min(MAX_DOUBLINGS, resendCount));
