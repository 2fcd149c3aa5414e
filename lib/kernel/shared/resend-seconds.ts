const MAX_RESEND_SECONDS = 3600;
/** The power of two that is longer than MAX_RESEND_SECONDS for any first pause. */
const MAX_DOUBLINGS = 12;

/**
 * Seconds until a message that may be lost is sent once more: the pause doubles each time, up to an hour. A queue that is
 * merely long gets few copies: with a first pause of a minute, six in two hours and one an hour after that.
 * @param first the pause before the first copy
 * @param sentAgain copies that were sent already
 */
export const resendSeconds = (first: number, sentAgain: number): number =>
  Math.min(MAX_RESEND_SECONDS, first * 2 ** Math.min(MAX_DOUBLINGS, sentAgain));
