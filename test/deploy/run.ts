/**
 * `npm run test:deploy`: what `serverless deploy` sends is deployed to an AWS-compatible emulator with permissions enforced,
 * and a video is made by its gateway, functions, queues, stream and schedule. README.md next to this file says what it shows.
 */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createCliApiClient } from '#cli/cli-api-client.ts';
import { dialogueFaults } from '#test/support/service/dialogue-faults.ts';
import { makeDialogueVideo } from '#test/support/service/dialogue-video.ts';
import { CHANGED_VERSION, changeVersion, toldVersion, VERSION } from './change-version.ts';
import { account, baseUrlOf, packageStage, serverless } from './deployed-stage.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { callEveryOperation, functionsThatNeverRan, uploadPicture, uploadVideo } from './every-function.ts';
import { makeFilm } from './film.ts';
import { fitEmulator } from './fit-emulator.ts';
import { RENDERS, startLongRenders } from './long-renders.ts';
import { requirePythonTools } from './python-tools.ts';
import { startSlowReceiver } from './slow-receiver.ts';

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

/** A running stage, and who uses it. */
interface Stage {
  emulator: Emulator;
  baseUrl: string;
  apiKey: string;
  /** For files. */
  folder: string;
}

/** A video out of the stage, and every operation of it called once. */
async function useStage({ baseUrl, apiKey, folder }: Stage, { everyOperation = true } = {}): Promise<void> {
  const film = await makeFilm(baseUrl, apiKey, join(folder, 'film.mp4'));
  say(
    `a film of ${film.frames} frames, ${film.bytes} bytes, rendered in ${film.seconds.render.toFixed(0)} s; ${film.deliveries} signed deliveries`,
  );
  const dialogue = await makeDialogueVideo({ baseUrl, apiKey, folder });
  none(dialogueFaults(dialogue), 'Faults of a dialogue');
  say(
    `a dialogue: two voices heard, ${dialogue.reveals.seen.length} changes and ${dialogue.marks.length} marked words seen at their times`,
  );
  if (!everyOperation) return;
  const answers = await callEveryOperation(baseUrl, apiKey);
  await uploadPicture(baseUrl, apiKey);
  await uploadVideo(baseUrl, apiKey);
  say(`${answers.size} operations called, a picture and a video taken`);
}

/**
 * Changes the version of the stage while videos are made, which have to be whole.
 * @param change resolves when the stage has the other version
 * @param version that the API tells then
 */
async function changeMeanwhile(
  { baseUrl, apiKey, folder }: Stage,
  what: string,
  change: () => Promise<unknown>,
  version: string,
): Promise<void> {
  const renders = startLongRenders(baseUrl, apiKey, what);
  await renders.areUnderWay();
  await change();
  const left = await renders.left();
  // Videos follow one another, so this says that the stage makes none any more.
  if (left === 0) throw new Error(`${what}: no video was under way at the end.`);
  const told = await toldVersion(baseUrl);
  if (told !== version) throw new Error(`${what}: the stage reports version ${told}, not ${version}.`);
  say(`${what} while videos were made: it is ${told} now, and ${left} of them were not done yet`);
  const { films, frames } = await renders.complete(folder);
  say(`${films} videos are whole, ${frames} frames`);
}

async function checkAllRan(emulator: Emulator): Promise<void> {
  const { 'lambda Functions': functions = [] } = await emulator.resources();
  none(await functionsThatNeverRan(emulator, functions), 'Functions that never ran');
  say(`${functions.length} functions: all ran`);
}

async function deployAgain(emulator: Emulator, folder: string): Promise<void> {
  const again = baseUrlOf(emulator, await serverless(emulator, 'deploy', '--package', folder));
  const health = await fetch(`${again}/health`);
  if (health.status !== 200) throw new Error(`The stage that was deployed again answers ${health.status}.`);
  say('deployed again, and healthy');
  checkAnswers(emulator);
  await removeStage(emulator);
}

