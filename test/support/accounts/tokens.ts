import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';

/** Tokens for tests, put together by hand: what judges them is not what made them. */

export interface SigningKey {
  kid: string;
  alg: 'ES256' | 'RS256' | 'EdDSA';
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const PAIRS = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

export const newSigningKey = (kid: string, alg: SigningKey['alg'] = 'ES256'): SigningKey => ({
  kid,
  alg,
  ...PAIRS[alg](),
});

/** The public half, as an entry of a JSON Web Key Set. */
export const publicJwk = ({ kid, alg, publicKey }: SigningKey): JsonWebKey => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
});

export const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signature(key: SigningKey, input: string): string {
  const algorithm = key.alg === 'EdDSA' ? null : 'sha256';
  return sign(algorithm, Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

type Fields = Record<string, unknown>;

const encode = (key: SigningKey, header: string, claims: string): string =>
  `${header}.${claims}.${signature(key, `${header}.${claims}`)}`;

export interface TokenMaker {
  key: SigningKey;
  issuer: string;
  audience: string;
  subject: string;
  /** When the token is made. */
  now: Date;
}

/** A good token, with the changes of `header` and `claims`; undefined takes a field away. */
export function makeToken(maker: TokenMaker, claims: Fields = {}, header: Fields = {}): string {
  const { key, issuer, audience, subject, now } = maker;
  const seconds = Math.floor(now.getTime() / 1000);
  const usual = { iss: issuer, aud: audience, sub: subject, iat: seconds, exp: seconds + 600 };
  return encode(
    key,
    segment({ alg: key.alg, typ: 'at+jwt', kid: key.kid, ...header }),
    segment({ ...usual, ...claims }),
  );
}

const withMac = (header: Fields, claims: string, secret: string | Buffer): string => {
  const input = `${segment(header)}.${claims}`;
  const hash = `sha${String(header.alg).slice(2)}`;
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
};

export interface Attack {
  name: string;
  /** Value of the header `authorization`. */
  authorization: string;
  code: 'token_invalid' | 'token_expired';
}

/**
 * Everything that must end in 401, made from what would be a good token of `maker`. `canary` is the base address of a
 * host of the attacker, which publishes `attacker`'s key and must never be contacted.
 */
export function tokenAttacks(maker: TokenMaker, attacker: SigningKey, canary: string): Attack[] {
  const { key, now } = maker;
  const seconds = Math.floor(now.getTime() / 1000);
  const good = makeToken(maker);
  const [goodHeader = '', goodClaims = '', goodSignature = ''] = good.split('.');
  const [, otherClaims, otherSignature] = makeToken(maker, { exp: seconds + 601 }).split('.');
  const forged = (header: Fields, claims: Fields = {}) => makeToken({ ...maker, key: attacker }, claims, header);
  const publicTexts: [string, string | Buffer][] = [
    ['PEM', key.publicKey.export({ format: 'pem', type: 'spki' })],
    ['DER', key.publicKey.export({ format: 'der', type: 'spki' })],
    ['JWK', JSON.stringify(publicJwk(key))],
  ];
  const bearer: [string, string][] = [
    ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): [string, string][] => [
      [`alg ${alg} without a signature`, `${segment({ alg, typ: 'at+jwt', kid: key.kid })}.${goodClaims}.`],
      [
        `alg ${alg} with a signature`,
        `${segment({ alg, typ: 'at+jwt', kid: key.kid })}.${goodClaims}.${goodSignature}`,
      ],
    ]),
    ...['HS256', 'HS384', 'HS512'].flatMap((alg) =>
      publicTexts.flatMap(([form, text]): [string, string][] => [
        [
          `${alg} signed with the public key as ${form}`,
          withMac({ alg, typ: 'at+jwt', kid: key.kid }, goodClaims, text),
        ],
        [`${alg} signed with the public key as ${form}, no kid`, withMac({ alg, typ: 'at+jwt' }, goodClaims, text)],
      ]),
    ),
    ['another algorithm of the same key', makeToken(maker, {}, { alg: 'ES384' })],
    ['an algorithm of another kind of key', makeToken(maker, {}, { alg: 'RS256' })],
    ['no algorithm', makeToken(maker, {}, { alg: undefined })],
    ['kid with a path', forged({ kid: '../../../../../../dev/null' })],
    [
      'kid with a path, HS256 with an empty key',
      withMac({ alg: 'HS256', typ: 'at+jwt', kid: '/dev/null' }, goodClaims, ''),
    ],
    ['kid with SQL', forged({ kid: "x' UNION SELECT 'secret' -- " })],
    [
      'kid with SQL, HS256',
      withMac({ alg: 'HS256', typ: 'at+jwt', kid: "' UNION SELECT 'secret" }, goodClaims, 'secret'),
    ],
    ['kid that is unknown', forged({ kid: attacker.kid })],
    ['kid that is known, key that is not', forged({ kid: key.kid })],
    ['kid that is an address', forged({ kid: `${canary}/jwks.json` })],
    ['kid that is not a text', forged({ kid: { $ne: null } })],
    ['no kid', forged({ kid: undefined })],
    ...[key.kid, attacker.kid, undefined].map((kid): [string, string] => [
      `embedded jwk, kid ${kid}`,
      forged({ kid, jwk: publicJwk(attacker) }),
    ]),
    ['embedded x5c', forged({ x5c: [attacker.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] })],
    ['jku to another host', forged({ jku: `${canary}/jwks.json` })],
    ['jku to another host, known kid', forged({ kid: key.kid, jku: `${canary}/jwks.json` })],
    ['x5u to another host', forged({ x5u: `${canary}/certificate.pem` })],
    ['x5u to another host, known kid', forged({ kid: key.kid, x5u: `${canary}/certificate.pem` })],
    ['empty signature', `${goodHeader}.${goodClaims}.`],
    ['no signature', `${goodHeader}.${goodClaims}`],
    ['cut signature', good.slice(0, -8)],
    ['signature of zeros', `${goodHeader}.${goodClaims}.${Buffer.alloc(64).toString('base64url')}`],
    ['swapped signature', `${goodHeader}.${goodClaims}.${otherSignature}`],
    ['changed claims', `${goodHeader}.${otherClaims}.${goodSignature}`],
    [
      'changed header',
      `${segment({ alg: key.alg, typ: 'at+jwt', kid: key.kid, x: 1 })}.${goodClaims}.${goodSignature}`,
    ],
    ['nbf in the future', makeToken(maker, { nbf: seconds + 500 })],
    ['wrong aud', makeToken(maker, { aud: 'another-service' })],
    ['wrong auds', makeToken(maker, { aud: ['another-service', `${maker.audience}2`] })],
    ['no aud', makeToken(maker, { aud: undefined })],
    ['wrong iss', makeToken(maker, { iss: 'https://issuer.example' })],
    ['iss with a slash more', makeToken(maker, { iss: `${maker.issuer}/` })],
    ['no iss', makeToken(maker, { iss: undefined })],
    ['no exp', makeToken(maker, { exp: undefined })],
    ['exp that is a text', makeToken(maker, { exp: String(seconds + 600) })],
    ['exp that is null', makeToken(maker, { exp: null })],
    ['no sub', makeToken(maker, { sub: undefined })],
    ['empty sub', makeToken(maker, { sub: '' })],
    ['sub that is a list', makeToken(maker, { sub: [maker.subject] })],
    ['unknown sub', makeToken(maker, { sub: `${maker.subject}x` })],
    ['an id token', makeToken(maker, { nonce: 'n', at_hash: 'x' }, { typ: 'JWT' })],
    ['an id token without a type', makeToken(maker, {}, { typ: undefined })],
    ['an id token by its claim', makeToken(maker, { token_use: 'id' })],
    ['a refresh token', makeToken(maker, {}, { typ: 'rt+jwt' })],
    ['a refresh token by its claim', makeToken(maker, { token_use: 'refresh' }, { typ: 'JWT' })],
    ['a token of another type with the right claim', makeToken(maker, { token_use: 'access' }, { typ: 'logout+jwt' })],
    ['an unknown critical extension', makeToken(maker, {}, { crit: ['x'], x: 1 })],
    ['an unencoded payload', makeToken(maker, {}, { crit: ['b64'], b64: false })],
    ['claims that are a list', encode(key, goodHeader, segment([]))],
    ['claims that are not JSON', encode(key, goodHeader, Buffer.from('{').toString('base64url'))],
    ['a header that is not JSON', `${Buffer.from('{').toString('base64url')}.${goodClaims}.${goodSignature}`],
    ['five parts', `${good}.${goodClaims}.${goodSignature}`],
    ['two tokens', `${good} ${good}`],
    ['two tokens with a comma', `${good},${good}`],
    ['two credentials with a comma', `${good}, Bearer ${good}`],
    ['something after the token', `${good};x`],
    ['garbage', 'garbage'],
    ['garbage with dots', 'gar.ba.ge'],
    ['100 kB of garbage', 'g'.repeat(100_000)],
    ['100 kB of garbage with dots', `${'g'.repeat(50_000)}.${'h'.repeat(25_000)}.${'i'.repeat(25_000)}`],
    ['a good token of 100 kB', makeToken(maker, { padding: 'p'.repeat(75_000) })],
    ['nothing', ''],
  ];
  return [
    ...bearer.map(([name, token]): Attack => ({ name, authorization: `Bearer ${token}`, code: 'token_invalid' })),
    { name: 'expired', authorization: `Bearer ${makeToken(maker, { exp: seconds - 120 })}`, code: 'token_expired' },
    { name: 'no scheme', authorization: good, code: 'token_invalid' },
    { name: 'another scheme', authorization: `Basic ${good}`, code: 'token_invalid' },
    { name: 'an empty header', authorization: '', code: 'token_invalid' },
  ];
}
