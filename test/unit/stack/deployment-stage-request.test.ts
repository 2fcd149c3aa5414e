import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { assertLocalStageHasEmulator, assertStageRequest } from '#deploy/deployment-stage-request.ts';
import { UsageError } from '#emulators/host/command-errors.ts';
import { ALL_OPTIONS } from '#test/support/stack/stage-options.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'stage-request-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check =
  (stage: string, param: string[] = [], environment: Record<string, string> = {}, region = 'us-east-1') =>
  () =>
    assertStageRequest(PROJECT, { stage, region, param }, environment);

describe('a stage that is to be packaged or deployed', () => {
  it.each(['dev', 'prod', 'local', 'mine-2'])('%s needs nothing but its name', (stage) => {
    expect(check(stage)).not.toThrow();
    expect(check(stage, [], ALL_OPTIONS)).not.toThrow();
  });

  it.each([
    ['Prod_EU', [], {}, 'The stage "Prod_EU" must have 1 to 24 lower-case letters'],
    ['dev', ['webAcl=yes'], {}, 'webAcl (WEB_ACL) must be managed'],
    ['dev', ['webAcl'], {}, '--param "webAcl" must be name=value.'],
    ['dev', ['webAcl='], {}, '--param "webAcl=" must be name=value.'],
    ['dev', ['web=1'], {}, 'There is no parameter web.'],
    ['dev', [], { API_DOMAIN: 'api.example.com' }, 'apiDomain (API_DOMAIN) needs apiCertificateArn'],
    ['dev', [], { ALARM_EMAIL: 'someone' }, 'alarmEmail (ALARM_EMAIL) must be an e-mail address, and is "someone".'],
    ['prod', [], { ACCESS_LOGS: 'yes' }, 'accessLogs (ACCESS_LOGS) must be true or false, and is "yes".'],
  ])('%s with %j and %j is refused with a sentence', (stage, param, environment, sentence) => {
    expect(check(stage, param, environment)).toThrow(UsageError);
    expect(check(stage, param, environment)).toThrow(sentence);
  });

  it('is in a region', () => {
    expect(check('dev', [], {}, 'us-east1')).toThrow('The region "us-east1" must be one of AWS');
    expect(check('dev', [], ALL_OPTIONS, 'eu-west-1')).toThrow('is in us-east-1, and the stage in eu-west-1.');
  });

  it('takes the command line before the environment', () => {
    expect(check('dev', ['alarmEmail=me@example.com'], { ALARM_EMAIL: 'someone' })).not.toThrow();
  });

  it('is left to the Serverless CLI where only that can tell a value', () => {
    writeFileSync(
      join(folder, 'serverless.yml'),
      `params: { default: { alarmEmail: '\${ssm:/alarms}' } }\nx: !Ref Y\n`,
    );
    const request = { stage: 'dev', region: 'us-east-1' };
    expect(() => assertStageRequest(folder, request, {})).not.toThrow();
  });
});

describe('the stage local', () => {
  it('is not for AWS', () => {
    expect(() => assertLocalStageHasEmulator('local', {})).toThrow(
      /for this machine, and not for AWS[\s\S]*npm start[\s\S]*--stage dev/,
    );
    expect(() => assertLocalStageHasEmulator('dev', {})).not.toThrow();
  });

  it.each(['AWS_ENDPOINT_URL', 'EDGE_PORT', 'LOCALSTACK_HOSTNAME'])('goes to the emulator that %s names', (name) => {
    expect(() => assertLocalStageHasEmulator('local', { [name]: 'x' })).not.toThrow();
  });
});