async function removeStage(emulator: Emulator): Promise<void> {
  const { refused } = emulator.proxy;
  const before = refused.length;
  await serverless(emulator, 'remove');
  // Calls that have started are ended while their roles go, as on AWS: a schedule may be due at this moment.
  refused.splice(before);
  const left = await emulator.resources();
  none(Object.entries(left), 'Left after the removal');
  say('removed: nothing is left');
}

/**
 * Videos, every operation, another version while videos are made, and all functions.
 * @param was the time of the first version, to which the stage is rolled back while videos are made; undefined: it is not
 */
async function longTest(emulator: Emulator, stage: Stage, changed: string, was: number | undefined): Promise<void> {
  const { baseUrl, apiKey } = stage;
  await useStage(stage);
  await using slow = await startSlowReceiver();
  await createCliApiClient({ baseUrl, apiKey }).createWebhook({ url: slow.url, events: ['render.completed'] });
  const redeploy = () => serverless(emulator, 'deploy', '--package', changed);
  await changeMeanwhile(stage, 'deployed another version', redeploy, CHANGED_VERSION);
  if (was !== undefined) {
    const rollBack = () => serverless(emulator, 'rollback', '--timestamp', String(was));
    await changeMeanwhile(stage, 'rolled back', rollBack, VERSION);
  }
  await slow.hasAnswered((was === undefined ? 1 : 2) * RENDERS);
  await checkAllRan(emulator);
}

/** A video out of the stage, then another version, which makes no video. */
async function quickTest(emulator: Emulator, stage: Stage, changed: string): Promise<void> {
  await useStage(stage, { everyOperation: false });
  await serverless(emulator, 'deploy', '--package', changed);
  const told = await toldVersion(stage.baseUrl);
  if (told !== CHANGED_VERSION) throw new Error(`The stage tells version ${told}, not ${CHANGED_VERSION}.`);
  say(`deployed another version: it is ${told} now`);
}

/** Options of `npm run test:deploy`. */
interface DeployOptions {
  package?: string;
  keep?: boolean;
  quick?: boolean;
  once?: boolean;
}

async function testDeploy(options: DeployOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'test-deploy-'));
  const python = await requirePythonTools('The emulator of AWS');
  const [first, changed] = [join(folder, 'package'), join(folder, 'changed')];
  if (options.package !== undefined && existsSync(options.package))
    await cp(options.package, first, { recursive: true });
  else {
    await packageStage(first);
    if (options.package !== undefined) await cp(first, options.package, { recursive: true });
  }
  say(`packaged; left out, because the emulator has no alarms on several metrics: ${fitEmulator(first).join(', ')}`);
  await cp(first, changed, { recursive: true });
  const times = await changeVersion(python, changed);
  let whole = false;
  try {
    await using emulator = await startEmulator(python, folder);
    say(`emulator at ${emulator.proxy.url}, its log is ${emulator.log}`);
    const baseUrl = baseUrlOf(emulator, await serverless(emulator, 'deploy', '--package', first));
    say('deployed');
    const { api_key: apiKey = '' } = await account(emulator, 'create', '--plan', 'max');
    const stage: Stage = { emulator, baseUrl, apiKey, folder };
    if (options.quick === true) await quickTest(emulator, stage, changed);
    else await longTest(emulator, stage, changed, options.once === true ? undefined : times.was);
    checkAnswers(emulator);
    await removeStage(emulator);
    if (options.quick !== true && options.once !== true) await deployAgain(emulator, first);
    whole = true;
  } finally {
    if (whole && options.keep !== true) await rm(folder, { recursive: true, force: true });
    else say(`kept: ${folder}`);
  }
}

const program = new Command('test:deploy')
  .description(
    'deploys to an AWS-compatible emulator, makes videos, changes the version meanwhile and removes all of it',
  )
  .option('--package <folder>', 'takes the package from there, or leaves it there when there is none')
  .option('--quick', 'one video, another version, and the removal')
  .option('--once', 'without the roll-back and the second deployment')
  .option('--keep', 'keeps the folder of the run, with the log of the emulator');
await program.parseAsync();
// The emulator ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await testDeploy(program.opts());
// Connections that clients keep would hold the process up for a minute.
process.exit();
