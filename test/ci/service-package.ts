/**
 * Checks the npm package of the service as its users get it: installed in an empty folder, with each version of Node that it supports, it
 * makes the video of the demo and of a deck, starts, and makes an account. `--quick` only packs it and runs its program without its
 * dependencies; `--file` takes an existing package.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { availableCommandNames } from '#cli/command-catalog.ts';
import { createStyledCommand, runCliProgram } from '#cli/program.ts';
import { CommandError } from '#emulators/host/command-errors.ts';
import { PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { outputOf } from '#test/tools/release/output-of.ts';
import { packService } from '#test/tools/release/pack.ts';
import { USUAL_VARIANT } from '#test/tools/release/service-package/resolve-services.ts';
import { SERVICE_PACKAGE } from '#test/tools/release/service-package/stage-service.ts';

const NODE_VERSIONS = ['22', '24', '26'];
/** Bytes that a video has at least. */
const VIDEO_BYTES = 10_000;
const DECK = '# A deck\n\n- Made without a clone\n\nNote: This video was made by a package.\n';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Calls the program of the package in a folder. */
const call = (folder: string, ...args: string[]): Promise<string> =>
  outputOf(folder, 'npx', '--no-install', SERVICE_PACKAGE, ...args);

async function assertVideo(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size < VIDEO_BYTES) throw new CommandError(`${path} has only ${size} bytes.`);
}

/** Starts the service, makes an account at it, and stops it. */
async function checkService(folder: string): Promise<void> {
  const program = join(folder, 'node_modules', SERVICE_PACKAGE, 'bin/video-timeline.mjs');
  const environment = { ...process.env, PORT: '0', EDGE_PORT: '0' };
  const child = spawn('node', [program, 'start'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [''])]);
  if (!String(line).startsWith('ready ')) throw new CommandError(`start says ${line || 'nothing'}`);
  const { api_key: key } = JSON.parse(await call(folder, 'account', 'create', '--plan', 'pro', '--json'));
  const answer = await fetch(`${String(line).slice('ready '.length)}/me`, { headers: { 'x-api-key': key } });
  child.kill('SIGTERM');
  const [code] = await ended;
  if (answer.status !== 200 || code !== 0)
    throw new CommandError(`GET /me: ${answer.status}; start ended with ${code}`);
}

/** Checks that nothing was written into the package. */
async function assertUnchanged(folder: string, since: number): Promise<void> {
  const place = join(folder, 'node_modules', SERVICE_PACKAGE);
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await stat(path)).ctimeMs > since) throw new CommandError(`${path} was written.`);
  }
}

/** Installs a version of Node, and puts it in front of PATH. @returns its version */
async function useNode(folder: string, version: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  // The script of the package installs the program for this system; npm runs it only where it is allowed.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ allowScripts: { node: true } }));
  await outputOf(folder, 'npm', 'install', `node@${version}`);
  process.env.PATH = [join(folder, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  return (await outputOf(folder, 'node', '--version')).trim();
}

async function checkInstalled(file: string, folder: string, version: string): Promise<void> {
  const inherited = process.env.PATH;
  const node = await useNode(join(folder, 'node'), version);
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await outputOf(empty, 'npm', 'install', file);
  const installed = Date.now();
  await call(empty, 'demo');
  await assertVideo(join(empty, 'out/demo.mp4'));
  await writeFile(join(empty, 'deck.md'), DECK);
  await call(empty, 'render', 'deck.md', '-o', 'deck.mp4');
  await assertVideo(join(empty, 'deck.mp4'));
  await checkService(empty);
  await assertUnchanged(empty, installed);
  process.env.PATH = inherited;
  say(`Node ${node}: demo, render, start and account in an empty folder`);
}

/** Runs the program of the package as npm unpacks it: its help names the commands that it has. */
async function checkProgram(file: string, folder: string): Promise<void> {
  await outputOf(dirname(file), 'tar', '-xzf', file, '-C', folder);
  const help = await outputOf(folder, process.execPath, join(folder, 'package/bin/video-timeline.mjs'), '--help');
  const missing = availableCommandNames(true).filter((name) => !help.includes(`\n  ${name} `));
  if (missing.length > 0) throw new CommandError(`The help does not have ${missing.join(', ')}:\n${help}`);
  say(`${((await stat(file)).size / 1e6).toFixed(1)} MB, ${availableCommandNames(true).length} commands`);
}

interface Options {
  quick: boolean;
  file?: string;
  node: string[];
}

async function check({ quick, file, node }: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'service-package-'));
  try {
    const packed =
      file === undefined
        ? await packService(PROJECT_FOLDER, folder, quick ? [USUAL_VARIANT] : undefined)
        : resolve(file);
    await checkProgram(packed, folder);
    if (!quick) for (const version of node) await checkInstalled(packed, join(folder, version), version);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const program = createStyledCommand('node test/ci/service-package.ts', 'Checks the npm package of the service.')
  .option('--quick', 'pack it, and run its program without its dependencies', false)
  .option('--file <package>', 'an existing package')
  .option('--node <versions...>', 'versions of Node', NODE_VERSIONS)
  .action(check);
await runCliProgram(program);
