import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStoredService } from '#deploy/kept-service.ts';
import { PREBUILT_BUNDLES_FILE, prebuiltServiceFile, readPrebuiltBundles } from '#deploy/prebuilt.ts';
import { isNpmPackage, PROJECT_FOLDER } from '#emulators/host/project-folder.ts';

let folder = '';

async function write(file: string, content: object): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), JSON.stringify(content));
}

const serviceNamed = (service: string) => ({
  key: 'of another machine',
  service: { service, provider: { stage: 'local' }, custom: {}, functions: {}, resources: { Resources: {} } },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prebuilt-'));
  await write(prebuiltServiceFile({}), serviceNamed('usual'));
  await write(
    prebuiltServiceFile({ NARRATION_ENGINE: 'polly', LOCAL_STACK_NAMES: 'developer' }),
    serviceNamed('polly'),
  );
  await write(PREBUILT_BUNDLES_FILE, { 'a.handler': { handler: 'prebuilt/a.handler', files: [], packages: [] } });
});
afterAll(() => rm(folder, { recursive: true }));

it('takes the service of the npm package by its variables, without serverless.yml', async () => {
  expect((await readStoredService(folder, { NARRATION_ENGINE: '' }))?.service).toBe('usual');
  const named = { NARRATION_ENGINE: 'polly', LOCAL_STACK_NAMES: 'developer' };
  expect((await readStoredService(folder, named))?.service).toBe('polly');
});

it('has bundles only in the npm package', async () => {
  expect(await readPrebuiltBundles(folder)).toMatchObject({ 'a.handler': { handler: 'prebuilt/a.handler' } });
  expect(await readPrebuiltBundles(PROJECT_FOLDER)).toBeUndefined();
  expect([isNpmPackage(folder), isNpmPackage(PROJECT_FOLDER)]).toEqual([true, false]);
});
