import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { BEHAVIOURS, type BehaviourRun, expectAsTold } from '#test/support/clients/behaviours.ts';
import { recordingServices } from '#test/support/clients/recording-service.ts';
import { scriptedService } from '#test/support/clients/scripted-service.ts';
import { isTried, isWhole } from '#test/support/depth.ts';
import { codeBlocks } from '#test/support/docs/code-blocks.ts';
import { expectCallOf, operationsIn, SAMPLE_KEY, sampleOf, writeSampleFiles } from '#test/support/docs/sample-runs.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import {
  MISSING_HEADERS,
  missingHeadersIn,
  namedVerdicts,
  SIGNATURE_CASES,
  SIGNATURE_VERDICTS,
} from '#test/support/webhooks/signature-cases.ts';

const PROJECT = join(import.meta.dirname, '../..');
const SCRIPTS = join(PROJECT, 'test/support/clients');
const service = sharedService();
const blocks = codeBlocks().filter(({ file }) => file === 'lib/front/client/python/README.md');
/** Whether the client is there as the README says; Python, or its package index, may be missing. */
let isInstalled = false;

const runScript = (script: string) =>
  promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: service.directory });

beforeAll(async () => {
  const install = blocks.find(({ language }) => language === 'sh')?.code ?? '';
  expect(install).toContain(' ./lib/front/client/python');
  const script = install.replace(
    './lib/front/client/python',
    `--quiet --disable-pip-version-check ${PROJECT}/lib/front/client/python`,
  );
  // To install pip takes longer than all else here: the pip of the system installs into an environment without one.
  const quick = script
    .replace('-m venv', '-m venv --without-pip')
    .replace('.venv/bin/pip install', 'python3 -m pip --python .venv/bin/python install');
  try {
    if (isWhole) await runScript(script);
    else await runScript(quick).catch(() => runScript(`rm -rf .venv\n${script}`));
    isInstalled = true;
  } catch (error) {
    process.stderr.write(
      `SKIPPED: the Python client, which cannot be installed here: ${String(error).slice(0, 500)}\n`,
    );
  }
});

/**
 * Runs a program with the client, in the folder of the files of this test.
 * @param variables of its environment, next to those of this process
 * @returns what it printed
 */
function python(file: string, input = '', variables: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: service.directory, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...variables } };
    const child = execFile(join(service.directory, '.venv/bin/python'), [file], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
    // A program that ends before it has read its input is judged by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const MISSING = 'the Python client cannot be installed here';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Runs the program of the README that has this text. @param apiKey of its environment */
async function fromReadme(text: string, apiKey: string): Promise<string[]> {
  const code = blocks.find((block) => block.language === 'python' && block.code.includes(text))?.code ?? '';
  expect(code).toContain('VideoClient("http://localhost:3000/v1")');
  const own = code
    .replace('http://localhost:3000/v1', service.stack.baseUrl)
    .replaceAll('8000', String(await freePort()));
  await writeFile(join(service.directory, 'program.py'), own);
  return (await python('program.py', '', { VIDEO_API_KEY: apiKey })).trim().split('\n');
}

describe('the Python client, as pip installs it', () => {
  it('has every behaviour of the table', async ({ skip }) => {
    skip(!isInstalled, MISSING);
    const scripted = await scriptedService(BEHAVIOURS.map(({ answers }) => answers));
    const cases = BEHAVIOURS.map(({ call }, at) => ({ call, base_url: scripted.baseUrl(at) }));
    const runs = JSON.parse(await python(join(SCRIPTS, 'behaviours.py'), JSON.stringify(cases))) as BehaviourRun[];
    await scripted.close();
    expect(runs).toHaveLength(BEHAVIOURS.length);
    for (const [at, behaviour] of BEHAVIOURS.entries()) {
      const run = runs[at];
      if (!run) throw new Error(`no outcome of ${behaviour.name}`);
      expectAsTold(behaviour, run, scripted.seen[at]);
    }
  });

  it('believes the deliveries that every verifier believes, and no other', async ({ skip }) => {
    skip(!isInstalled, MISSING);
    const printed = await python(join(SCRIPTS, 'verdicts.py'), JSON.stringify(Object.values(SIGNATURE_CASES)));
    const verdicts = JSON.parse(printed) as string[];
    expect(namedVerdicts(verdicts)).toEqual(SIGNATURE_VERDICTS);
    expect(missingHeadersIn(verdicts)).toEqual(MISSING_HEADERS);
  });

  it('sends by every sample of the reference the call that the description has as its example', async ({ skip }) => {
    skip(!isInstalled, MISSING);
    const operations = operationsIn('python').filter((_, at) => isTried(at, 3));
    await writeSampleFiles(service.directory, operations);
    const services = await recordingServices(operations.length);
    const samples = operations.map((operation, at) => sampleOf(operation, 'python', services.baseUrl(at)));
    const program = `import json, os, sys\nos.environ["VIDEO_API_KEY"] = "${SAMPLE_KEY}"\nfor code in json.load(sys.stdin): exec(code, {})\n`;
    await writeFile(join(service.directory, 'samples.py'), program);
    await python('samples.py', JSON.stringify(samples));
    await services.close();
    for (const [at, operation] of operations.entries()) expectCallOf(operation, services.requests[at] ?? [], 'upload');
  });

  it('makes and saves a video by the first program of its README, which needs no file', async ({ skip }) => {
    skip(!isInstalled, MISSING);
    const { apiKey } = await service.account('pro');
    expect(await fromReadme('wait_for', apiKey)).toContain('100 %');
    expect((await readFile(join(service.directory, 'tides.mp4'))).toString('latin1', 4, 8)).toBe('ftyp');
  });

  it('uploads a picture by the program of its README', async ({ skip }) => {
    skip(!isInstalled, MISSING);
    await copyFile(join(PROJECT, 'test/fixtures/deck/lighthouse.jpg'), join(service.directory, 'harbour.jpg'));
    const { apiKey } = await service.account('pro');
    expect(await fromReadme('announce_image', apiKey)).toEqual(['Harbour']);
  });

  it('receives and verifies a first webhook by the program of its README', async ({ skip }) => {
    skip(!isInstalled, MISSING);
    const account = await service.account('pro');
    const lines = await fromReadme('verified_event', account.apiKey);
    expect(lines.toSorted()).toEqual(['render.completed completed', 'succeeded']);
    expect(await account.ok('GET', '/webhooks')).toMatchObject({ data: [] });
  });
});
