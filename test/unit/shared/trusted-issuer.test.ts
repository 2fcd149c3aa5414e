import { describe, expect, it } from 'vitest';
import { readConfig } from '#app/config.ts';
import { FUNCTION_ENVIRONMENT } from '#test/support/runtime-environment.ts';

const ISSUER = {
  AUTH_ISSUER: 'https://id.example.com/',
  AUTH_AUDIENCE: 'video',
  AUTH_JWKS_URL: 'https://id.example.com/jwks.json',
};
const read = (environment: Record<string, string>) =>
  readConfig({ ...FUNCTION_ENVIRONMENT, STAGE: 'production', ...environment });

describe('the identity provider', () => {
  it('is taken exactly as it is written', () => {
    const keys = new URL(ISSUER.AUTH_JWKS_URL);
    expect(read(ISSUER).trustedIssuer).toEqual({ issuer: 'https://id.example.com/', audience: 'video', keys });
  });

  it('may be none at all', () => {
    expect(read({}).trustedIssuer).toBeUndefined();
    expect(read({ AUTH_ISSUER: '', AUTH_AUDIENCE: '', AUTH_JWKS_URL: '' }).trustedIssuer).toBeUndefined();
  });

  it.each(Object.keys(ISSUER))('is not half of one: without %s', (name) => {
    expect(() => read({ ...ISSUER, [name]: '' })).toThrow('must be set together');
  });

  it.each(['http://id.example.com/jwks.json', 'file:///tmp/jwks.json', 'data:application/json,{}'])(
    'has its keys behind TLS on a deployed stage: not at %s',
    (address) => {
      expect(() => read({ ...ISSUER, AUTH_JWKS_URL: address })).toThrow('AUTH_JWKS_URL');
    },
  );

  it.each(['http://localhost:4000/jwks.json', 'file:///tmp/jwks.json'])('may have them at %s locally', (address) => {
    expect(read({ ...ISSUER, AUTH_JWKS_URL: address, STAGE: 'local' }).trustedIssuer?.keys.href).toBe(address);
  });
});

describe('the origins of sessions', () => {
  it('are a list, by default an empty one', () => {
    expect(read({}).sessionOrigins).toEqual([]);
    expect(read({ SESSION_ORIGINS: '' }).sessionOrigins).toEqual([]);
    expect(read({ SESSION_ORIGINS: 'https://a.example, http://localhost:3000' }).sessionOrigins).toEqual([
      'https://a.example',
      'http://localhost:3000',
    ]);
  });

  it.each(['*', 'null', 'a.example', 'https://a.example/', 'https://A.example', 'https://a.example:443'])(
    'are written as browsers send them: not %s',
    (text) => {
      expect(() => read({ SESSION_ORIGINS: text })).toThrow('SESSION_ORIGINS');
    },
  );
});
