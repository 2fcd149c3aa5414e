import type { DeliveryTry } from './webhook.ts';

/** The receiver said that it is gone for good: its webhook is disabled at once, whatever was sent. */
export const isGone = ({ response_status }: Pick<DeliveryTry, 'response_status'>): boolean => response_status === 410;

export const GONE_REASON = 'The receiver answered 410 Gone.';
