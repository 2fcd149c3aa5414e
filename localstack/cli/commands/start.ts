/** `npm start`: runs the service whose serverless.yml is in the current folder on this machine, until SIGINT or SIGTERM. */

import { isNpmPackage, PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { StartError } from '#emulators/host/start-error.ts';
import { adaptCommandCallsToInstallation } from '../command-catalog.ts';
import { exitCodeForError, explainError } from '../explain-error.ts';
import { createCommandFromCatalog, runNpmScriptCommand } from '../program.ts';
import { useCompileCache } from '../use-compile-cache.ts';

const SETTINGS_HELP = `
Settings come from the environment:
  PORT              of the API (3000)
  HOST              address on which it listens (127.0.0.1 and ::1); another needs PUBLIC_BASE_URL and an account
  PUBLIC_BASE_URL   address of the API for clients on other machines, such as https://video.example.com/v1
  PUBLIC_MEDIA_URL  address of its files for them (the origin of PUBLIC_BASE_URL and /media)
  DATA_DIR          the folder of its state (.local)
  DATA_MAX_GB       the most gigabytes of that folder: caches go first, then uploads and renders are refused (no bound)
  EDGE_PORT         of the emulators of AWS (4566)
  TRUSTED_PROXIES   addresses or ranges whose X-Forwarded-For names the client (this machine's)
  METRICS_TOKEN     lets other machines read /metrics, as a bearer token
  WORKERS           most jobs that encode at the same time (one for each core)
  CPU_TIME_FACTOR   how slow this machine is, from 1 to 100: reading clients' files may take that many times the processor time (1)
  ALLOWED_HOSTS     host names that requests may have in addition to localhost, such as that of a tunnel
  AWS_ENDPOINT_URL  an AWS-compatible endpoint to use instead of the embedded emulators
  MESSAGE_COPIES    number of times that each message of a queue is delivered to its function (1)`;

function parsePort(name: string, fallback: number): number {
  const value = process.env[name] ?? '';
  if (value === '') return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`${name} must be a port number, not "${value}"`);
  return port;
}

/** DATA_MAX_GB in bytes; undefined without it. */
function parseDataMaxBytes(): number | undefined {
  const value = process.env.DATA_MAX_GB || undefined;
  if (value === undefined) return undefined;
  const bytes = Number(value) * 1e9;
  if (!(bytes > 0 && bytes <= Number.MAX_SAFE_INTEGER))
    throw new StartError(`DATA_MAX_GB must be a number of gigabytes above 0, not "${value}"`);
  return bytes;
}

function parseMessageCopies(): number {
  const copies = Number(process.env.MESSAGE_COPIES || 1);
  if (!Number.isInteger(copies) || copies < 1 || copies > 10)
    throw new StartError(`MESSAGE_COPIES must be a number from 1 to 10, not "${process.env.MESSAGE_COPIES}"`);
  return copies;
}

/** The number of cores that encoding may use; undefined: all. */
function parseWorkers(): number | undefined {
  const value = process.env.WORKERS ?? '';
  if (value === '') return undefined;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > 256)
    throw new StartError(`WORKERS must be a number from 1 to 256, not "${value}"`);
  return count;
}

async function main(): Promise<void> {
  useCompileCache();
  // Files of this process and its children are readable only by the user.
  process.umask(0o077);
  // Registered first, so that a signal during the start stops everything that has been started by then.
  const stopController = new AbortController();
  const stopRequested = new Promise<void>((resolve) =>
    stopController.signal.addEventListener('abort', () => resolve()),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopController.abort());
  const { startStack } = await import('#stack/start-stack.ts');
  const { releaseMemoryWhenIdle } = await import('#emulators/host/idle-memory.ts');
  releaseMemoryWhenIdle();
  const stackPromise = startStack({
    port: parsePort('PORT', 3000),
    edgePort: parsePort('EDGE_PORT', 4566),
    dataDir: process.env.DATA_DIR || '.local',
    serviceDir: isNpmPackage() ? PROJECT_FOLDER : process.cwd(),
    endpoint: process.env.AWS_ENDPOINT_URL || undefined,
    prewarm: true,
    ...(parseWorkers() === undefined ? {} : { cores: parseWorkers() }),
    messageCopies: parseMessageCopies(),
    dataMaxBytes: parseDataMaxBytes(),
    signal: stopController.signal,
  });
  const stack = await stackPromise.catch((error: unknown) => {
    if (!stopController.signal.aborted) throw error;
  });
  if (stack !== undefined && !stopController.signal.aborted) {
    process.stdout.write(`ready ${stack.baseUrl}\n`);
    // Programs wait for the line above; the next steps are for users at a terminal.
    if (process.stdout.isTTY) process.stdout.write(`${adaptCommandCallsToInstallation(nextSteps(stack.baseUrl))}\n`);
    await stopRequested;
  }
  await stack?.stop();
}

/** Hints that are printed when the service has started. */
const nextSteps = (baseUrl: string): string => `
  docs      ${baseUrl}/docs
  console   ${baseUrl}/console
  API key   npm run account -- create --plan pro
  webhooks  npm run listen -- --register --account acc_…
  stop      Ctrl-C`;

/** `video start`, with its options. */
export const startCommand = () =>
  createCommandFromCatalog('start', 'It prints `ready http://localhost:3000/v1` when it answers.')
    .addHelpText('after', SETTINGS_HELP)
    .action(() =>
      main().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${explainError(error)}\n`);
          process.exit(exitCodeForError(error));
        },
      ),
    );

if (import.meta.main) await runNpmScriptCommand('start', startCommand());
