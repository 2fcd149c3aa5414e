import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importJWK, type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

/** `iss` of the local stack's tokens, which replace those of an identity provider. */
export const DEVELOPMENT_ISSUER = 'http://issuer.localhost';
const AUDIENCE = 'video-render';
const ALGORITHM = 'ES256';

const privateKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** The issuer of tokens in the local stack. */
export interface DevelopmentIssuer {
  /** The environment by which the functions trust it, with the same code as for an identity provider in the cloud. */
  environment: Record<'AUTH_ISSUER' | 'AUTH_AUDIENCE' | 'AUTH_JWKS_URL', string>;
  /** Signs an access token for a user; `expiresIn` in seconds. */
  mint(subject: string, options: { now: Date; expiresIn: number }): Promise<string>;
}

/** Writes a file atomically, readable only by its owner. */
function writePrivately(path: string, text: string): void {
  const temporaryPath = `${path}.${process.pid}.tmp`;
  rmSync(temporaryPath, { force: true });
  writeFileSync(temporaryPath, text, { mode: 0o600 });
  renameSync(temporaryPath, path);
}

function readPrivateKey(path: string): z.infer<typeof privateKeySchema> | undefined {
  try {
    return parseJson(privateKeySchema, readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Opens the development issuer of a local stack: a key pair (`private.jwk`, made at the first call) and a key set with its
 * public key (`jwks.json`), in the folder `issuer` of the stack's data folder.
 */
export function openDevelopmentIssuerKeys(dataDir: string): DevelopmentIssuer {
  const folder = join(dataDir, 'issuer');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const privateFile = join(folder, 'private.jwk');
  const publicFile = join(folder, 'jwks.json');
  let privateKey = readPrivateKey(privateFile);
  if (privateKey === undefined) {
    const keyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    privateKey = privateKeySchema.parse(keyPair.privateKey.export({ format: 'jwk' }));
    writePrivately(privateFile, `${JSON.stringify(privateKey)}\n`);
  }
  const { d: _, ...publicKey } = privateKey;
  const kid = createHash('sha256').update(`${publicKey.x}.${publicKey.y}`).digest('base64url');
  const publishedKey: JWK = { ...publicKey, kid, alg: ALGORITHM, use: 'sig' };
  writePrivately(publicFile, `${JSON.stringify({ keys: [publishedKey] })}\n`);
  const signingKey = privateKey;
  return {
    environment: {
      AUTH_ISSUER: DEVELOPMENT_ISSUER,
      AUTH_AUDIENCE: AUDIENCE,
      AUTH_JWKS_URL: pathToFileURL(publicFile).href,
    },
    async mint(subject, { now, expiresIn }) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'at+jwt' })
        .setIssuer(DEVELOPMENT_ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + expiresIn)
        .sign(await importJWK(signingKey, ALGORITHM));
    },
  };
}
