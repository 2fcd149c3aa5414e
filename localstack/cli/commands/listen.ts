/**
 * `npm run listen -- [--port 4000] [--secret whsec_…] [--register --account acc_…]`: a receiver of webhooks on this machine, which
 * verifies deliveries and prints a line for each, until Ctrl-C.
 */
import { once } from 'node:events';
import { InvalidArgumentError, Option } from 'commander';
import { UsageError } from '#emulators/host/command-errors.ts';
import { runCommandAndExit } from '../command.ts';
import { startWebhookListener } from '../delivery-listener.ts';
import { receivedDeliveryLogLine } from '../delivery-log.ts';
import { parsePortOption } from '../port-option.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

interface Options {
  port: number;
  secret?: string;
  register: boolean;
  account?: string;
  key?: string;
  json: boolean;
}

function parseSecret(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text))
    throw new InvalidArgumentError('It must be whsec_ followed by base64.');
  return text;
}

/** `video listen`, with its options. */
export const listenCommand = () =>
  createCommandFromCatalog('listen')
    .addOption(
      new Option('--port <port>', 'port on 127.0.0.1; 0: any free one').argParser(parsePortOption).default(4000),
    )
    .addOption(new Option('--secret <whsec>', 'the signing secret').env('WEBHOOK_SECRET').argParser(parseSecret))
    .option('--register', 'register with the service that runs on DATA_DIR (.local), for as long as this runs', false)
    .option('--account <id>', 'with --register: the account whose events are wanted; a temporary key is made')
    .addOption(new Option('--key <key>', 'with --register: an API key of it instead').env('VIDEO_API_KEY'))
    .addOption(createJsonOption('one JSON object a line'))
    .action((options: Options) => runCommandAndExit((signal) => listen(options, signal), { untilSignal: true }));

async function listen(options: Options, signal: AbortSignal): Promise<void> {
  if (options.register && options.secret !== undefined)
    throw new UsageError('--register gets a new secret: --secret is for receivers that are already registered.');
  if (options.register && options.account === undefined && options.key === undefined)
    throw new UsageError('--register needs --account (whose events are wanted) or --key (an API key of it).');
  // Loaded only if needed: it imports the client of the table, which takes longer to load than all the rest.
  const register = options.register && (await import('../temporary-webhook.ts')).registerWebhookReceiver;
  // With --json, other output goes to stderr.
  const say = (line: string) => void (options.json ? process.stderr : process.stdout).write(`${line}\n`);
  await using listener = await startWebhookListener({
    port: options.port,
    secret: options.register ? 'later' : options.secret,
    onEntry: (entry) =>
      void process.stdout.write(
        `${options.json ? JSON.stringify(entry) : receivedDeliveryLogLine(entry, process.stdout)}\n`,
      ),
  });
  await using registration = register
    ? await register({
        dataDir: process.env.DATA_DIR || '.local',
        account: options.account,
        key: options.key,
        url: listener.url,
      })
    : undefined;
  if (registration) {
    listener.trust(registration.secret);
    say(`Registered as ${registration.id} with ${registration.baseUrl}`);
  }
  say(`Listening on ${listener.url}`);
  if (!signal.aborted) await once(signal, 'abort');
}

if (import.meta.main) await runNpmScriptCommand('listen', listenCommand());
