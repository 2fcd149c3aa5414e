import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  checkStageParameters,
  PARAMETER_VARIABLES,
  resolveStageParameters,
  STAGE_PARAMETERS,
} from '#deploy/stage-parameters.ts';
import { ALL_OPTIONS } from '#test/support/stack/stage-options.ts';

const PROJECT = join(import.meta.dirname, '../../..');

/** What a stage has where nothing was asked for. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  secretsKmsKeyId: '',
  authIssuer: '',
  authAudience: '',
  authJwksUrl: '',
  sessionOrigins: '',
  publicBaseUrl: '',
  narrationEngine: '',
  apiDomain: '',
  apiCertificateArn: '',
  apiHostedZoneId: '',
  webAcl: '',
  canary: '',
  alarmEmail: '',
  accessLogs: false,
  reserveConcurrency: true,
  logRetentionDays: 30,
  dataPolicy: 'Delete',
  deletionProtection: false,
};

const check = (given: Readonly<Record<string, unknown>>, stage = 'dev', region = 'us-east-1') =>
  checkStageParameters(stage, region, { ...DEFAULTS, ...given });

describe('the parameters of a stage', () => {
  it('need nothing', () => {
    expect(check({})).toEqual(DEFAULTS);
  });

  it('may all be given', () => {
    const given = Object.fromEntries(
      Object.entries(STAGE_PARAMETERS).flatMap(([name, parameter]) => {
        const value = 'variable' in parameter ? ALL_OPTIONS[parameter.variable] : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    );
    expect(Object.keys(given).length).toBe(Object.keys(ALL_OPTIONS).length);
    expect(check(given)).toMatchObject({ ...given, accessLogs: true, reserveConcurrency: false });
  });

  it('may be texts of the command line', () => {
    expect(check({ deletionProtection: 'true', accessLogs: 'false', logRetentionDays: '90' })).toMatchObject({
      deletionProtection: true,
      accessLogs: false,
      logRetentionDays: 90,
    });
  });

  it.each([
    [{ secretsKmsKeyId: 'alias/mine' }, 'secretsKmsKeyId (SECRETS_KMS_KEY_ID) must be the id or the ARN of a KMS key'],
    [{ secretsKmsKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/a' }, 'is in eu-west-1, and the stage in us-east-1.'],
    [
      { authIssuer: 'https://login.example' },
      'authAudience (AUTH_AUDIENCE) and authJwksUrl (AUTH_JWKS_URL) must be set',
    ],
    [{ authIssuer: 'http://login.example' }, 'authIssuer (AUTH_ISSUER) must be an https address'],
    [{ sessionOrigins: 'https://a.example/page' }, 'must be origins separated by commas'],
    [{ sessionOrigins: 'http://a.example' }, 'has http://a.example: a deployed stage takes https only.'],
    [{ publicBaseUrl: 'https://a.example' }, 'must be an https address that ends with /v1'],
    [{ narrationEngine: 'command' }, 'must be natural or espeak-ng or polly'],
    [{ apiDomain: 'API.example.com' }, 'must be a domain in lower case'],
    [{ apiDomain: 'api.example.com' }, 'apiDomain (API_DOMAIN) needs apiCertificateArn (API_CERTIFICATE_ARN).'],
    [{ apiHostedZoneId: 'Z0123456789ABC' }, 'apiHostedZoneId (API_HOSTED_ZONE_ID) needs apiDomain (API_DOMAIN).'],
    [{ accessLogs: 'yes' }, 'accessLogs (ACCESS_LOGS) must be true or false, and is "yes".'],
    [{ webAcl: 'true' }, 'must be managed, none, or the ARN of a regional web ACL'],
    [{ canary: '10' }, 'must be one of Canary10Percent5Minutes'],
    [{ alarmEmail: 'me' }, 'must be an e-mail address'],
    [{ logRetentionDays: 31 }, 'logRetentionDays must be one of 1, 3'],
    [{ dataPolicy: 'Snapshot' }, 'dataPolicy must be Retain or Delete, and is "Snapshot".'],
    [{ secretKey: '1' }, 'There is no parameter secretKey.'],
  ])('are refused with a sentence: %j', (given, sentence) => {
    expect(() => check(given)).toThrow(sentence);
  });

  it.each(['Dev', 'my_stage', '-dev', 'dev-', '', 'a'.repeat(25)])('a stage cannot be named %j', (stage) => {
    expect(() => check({}, stage)).toThrow('The stage');
  });

  it('a region is one of AWS', () => {
    expect(() => check({}, 'dev', 'us-east1')).toThrow('The region "us-east1" must be one of AWS');
  });

  it('names all faults at once', () => {
    expect(() => check({ webAcl: 'x', canary: 'y' }, 'Dev')).toThrow(/The stage.*\n.*webAcl.*\n.*canary/);
  });
});

describe('where they come from', () => {
  const { params } = z
    .object({ params: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(parse(readFileSync(join(PROJECT, 'serverless.yml'), 'utf8'), { logLevel: 'silent' }));

  it('serverless.yml has each of them, and no other one', () => {
    expect(Object.keys(params.default ?? {}).toSorted()).toEqual(Object.keys(STAGE_PARAMETERS).toSorted());
    const known = Object.keys(STAGE_PARAMETERS);
    for (const own of Object.values(params)) for (const name of Object.keys(own)) expect(known).toContain(name);
  });

  it('serverless.yml reads the variables that they name', () => {
    for (const [name, parameter] of Object.entries(STAGE_PARAMETERS)) {
      const value = params.default?.[name];
      if ('variable' in parameter) expect(value).toMatch(new RegExp(`^\\$\\{env:${parameter.variable}, `));
      else expect(String(value)).not.toContain('env:');
    }
  });

  it('the guide for operators names each variable', () => {
    const guide = readFileSync(join(PROJECT, 'lib/front/docs/guides/configuration.md'), 'utf8');
    for (const name of PARAMETER_VARIABLES) expect(guide).toContain(`\`${name}\``);
  });

  it('the command line comes before the stage, and the stage before the rest', () => {
    const stages = { default: { a: 1, b: 1, c: 1 }, prod: { b: 2, c: 2 } };
    expect(resolveStageParameters('prod', stages, ['c=3=3'])).toEqual({ a: 1, b: 2, c: '3=3' });
    expect(resolveStageParameters('dev', stages)).toEqual({ a: 1, b: 1, c: 1 });
  });
});
