/**
 * `npm run demo`: starts the whole service on this machine, makes `out/demo.mp4` from a Markdown deck through the public API, verifies the
 * webhooks that report progress and end of the render, and stops the service.
 */
import { join, relative } from 'node:path';
import { ServiceRequestFailedError } from '#emulators/host/command-errors.ts';
import { defaultOutputFolder, PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { DEFAULT_MOTION_LEVEL } from '#engine/video/motion/motions.ts';
import { checkVideoAgainstRender } from '../check-video-against-render.ts';
import { createCliApiClient } from '../cli-api-client.ts';
import { runCommandAndExit } from '../command.ts';
import { importReportLines } from '../import-deck-and-wait.ts';
import { loadDeck } from '../load-deck.ts';
import { type LocalService, withLocalService } from '../local-service.ts';
import { type LocalWebhookReceiver, startWebhookReceiver } from '../local-webhook-receiver.ts';
import { createCommandFromCatalog, runNpmScriptCommand } from '../program.ts';
import { createProgressDisplay } from '../progress.ts';
import { renderDeck } from '../render-deck.ts';
import { renderedDeckLines } from '../rendered-deck-summary.ts';
import { assertPathWritable } from '../writable-folder.ts';

const DECK = join(PROJECT_FOLDER, 'test', 'fixtures', 'deck', 'deck.md');
const OUTPUT = join(defaultOutputFolder(), 'out', 'demo.mp4');
/** The longest wait for the last delivery after the render has ended, in milliseconds. */
const MAX_DELIVERY_WAIT_MS = 30_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function demo(signal: AbortSignal): Promise<void> {
  const startTime = performance.now();
  const deck = await loadDeck(DECK);
  assertPathWritable(OUTPUT);
  say('Starting the service: DynamoDB, SQS, S3, the API and its workers');
  const endpoint = process.env.AWS_ENDPOINT_URL || undefined;
  const summary = await withLocalService({ signal, endpoint, say }, async (service) => {
    say(`Ready after ${service.startSeconds.toFixed(1)} s at ${service.baseUrl}`);
    await using receiver = await startWebhookReceiver();
    const client = await connectClient(service, receiver, signal);
    say(`Importing ${deck.name}`);
    const renderedDeck = await renderDeck({
      client,
      deck,
      options: { motion: DEFAULT_MOTION_LEVEL },
      onImported: (endedImport) => [...importReportLines(endedImport), `Motion   ${DEFAULT_MOTION_LEVEL}`].forEach(say),
      narration: 'auto',
      output: OUTPUT,
      receiver,
      progress: () => createProgressDisplay(process.stdout),
      signal,
    });
    await verifyDeliveries(receiver, renderedDeck.render.id, signal);
    const { frames } = await checkVideoAgainstRender(OUTPUT, renderedDeck.render);
    return { ...renderedDeck, frames, file: relative(process.cwd(), OUTPUT) };
  });
  say('Stopped the service; nothing is left running');
  for (const line of renderedDeckLines({ ...summary, wallSeconds: (performance.now() - startTime) / 1000 })) say(line);
}

/** A client of the new account, after registering a webhook for all three events of renders. */
async function connectClient({ baseUrl, apiKey }: LocalService, receiver: LocalWebhookReceiver, signal: AbortSignal) {
  const client = createCliApiClient({ baseUrl, apiKey, signal });
  const me = await client.me();
  say(`Account ${me.id} on the plan ${me.plan}, key ${apiKey.slice(0, 9)}…${apiKey.slice(-4)}`);
  const webhook = await client.createWebhook({
    url: receiver.url,
    events: ['render.progress', 'render.completed', 'render.failed'],
  });
  receiver.trust(webhook.signing_secret);
  say(`Webhook ${webhook.id} to ${receiver.url}`);
  return client;
}

/**
 * Waits for the delivery that reports the end of the render.
 * @throws ServiceRequestFailedError if it is missing, or if a delivery could not be verified
 */
async function verifyDeliveries(receiver: LocalWebhookReceiver, renderId: string, signal: AbortSignal): Promise<void> {
  const timeLimit = AbortSignal.any([signal, AbortSignal.timeout(MAX_DELIVERY_WAIT_MS)]);
  const completedDelivery = await receiver
    .waitFor(({ event, data }) => event === 'render.completed' && data.id === renderId, timeLimit)
    .catch(() => undefined);
  signal.throwIfAborted();
  const reasons = [...new Set(receiver.refusals.map(({ message }) => message))].join('; ');
  if (receiver.refusals.length > 0)
    throw new ServiceRequestFailedError(`${receiver.refusals.length} webhook deliveries did not verify: ${reasons}`);
  if (!completedDelivery)
    throw new ServiceRequestFailedError(`No render.completed came by webhook within ${MAX_DELIVERY_WAIT_MS / 1000} s`);
  const progressCount = receiver.deliveries.filter(({ event }) => event === 'render.progress').length;
  say(
    `Webhook  ${completedDelivery.event_id}: signature verified (x-service-signature and Standard Webhooks), after ${progressCount} progress events`,
  );
}

/** `video demo`, with its options. */
export const demoCommand = () =>
  createCommandFromCatalog(
    'demo',
    'It verifies the webhooks of the render. AWS_ENDPOINT_URL names an AWS-compatible endpoint to use instead of the embedded emulators.',
  ).action(() => runCommandAndExit(demo));

if (import.meta.main) await runNpmScriptCommand('demo', demoCommand());
