/**
 * Proves the image of the service as one server runs it: not as root, with a root that is read-only, without capabilities, with 2 GB of
 * memory and one core. Makes an account and a video in it, kills it, and starts it again on the same volume.
 *
 *   docker build --tag video-timeline . && node test/ci/container.ts
 *   node test/ci/container.ts --engine 'podman --runtime runc' --run '--cgroups=no-conmon'
 *
 * Prints a line for each step; ends with 1 at the first that fails.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createStyledCommand, runCliProgram } from '#cli/program.ts';
import { CommandError } from '#emulators/host/command-errors.ts';
import { outputOf } from '#test/tools/release/output-of.ts';

const IMAGE_BYTES = 700e6;
const STOP_SECONDS = 30;
const START_SECONDS = 180;
const VOLUME = 'video-timeline-check';
const CONTAINER = 'video-timeline-check';
const DECK = '# A deck\\n\\n- Made in a container\\n\\nNote: One core and two gigabytes are enough.\\n';

interface Options {
  engine: string;
  run: string;
  image: string;
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The commands of the check, in the words of one engine. */
function containerOf({ engine, run, image }: Options) {
  const [program = '', ...prefix] = words(engine);
  const call = (...args: string[]): Promise<string> => outputOf('.', program, ...prefix, ...args);
  const bounds = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges', '--memory=2g', '--cpus=1'];
  return {
    call,
    start: () =>
      call('run', '--detach', '--name', CONTAINER, '--volume', `${VOLUME}:/data`, ...bounds, ...words(run), image),
    execute: (...command: string[]) => call('exec', CONTAINER, ...command),
    remove: async () => {
      await call('rm', '--force', CONTAINER).catch(() => undefined);
      await call('volume', 'rm', '--force', VOLUME).catch(() => undefined);
    },
  };
}
type Container = ReturnType<typeof containerOf>;

/** Waits until the check of the image's health succeeds. @returns the seconds that it took */
async function waitUntilHealthy({ execute }: Container): Promise<number> {
  const before = performance.now();
  const isReady =
    "fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))";
  while (performance.now() - before < START_SECONDS * 1000) {
    const ready = await execute('node', '-e', isReady).then(
      () => true,
      () => false,
    );
    if (ready) return (performance.now() - before) / 1000;
    await delay(500);
  }
  throw new CommandError(`The service was not ready after ${START_SECONDS} s.`);
}

async function assertSize({ call }: Container, image: string): Promise<void> {
  const bytes = Number(await call('image', 'inspect', '--format', '{{.Size}}', image));
  say(`the image has ${(bytes / 1e6).toFixed(0)} MB`);
  if (!(bytes <= IMAGE_BYTES)) throw new CommandError(`An image has at most ${IMAGE_BYTES / 1e6} MB.`);
}

/** Asserts that the program is no superuser and can write nothing but the volume. */
async function assertConfined({ execute }: Container): Promise<void> {
  const uid = (await execute('id', '-u')).trim();
  const written = await execute(
    'sh',
    '-c',
    'touch /opt/x /usr/x /etc/x /home/node/x 2>/dev/null && echo written || true',
  );
  if (uid === '0' || written.trim() !== '') throw new CommandError(`User ${uid}, ${written || 'nothing written'}`);
  say(`runs as user ${uid} and writes only its volume`);
}

/** The status of a request with a key, made inside. */
const statusOf = async ({ execute }: Container, key: string): Promise<string> => {
  const request = `fetch('http://127.0.0.1:3000/v1/me', { headers: { 'x-api-key': '${key}' } }).then(({ status }) => console.log(status))`;
  return (await execute('node', '-e', request)).trim();
};

/** Makes a video at the running service. @returns the bytes of the video */
async function makeVideo({ execute }: Container, key: string): Promise<number> {
  await execute('sh', '-c', `printf '${DECK}' > /data/deck.md`);
  const url = 'http://127.0.0.1:3000/v1';
  await execute('video-timeline', 'render', '/data/deck.md', '-o', '/data/deck.mp4', '--url', url, '--key', key);
  return Number(await execute('stat', '-c', '%s', '/data/deck.mp4'));
}

async function check(options: Options): Promise<void> {
  const container = containerOf(options);
  await container.remove();
  try {
    await assertSize(container, options.image);
    await container.start();
    say(`ready after ${(await waitUntilHealthy(container)).toFixed(1)} s`);
    await assertConfined(container);
    const created = await container.execute('video-timeline', 'account', 'create', '--plan', 'pro', '--json');
    const { api_key: key }: { api_key: string } = JSON.parse(created);
    const bytes = await makeVideo(container, key);
    if (!(bytes > 10_000)) throw new CommandError(`The video has ${bytes} bytes.`);
    say(`a video of ${bytes} bytes`);

    await container.call('kill', '--signal', 'KILL', CONTAINER);
    await container.call('start', CONTAINER);
    await waitUntilHealthy(container);
    const status = await statusOf(container, key);
    if (status !== '200') throw new CommandError(`After a kill the key gets ${status}.`);
    say('after a kill, the account is there');

    const before = performance.now();
    await container.call('stop', '--time', String(STOP_SECONDS), CONTAINER);
    const seconds = (performance.now() - before) / 1000;
    const code = (await container.call('inspect', '--format', '{{.State.ExitCode}}', CONTAINER)).trim();
    if (seconds >= STOP_SECONDS || code !== '0')
      throw new CommandError(`A stop took ${seconds} s and ended with ${code}.`);
    say(`stops in ${seconds.toFixed(1)} s with code ${code}`);
  } catch (error) {
    process.stderr.write(await container.call('logs', CONTAINER).catch(() => ''));
    throw error;
  } finally {
    await container.remove();
  }
}

const program = createStyledCommand(
  'node test/ci/container.ts',
  'Proves the image of the service as one server runs it.',
)
  .option('--engine <command>', 'the program that runs containers, with its options', 'docker')
  .option('--run <options>', 'further options of `run`', '')
  .option('--image <name>', 'the image', 'video-timeline')
  .action(check);
await runCliProgram(program);
