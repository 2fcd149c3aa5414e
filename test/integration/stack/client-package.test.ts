import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { isWhole } from '#test/support/depth.ts';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../../..');
const COMPILER = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')));
const BUILD = join(PROJECT, '.build');

const USE = `import { createVideoClient, ApiError } from './package/dist/index.js';
const video = createVideoClient({ baseUrl: 'http://localhost:9/v1', credentials: { apiKey: 'k' }, retries: 0 });
const title: Promise<string> = video.get('/timelines/{id}', { params: { path: { id: 'tl_1' } } }).then((made) => made.title);
title.catch((error: unknown) => console.log(error instanceof ApiError, (error as Error).name));
// @ts-expect-error the ids of the path are missing
void (() => video.upload('/templates/{id}/logo', new Blob(), { contentType: 'image/png' }));
// @ts-expect-error there is no such field
void (() => video.post('/timelines', { body: { titel: 'x' } }));
`;

/** Those of a careful project: the types of the package and of what it depends on are checked, too. */
const OPTIONS = {
  strict: true,
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
};

it.runIf(isWhole)('the client is a package that others compile against and run', async () => {
  // In the project, whose node_modules has what the package depends on.
  await mkdir(BUILD, { recursive: true });
  const folder = await mkdtemp(join(BUILD, 'client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const packed = join(folder, 'package');
  await run(process.execPath, [join(PROJECT, 'localstack/cli/commands/client.ts'), '--out', packed]);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['use.ts'] }));
  await writeFile(join(folder, 'use.ts'), USE);
  await run(process.execPath, [COMPILER, '--project', folder]);
  const { stdout } = await run(process.execPath, ['use.js'], { cwd: folder });
  expect(stdout).toBe('false NoAnswer\n');
});
