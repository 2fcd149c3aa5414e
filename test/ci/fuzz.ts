/**
 * `npm run fuzz`: starts the service, and lets Schemathesis send it requests made from its own `openapi.json`: valid
 * ones, and ones with a fault each. Fails on any 5xx, and on any status, content type, header or body that the
 * description does not have. Options are handed on to Schemathesis (`-- --max-examples 50`).
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithText } from '#cli/command-line.ts';
import { createDevelopmentAccount } from '#cli/operator.ts';
import type { OpenApiDocument } from '#front/api/openapi/document.ts';
import { type RunningStack, startStack } from '#stack/start-stack.ts';
import { closeAnswers } from './close-answers.ts';
import { type FuzzAccount, fuzzAccount } from './fuzz-account.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const SCHEMATHESIS = 'schemathesis==4.32.5';
const VENV = join(HERE, '..', '..', 'node_modules', '.cache', 'schemathesis');
const PROGRAM = join(VENV, 'bin', 'schemathesis');

/** So many accounts share the requests that none meets its rate limit (600 a minute). */
const ACCOUNTS = 12;

/** The least number of requests to an operation that has something to vary. */
const MIN_CASES = 200;

/** The tags whose operations take about half of the time. */
const HALF = ['timelines', 'slides'];

/** Its errors have the shape of JSON-RPC; test/e2e/agents.test.ts sends it what is hostile. */
const JSON_RPC = '/mcp';

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
];

interface Place {
  /** For the files that a program leaves behind. */
  cwd?: string;
  environment?: Record<string, string>;
}

/** Runs a program to its end and shows then what it wrote; answers its exit code. */
function run(program: string, options: readonly string[], { cwd, environment = {} }: Place = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const output: Buffer[] = [];
  const child = spawn(program, options, { cwd, env: { ...process.env, ...environment } });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  child.once('error', reject);
  child.once('close', (code) => {
    process.stdout.write(Buffer.concat(output));
    resolve(code ?? 1);
  });
  return promise;
}

async function install(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  const made =
    (await run('python3', ['-m', 'venv', VENV])) === 0 &&
    (await run(join(VENV, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', SCHEMATHESIS])) === 0;
  if (made) return;
  await rm(VENV, { recursive: true, force: true });
  throw new Error(`${SCHEMATHESIS} could not be installed; this needs python3 with venv, and PyPI`);
}

async function fuzz({ baseUrl, environment: service }: RunningStack, folder: string): Promise<number> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const description = closeAnswers((await response.json()) as OpenApiDocument);
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(description));
  const accounts: FuzzAccount[] = [];
  for (let number = 0; number < ACCOUNTS; number++) {
    const details = { name: `Fuzz ${number}`, email: `fuzz-${number}@example.com`, plan: 'max' } as const;
    const { api_key } = await createDevelopmentAccount(service, details);
    accounts.push(await fuzzAccount(baseUrl, api_key));
  }
  const options = [
    ...['--config-file', join(HERE, 'schemathesis.toml')],
    ...['run', file, '--url', baseUrl, '--checks', CHECKS.join(','), '--phases', 'examples,coverage,fuzzing'],
    ...['--max-examples', '200', '--workers', '1', '--mode', 'all', '--seed', '1', '--request-timeout', '30'],
    ...['--exclude-path', JSON_RPC],
    ...['--suppress-health-check', 'all', '--generation-database', 'none', '--warnings', 'off', '--no-color'],
    ...process.argv.slice(2),
  ];
  const environment = {
    FUZZ_FIXTURES: JSON.stringify(accounts),
    FUZZ_COUNTS: folder,
    SCHEMATHESIS_HOOKS: join(HERE, 'fuzz_hooks.py'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  // Two processes, not two threads: they use two cores, and Python's own parser fails in threads before 3.12.
  const halves = ['--include-tag', '--exclude-tag'].map((choice) =>
    run(PROGRAM, [...options, ...HALF.flatMap((tag) => [choice, tag])], { cwd: folder, environment }),
  );
  const worst = Math.max(...(await Promise.all(halves)));
  const few = await tooFew(description, folder);
  return worst === 0 && few ? 1 : worst;
}

/** Whether an operation has parameters or a body: without either there is one request to make. */
const varies = (operation: object): boolean =>
  'requestBody' in operation ||
  ('parameters' in operation && Array.isArray(operation.parameters) && operation.parameters.length > 0);

/** Shows how many requests each operation got; answers whether one that can be varied got fewer than it should. */
async function tooFew(description: OpenApiDocument, folder: string): Promise<boolean> {
  const sent = new Map<string, number>();
  for (const name of (await readdir(folder)).filter((file) => file.startsWith('counts-'))) {
    const counts = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, number>;
    for (const [operation, count] of Object.entries(counts)) sent.set(operation, (sent.get(operation) ?? 0) + count);
  }
  const few: string[] = [];
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const route = `${method.toUpperCase()} ${path}`;
      const count = sent.get(route) ?? 0;
      if (path === JSON_RPC) continue;
      const least = varies(operation) ? MIN_CASES : 1;
      process.stdout.write(`${String(count).padStart(6)}  ${route}\n`);
      if (count < least && process.argv.length === 2) few.push(`${route} got ${count} of ${least}`);
    }
  }
  if (few.length > 0) process.stderr.write(`Too few requests:\n${few.join('\n')}\n`);
  return few.length > 0;
}

if (process.argv.includes('--help') || process.argv.includes('-h'))
  exitWithText({
    text: `npm run fuzz [-- options]: starts the service, and sends it requests made from its own description. The options are those of
\`schemathesis run\`, such as --max-examples 50.`,
    exitCode: 0,
  });
await install();
const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
const stack = await startStack({ port: 0, edgePort: 0, dataDir: join(folder, 'data'), logLevel: 'error' });
try {
  process.exitCode = await fuzz(stack, folder);
} finally {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
}
