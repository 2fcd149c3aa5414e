import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Clock } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { MAX_TOKEN_LENGTH } from './credentials.ts';
import { IssuerKeysUnavailableError } from './key-set.ts';

/** A user of the identity provider. */
export interface TokenSubject {
  issuer: string;
  subject: string;
}

/** Checks a token and returns its user. @throws TokenRefusedError; ServiceError `unavailable` while the issuer's keys cannot be fetched */
export type VerifyAccessToken = (token: string) => Promise<TokenSubject>;

/** The error for a token that is not accepted. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
  /** True: the token was valid before, so its holder may get a new one. */
  readonly isExpired: boolean;

  constructor(message: string, { isExpired = false, cause }: { isExpired?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isExpired = isExpired;
  }
}

/** Requirements of a token: its issuer and audience, and a signature by one of the keys. */
export interface AccessTokenRules {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  clock: Clock;
}

/** Asymmetric algorithms only: with HS*, anyone who knows the public key could sign. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
/** Allowed difference between the clocks of issuer and service, in seconds. */
const LEEWAY_SECONDS = 60;

/**
 * Reports whether a token is an access token. An issuer signs id and refresh tokens with the same keys, so a token must declare what it
 * is: by the type in its header (RFC 9068) or by the claim `token_use`. Neither may declare another kind.
 */
function isAccessToken(type: string | undefined, { token_use: use }: JWTPayload): boolean {
  const hasAccessType = /^(application\/)?at\+jwt$/i.test(type ?? '');
  const hasOtherType = !hasAccessType && type !== undefined && !/^(application\/)?jwt$/i.test(type);
  return use === undefined ? hasAccessType : use === 'access' && !hasOtherType;
}

const issuerUnavailableError = (cause: unknown) =>
  new ServiceError('unavailable', 'Tokens cannot be checked at the moment; try again shortly.', {
    headers: { 'retry-after': '5' },
    cause,
  });

/** Makes a function that checks access tokens of one issuer. Keys that a token itself names (`jwk`, `jku`, `x5u`) are ignored. */
export function createAccessTokenVerifier({ issuer, audience, keys, clock }: AccessTokenRules): VerifyAccessToken {
  return async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) throw new TokenRefusedError('too long');
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp', 'sub'],
        currentDate: clock(),
      });
      if (!isAccessToken(protectedHeader.typ, payload)) throw new TokenRefusedError('not an access token');
      if (typeof payload.sub !== 'string' || payload.sub === '') throw new TokenRefusedError('no subject');
      return { issuer, subject: payload.sub };
    } catch (error) {
      if (error instanceof TokenRefusedError) throw error;
      if (error instanceof IssuerKeysUnavailableError) throw issuerUnavailableError(error);
      // All other errors count as refusals, also those about the key (an RSA key that is too short): no token may cause a 500.
      const isExpired = error instanceof errors.JWTExpired;
      throw new TokenRefusedError(isExpired ? 'expired' : 'not valid', { isExpired, cause: error });
    }
  };
}
