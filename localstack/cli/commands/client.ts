/** `npm run client`: builds the TypeScript client as a separate npm package. */

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CommandError } from '#emulators/host/command-errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');
const SOURCE = join(PROJECT, 'lib/front/client');
const COMPILER = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')));
/** The npm packages that the client imports. */
const DEPENDENCIES = ['openapi-fetch', 'standardwebhooks'];

const versionsByNameSchema = z.record(z.string(), z.string()).optional();
const packageFileSchema = z.object({
  version: z.string(),
  license: z.string(),
  repository: z.unknown(),
  dependencies: versionsByNameSchema,
  devDependencies: versionsByNameSchema,
});

async function buildClient(out: string, json: boolean, signal: AbortSignal): Promise<void> {
  const folder = resolve(out);
  const { version, license, repository, dependencies, devDependencies } = parseJson(
    packageFileSchema,
    await readFile(join(PROJECT, 'package.json'), 'utf8'),
  );
  const versionByName = { ...devDependencies, ...dependencies };
  await rm(join(folder, 'dist'), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const compilerArguments = ['--project', join(SOURCE, 'tsconfig.json'), '--outDir', join(folder, 'dist')];
  await promisify(execFile)(process.execPath, [COMPILER, ...compilerArguments], { signal }).catch(
    (error: { stdout?: string }) => {
      throw new CommandError(`The client does not compile: ${error.stdout}`);
    },
  );
  const packageFile = {
    name: 'video-timeline-client',
    version,
    license,
    repository,
    description: 'The TypeScript client of the Video Timeline and Render Service',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist'],
    engines: { node: '>=22' },
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, versionByName[name]])),
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packageFile, undefined, 2)}\n`);
  await cp(join(SOURCE, 'README.md'), join(folder, 'README.md'));
  await cp(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'));
  process.stdout.write(json ? `${JSON.stringify({ folder })}\n` : `built ${relative(process.cwd(), folder) || '.'}\n`);
}

/** `video client`, with its options. */
export const clientCommand = () =>
  createCommandFromCatalog('client')
    .option('--out <folder>', 'the folder to write the package to', 'out/client')
    .addOption(createJsonOption('the folder as one JSON object'))
    .action(({ out, json }: { out: string; json: boolean }) =>
      runCommandAndExit((signal) => buildClient(out, json, signal)),
    );

if (import.meta.main) await runNpmScriptCommand('client', clientCommand());
