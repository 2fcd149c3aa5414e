import { isIP } from 'node:net';
import { ServiceError } from '#kernel/shared/errors.ts';
import {
  type AddressRefusal,
  addressRefusal,
  hostOf,
  isRefusedAddress,
  type Loopback,
  mayBeLoopback,
  REFUSAL_MESSAGES,
} from '#platform/egress/public.ts';
import type { ResolveHostAddresses } from './ports.ts';

/**
 * Checks a receiver's address, as it is written and as it resolves now. Every connection checks it again. A name that
 * does not resolve yet is accepted: it may resolve before the first event.
 * @throws ServiceError `webhook_url_forbidden`, pointing at `param`.
 */
export async function checkReceiver(
  { resolve, allowLoopback }: { resolve: ResolveHostAddresses; allowLoopback: Loopback },
  url: string,
  param: string,
): Promise<void> {
  const refuse = (reason: AddressRefusal): never => {
    throw new ServiceError('webhook_url_forbidden', `${param}: ${REFUSAL_MESSAGES[reason]}`, { param });
  };
  const refusal = addressRefusal(url, allowLoopback);
  if (refusal) refuse(refusal);
  if (mayBeLoopback(url, allowLoopback)) return;
  const host = hostOf(new URL(url));
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.some((address) => isRefusedAddress(address, false))) refuse('refused_address');
}
