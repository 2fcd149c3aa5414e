import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { REFUSED_ADDRESS_CODE } from './resolve-host-name.ts';

/** Fault of a request without a complete answer. The message has no details of the service's network, and may be shown to clients. */
export class SsrfGuardedRequestError extends Error {
  override name = 'SsrfGuardedRequestError';
  /** True if connections to the address are forbidden. */
  readonly isRefused: boolean;
  /** True if the time limit has passed. */
  readonly isTimeout: boolean;

  constructor(
    message: string,
    { isRefused = false, isTimeout = false, cause }: { isRefused?: boolean; isTimeout?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isRefused = isRefused;
    this.isTimeout = isTimeout;
  }
}

/** The stage that a request reached. */
export type ReachedRequestStage = 'connection' | 'answer' | 'body';

const TIMEOUT_MESSAGES: Readonly<Record<ReachedRequestStage, string>> = {
  connection: 'There was no connection',
  answer: 'There was no answer',
  body: 'The answer was not complete',
};

/** The fault of a request that was not complete in time. */
export const requestTimeoutError = (stage: ReachedRequestStage, timeoutMs: number): SsrfGuardedRequestError =>
  new SsrfGuardedRequestError(`${TIMEOUT_MESSAGES[stage]} within ${timeoutMs / 1000} s.`, { isTimeout: true });

const UNTRUSTED = 'The TLS certificate is not signed by an authority that is trusted here.';

/** Reasons by the error codes of Node, its TLS and its HTTP/2. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not resolve.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EPIPE: 'The connection was reset.',
  ETIMEDOUT: 'The connection timed out.',
  EHOSTUNREACH: 'The host is not reachable.',
  ENETUNREACH: 'The host is not reachable.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  CERT_REVOKED: 'The TLS certificate was revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  EPROTO: 'Both sides have no TLS version in common.',
  ERR_HTTP2_STREAM_ERROR: 'The HTTP/2 stream was reset.',
  ERR_HTTP2_SESSION_ERROR: 'The HTTP/2 connection was ended.',
  ERR_HTTP2_ERROR: 'The answer is not well-formed HTTP/2.',
};

/** Reports whether the connection was refused by the rules of this package. Errors of the filtering agent have no code, unlike all others. */
const isRefusal = (error: Error): boolean =>
  'code' in error ? error.code === REFUSED_ADDRESS_CODE : /^DNS lookup .* is not allowed/.test(error.message);

/** The fault for an error, with a message for the owner of the receiver. The error itself is its cause. */
export function toSsrfGuardedRequestError(error: unknown): SsrfGuardedRequestError {
  if (error instanceof SsrfGuardedRequestError) return error;
  if (error instanceof Error && isRefusal(error))
    return new SsrfGuardedRequestError('The host name resolves to a private, local or reserved address.', {
      isRefused: true,
      cause: error,
    });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_'))
    return new SsrfGuardedRequestError('The answer is not well-formed HTTP.', { cause: error });
  const reason = ownPropertyValue(REASONS, code) ?? (code.startsWith('ERR_SSL_') ? REASONS.EPROTO : undefined);
  return new SsrfGuardedRequestError(reason ?? 'The connection failed.', { cause: error });
}
