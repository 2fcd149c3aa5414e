import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { remove } from './fixture-service.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const CLI = fileURLToPath(import.meta.resolve('serverless/bin/serverless.js'));
/**
 * Where the CLI keeps the validator that it generates from its schema, under the hash of that schema; else it would do so
 * each time, for a third of its run. It moves the whole file there, so that several may run at once.
 */
const SCHEMA_CACHE = join(PROJECT, 'node_modules/.cache/serverless');

/** The end of an empty zip: what a function is packaged with here. */
const EMPTY_ZIP = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');

/**
 * A plugin that leaves out the file with the state of the service, which a deployment from a package reads and no test does:
 * the CLI takes two fifths of its run to find out whether the state has cycles.
 */
const WITHOUT_STATE = `module.exports = class {
  constructor({ pluginManager }) {
    const packaging = pluginManager.plugins.filter(({ saveServiceState }) => saveServiceState !== undefined);
    if (packaging.length !== 1) throw new Error('serverless package has another way to write its state');
    packaging[0].saveServiceState = async () => undefined;
  }
};
`;

const resource = z.looseObject({
  Type: z.string(),
  DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
  DeletionPolicy: z.string().optional(),
  UpdatePolicy: z.record(z.string(), z.unknown()).optional(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.looseObject({ Value: z.unknown() })),
});
export type Template = z.output<typeof template>;

/** Templates that were compiled by this process, by stage and environment. */
const compiled = new Map<string, Promise<Template>>();

/**
 * What `serverless package` makes of serverless.yml for a deployed stage: the template as CloudFormation gets it. Nothing is
 * bundled or zipped, which would take over a minute. A process compiles the same one once.
 * @returns a copy, which the caller may change
 * @throws what the Serverless CLI says
 */
export async function compileTemplate(environment: Readonly<Record<string, string>>, stage = 'dev'): Promise<Template> {
  const key = JSON.stringify([stage, environment]);
  const present = compiled.get(key) ?? compile(environment, stage);
  compiled.set(key, present);
  return structuredClone(await present);
}

async function compile(environment: Readonly<Record<string, string>>, stage: string): Promise<Template> {
  // Inside of the project, where its packages are found.
  const folder = join(PROJECT, '.build', `template-${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of ['functions', 'lib', 'node_modules', 'localstack'])
      symlinkSync(join(PROJECT, name), join(folder, name));
    cpSync(join(PROJECT, 'package.json'), join(folder, 'package.json'));
    writeFileSync(join(folder, 'empty.zip'), EMPTY_ZIP);
    writeFileSync(join(folder, 'without-state.cjs'), WITHOUT_STATE);
    const written = readFileSync(join(PROJECT, 'serverless.yml'), 'utf8');
    const text = written
      .replace(/^plugins:\n/m, '$&  - ./without-state.cjs\n')
      .replace(/^package:\n( .*\n)+/m, 'package: { artifact: empty.zip }\n')
      .replace(/^( +)path: layers\/\w+\/dist$/gm, '$1package: { artifact: empty.zip }');
    writeFileSync(join(folder, 'serverless.yml'), text);
    const cli = promisify(execFile)(process.execPath, [CLI, 'package', '--stage', stage], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        // Refuses every connection: nothing may be asked.
        AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
        SLS_TELEMETRY_DISABLED: '1',
        SLS_SCHEMA_CACHE_BASE_DIR: SCHEMA_CACHE,
        NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/compiled'),
        ...environment,
      },
    });
    await cli.catch((error: Error & { stdout?: string }) => {
      throw new Error(error.stdout ?? error.message, { cause: error });
    });
    const made = readFileSync(join(folder, '.serverless', 'cloudformation-template-update-stack.json'), 'utf8');
    return template.parse(JSON.parse(made));
  } finally {
    remove(folder);
  }
}
