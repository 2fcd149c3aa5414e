import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readStoredService, storeResolvedService } from '#deploy/kept-service.ts';
import type { Serverless } from '#deploy/serverless-cli.ts';

const YML = `provider: { environment: { ENGINE: "\${env:ENGINE, 'none'}" } }\n`;
const PLUGINS = ['./localstack/deploy/package-functions.mjs', 'serverless-offline', 'serverless-localstack'];
const FUNCTIONS = { draw: { handler: 'functions/draw.handler', name: 'a-draw', events: [{ http: 'GET /v1/draw' }] } };

let serviceDir: string;
beforeEach(async () => {
  serviceDir = await mkdtemp(join(tmpdir(), 'kept-'));
  await writeFile(join(serviceDir, 'serverless.yml'), YML);
});
afterEach(() => rm(serviceDir, { recursive: true }));

/** The service as the CLI has it, with what nothing else needs. */
const resolved = (plugins = PLUGINS) =>
  ({
    serviceDir,
    service: {
      service: 'a',
      provider: { stage: 'local', environment: { ENGINE: 'none' }, compiledCloudFormationTemplate: {} },
      functions: FUNCTIONS,
      resources: { Resources: { Table: { Type: 'AWS::DynamoDB::Table' } } },
      plugins,
    },
  }) as unknown as Serverless;

it('is read with all functions, their events and resources', async () => {
  await storeResolvedService(resolved(), {});
  const kept = await readStoredService(serviceDir, {});
  expect(kept?.getAllFunctions()).toEqual(['draw']);
  expect(kept?.getFunction('draw')).toEqual(FUNCTIONS.draw);
  expect(kept?.getAllEventsInFunction('draw')).toEqual(FUNCTIONS.draw.events);
  expect(kept?.provider).toMatchObject({ stage: 'local', environment: { ENGINE: 'none' } });
  expect(kept?.resources.Resources).toEqual({ Table: { Type: 'AWS::DynamoDB::Table' } });
});

it('is read whatever variables change that serverless.yml does not name', async () => {
  await storeResolvedService(resolved(), { HOME: '/one' });
  expect(await readStoredService(serviceDir, { HOME: '/two' })).toBeDefined();
});

it.each<[string, () => Promise<unknown>, NodeJS.ProcessEnv]>([
  ['serverless.yml has changed', () => writeFile(join(serviceDir, 'serverless.yml'), `${YML}# more\n`), {}],
  ['a variable that serverless.yml names has changed', async () => undefined, { ENGINE: 'other' }],
  ['the file is not whole', () => writeFile(join(serviceDir, '.build/service.json'), '{"key":'), {}],
])('is not used when %s', async (_, change, environment) => {
  await storeResolvedService(resolved(), {});
  await change();
  expect(await readStoredService(serviceDir, environment)).toBeUndefined();
});

it.each([
  ['has a plugin whose hooks only the CLI runs', YML, [...PLUGINS, 'serverless-other']],
  ['takes values from other files', `${YML}custom: \${file(other.yml)}\n`, PLUGINS],
  [
    'takes a value from another file if a variable is not there',
    `${YML}custom: \${env:A, file(other.yml):a}\n`,
    PLUGINS,
  ],
  ['takes a value from an account if none of two others is there', `${YML}custom: \${env:A, opt:b, ssm:/c}\n`, PLUGINS],
  ['names a variable by another value', `${YML}custom: \${env:\${self:service}}\n`, PLUGINS],
])('is not kept when it %s', async (_, yml, plugins) => {
  await writeFile(join(serviceDir, 'serverless.yml'), yml);
  await storeResolvedService(resolved(plugins), {});
  await expect(readFile(join(serviceDir, '.build/service.json'))).rejects.toThrow('ENOENT');
  expect(await readStoredService(serviceDir, {})).toBeUndefined();
});

it('does not end a start that cannot write it', async () => {
  await writeFile(join(serviceDir, '.build'), 'a file where the folder would be');
  await storeResolvedService(resolved(), {});
  expect(await readStoredService(serviceDir, {})).toBeUndefined();
});
