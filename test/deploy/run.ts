/**
 * `npm run test:deploy`: what `serverless deploy` sends is deployed to an AWS-compatible emulator with permissions enforced,
 * and a film is made by its gateway, functions, queues, stream and schedule. README.md beside this file says what it shows.
 */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { account, baseUrlOf, packageStage, serverless } from './deployed-stage.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { callEveryOperation, functionsThatNeverRan, NOT_NEEDED, OF_LONG_FILMS } from './every-function.ts';
import { LONG_DECK, makeFilm, SHORT_DECK } from './film.ts';
import { fitEmulator } from './fit-emulator.ts';
import { requirePythonTools } from './python-tools.ts';

const began = performance.now();
const say = (line: string): void => {
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
};

/** @throws Error unless `list` is empty */
function none(list: readonly unknown[], what: string): void {
  if (list.length > 0) throw new Error(`${what}: ${JSON.stringify(list, undefined, 2)}`);
}

function checkAnswers({ proxy }: Emulator): void {
  none(proxy.refused, 'Calls of AWS were refused');
  none(proxy.failed, 'Answers with a 5xx');
  say(`${proxy.count()} answers: none refused for want of a right, none a 5xx`);
}

/** A film out of the stage, every function of it run once. */
async function useStage(emulator: Emulator, said: string, folder: string, long: boolean): Promise<void> {
  const baseUrl = baseUrlOf(emulator, said);
  const { api_key: apiKey = '' } = await account(emulator, 'create', '--plan', 'max');
  const film = await makeFilm(baseUrl, apiKey, long ? LONG_DECK : SHORT_DECK, join(folder, 'film.mp4'));
  say(
    `a film of ${film.frames} frames, ${film.bytes} bytes, rendered in ${film.seconds.render.toFixed(0)} s; ${film.deliveries} signed deliveries`,
  );
  const answers = await callEveryOperation(baseUrl, apiKey);
  say(`${answers.size} operations called`);
  const { 'lambda Functions': functions = [] } = await emulator.resources();
  const notNeeded = long ? NOT_NEEDED : { ...NOT_NEEDED, ...OF_LONG_FILMS };
  none(await functionsThatNeverRan(emulator, functions, notNeeded), 'Functions that never ran');
  say(`${functions.length} functions: all ran, except ${Object.keys(notNeeded).join(', ')}, which need not`);
}

async function removeStage(emulator: Emulator): Promise<void> {
  await serverless(emulator, 'remove');
  const left = await emulator.resources();
  none(Object.entries(left), 'Left after the removal');
  say('removed: nothing is left');
}

async function testDeploy(options: { package?: string; keep?: boolean; long?: boolean }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'test-deploy-'));
  const python = await requirePythonTools('The emulator of AWS');
  const stage = join(folder, 'package');
  if (options.package !== undefined && existsSync(options.package))
    await cp(options.package, stage, { recursive: true });
  else {
    await packageStage(stage);
    if (options.package !== undefined) await cp(stage, options.package, { recursive: true });
  }
  say(`packaged; left out, because the emulator has no alarms on several metrics: ${fitEmulator(stage).join(', ')}`);
  let whole = false;
  try {
    await using emulator = await startEmulator(python, folder);
    say(`emulator at ${emulator.proxy.url}, its log is ${emulator.log}`);
    const said = await serverless(emulator, 'deploy', '--package', stage);
    say('deployed');
    await useStage(emulator, said, folder, options.long === true);
    checkAnswers(emulator);
    await removeStage(emulator);
    const again = baseUrlOf(emulator, await serverless(emulator, 'deploy', '--package', stage));
    const health = await fetch(`${again}/health`);
    if (health.status !== 200) throw new Error(`The stage that was deployed again answers ${health.status}.`);
    say('deployed again, and healthy');
    await removeStage(emulator);
    checkAnswers(emulator);
    whole = true;
  } finally {
    if (whole && options.keep !== true) await rm(folder, { recursive: true, force: true });
    else say(`kept: ${folder}`);
  }
}

const program = new Command('test:deploy')
  .description('deploys to an AWS-compatible emulator and makes a film there')
  .option('--package <folder>', 'takes the package from there, or leaves it there when there is none')
  .option('--long', 'makes the film of the deck of npm run demo, which many workers share')
  .option('--keep', 'keeps the folder of the run, with the log of the emulator');
await program.parseAsync();
await testDeploy(program.opts());
// Connections that clients keep would hold the process up for a minute.
process.exit();
