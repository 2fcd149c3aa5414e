import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { readPrebuiltService } from './prebuilt.ts';
import type { FunctionDefinition, Serverless, ServerlessOfflineService } from './serverless-cli.ts';

/** The file of the kept service, in the folder of the service. */
export const RESOLVED_SERVICE_FILE = '.build/service.json';

/** Plugins that do not change the service that serverless-offline gets. A start with another one needs the CLI, which runs its hooks. */
const KNOWN_PLUGINS = /^(serverless-offline|serverless-localstack|.*package-functions\.mjs)$/;

/**
 * Matches values that another file, an account or a program decides (also as a fallback), and variables whose names are values:
 * serverless.yml does not show that they have changed.
 */
const EXTERNAL_VALUE =
  /\$\{(?:[^}]*,)?\s*(?:file|git|ssm|s3|cf|aws|terraform|vault|doppler|output)[.(:]|\benv:(?!\w)|^useDotenv:/m;

/** Schema of a kept service: its key, and the parts of a resolved service that the local stack uses. */
const storedFileSchema = z.object({
  key: z.string(),
  service: z.object({
    service: z.string(),
    provider: z.looseObject({ stage: z.string() }),
    custom: z.record(z.string(), z.unknown()),
    functions: z.record(z.string(), z.looseObject({ handler: z.string() })),
    resources: z.looseObject({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) }),
  }),
});

/**
 * Makes the key of a resolved service: serverless.yml, the variables of the environment that it names, and the version of the CLI.
 * @returns undefined for a service that also depends on other files
 */
async function keyOf(serviceDir: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const text = await readFile(join(serviceDir, 'serverless.yml'), 'utf8');
  if (EXTERNAL_VALUE.test(text)) return undefined;
  const names = [...new Set([...text.matchAll(/\benv:(\w+)/g)].map(([, name = '']) => name))].sort();
  const cliPackageFile = await readFile(createRequire(import.meta.url).resolve('serverless/package.json'), 'utf8');
  const parts = [text, names.map((name) => [name, environment[name] ?? null]), cliPackageFile];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Keeps a service as the CLI resolved it, for the next starts: the CLI takes half of the time until the API answers, and 80 MB. Call it
 * before anything else changes the service. Nothing is kept where `.build` cannot be written.
 * @param environment of the process, in which the service was resolved
 */
export async function storeResolvedService(
  { service, serviceDir }: Serverless,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const key = await keyOf(serviceDir, environment);
  if (key === undefined || !(service.plugins ?? []).every((plugin) => KNOWN_PLUGINS.test(plugin))) return;
  const { service: name, provider, custom = {}, functions, resources } = service;
  const path = join(serviceDir, RESOLVED_SERVICE_FILE);
  const temporaryPath = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(
      temporaryPath,
      JSON.stringify({ key, service: { service: name, provider, custom, functions, resources } }),
    );
    await rename(temporaryPath, path);
  } catch {
    // This start does not need the file, and in a folder that is read-only it may find bundles that are complete.
    await rm(temporaryPath, { force: true }).catch(() => undefined);
  }
}

/**
 * Reads the service that an earlier start has kept, if it would be resolved the same way now; that of the npm package in its folder.
 * @param environment of this process
 */
export async function readStoredService(
  serviceDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<ServerlessOfflineService | undefined> {
  const prebuiltFile = parseJsonIfValid(storedFileSchema, await readPrebuiltService(serviceDir, environment));
  const storedFile =
    prebuiltFile ??
    parseJsonIfValid(storedFileSchema, await readFile(join(serviceDir, RESOLVED_SERVICE_FILE), 'utf8').catch(() => ''));
  if (storedFile === undefined) return undefined;
  if (prebuiltFile === undefined && storedFile.key !== (await keyOf(serviceDir, environment))) return undefined;
  const { functions } = storedFile.service;
  const getFunction = (name: string): FunctionDefinition => {
    const definition = functions[name];
    if (definition === undefined) throw new Error(`there is no function ${name}`);
    return definition;
  };
  return {
    ...storedFile.service,
    getAllFunctions: () => Object.keys(functions),
    getFunction,
    getAllEventsInFunction: (name) => getFunction(name).events ?? [],
  };
}
