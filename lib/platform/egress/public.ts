/** The part of this package that the rest of the service may use. */
export {
  type AddressRefusal,
  hostOf,
  isForbiddenIp,
  type Loopback,
  mayBeLoopback,
  portOf,
  REFUSAL_MESSAGES,
  urlRefusal,
} from './address-rules.ts';
export { GuardedFault } from './guarded-fault.ts';
export { type GuardedAnswer, guardedRequest } from './guarded-request.ts';
export type { ResolveName } from './resolve-name.ts';
