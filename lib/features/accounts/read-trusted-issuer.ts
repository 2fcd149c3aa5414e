import { z } from 'zod';

/** The identity provider whose access tokens this service accepts. */
export interface TrustedIssuer {
  issuer: string;
  audience: string;
  /** Address of its public keys. */
  keys: URL;
}

const settingSchema = z
  .string()
  .optional()
  .transform((value) => value || undefined);

/** An origin as browsers write it: scheme, host, port, and nothing else. `*` and `null` are refused. */
const originSchema = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, 'Not an origin.');

/** Schema of the environment variables about accepted tokens and sessions; an empty variable counts as not set. */
export const trustedIssuerVariablesSchema = {
  AUTH_ISSUER: settingSchema,
  AUTH_AUDIENCE: settingSchema,
  AUTH_JWKS_URL: settingSchema.pipe(z.url().optional()),
  /** Separated by commas. */
  SESSION_ORIGINS: z
    .string()
    .optional()
    .transform((value) => (value ?? '').split(',').flatMap((text) => text.trim() || []))
    .pipe(z.array(originSchema)),
};

/** Keys from an unencrypted connection or a file are accepted on the local stage only. */
const LOCAL_SCHEMES = ['https:', 'http:', 'file:'];
const DEPLOYED_SCHEMES = ['https:'];

/**
 * The issuer that the environment names; undefined when it names none.
 * @throws Error when only some of its variables are set, or when its keys would come over an unencrypted connection on a deployed stage
 */
export function readTrustedIssuer(
  environment: Partial<Record<'AUTH_ISSUER' | 'AUTH_AUDIENCE' | 'AUTH_JWKS_URL', string | undefined>>,
  stage: string,
): TrustedIssuer | undefined {
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, AUTH_JWKS_URL: keysAddress } = environment;
  if (issuer === undefined && audience === undefined && keysAddress === undefined) return undefined;
  if (issuer === undefined || audience === undefined || keysAddress === undefined)
    throw new Error('AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL must be set together, or none of them.');
  const keys = new URL(keysAddress);
  if (!(stage === 'local' ? LOCAL_SCHEMES : DEPLOYED_SCHEMES).includes(keys.protocol))
    throw new Error('AUTH_JWKS_URL must start with https:.');
  return { issuer, audience, keys };
}
