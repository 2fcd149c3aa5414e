import { join } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import { issueApiKey, revokeApiKey } from '#features/accounts/manage-accounts.ts';
import { RENDER_EVENTS, type RenderEventName } from '#features/renders/events.ts';
import { readStackState } from '#stack/state-file.ts';
import { createCliApiClient } from './cli-api-client.ts';
import { operatorAccountDeps } from './operator.ts';

/** Options of `registerWebhookReceiver`; either `key` or `account` is given. */
export interface WebhookRegistrationOptions {
  /** Data folder of the running service. */
  dataDir: string;
  /** An API key of the account whose events are wanted; or the id of the account, for which a temporary key is issued. */
  key?: string | undefined;
  account?: string | undefined;
  url: string;
  events?: RenderEventName[];
}

/** A webhook registered for the run of a command; disposing of it deletes it and revokes a temporary key. */
export interface TemporaryWebhook extends AsyncDisposable {
  id: string;
  secret: string;
  baseUrl: string;
}

/**
 * Registers a receiver with the service that runs on a data folder.
 * @throws CommandError if no service runs there; ApiError
 */
export async function registerWebhookReceiver(options: WebhookRegistrationOptions): Promise<TemporaryWebhook> {
  const { dataDir, account, url, events = [...RENDER_EVENTS] } = options;
  const state = readStackState(join(dataDir, 'stack.json'));
  if (!state) throw new CommandError(`No service runs on DATA_DIR=${dataDir}. Start it with npm start.`);
  await using cleanup = new AsyncDisposableStack();
  let key = options.key;
  if (key === undefined && account !== undefined) {
    const deps = operatorAccountDeps(state.environment);
    const issuedKey = await issueApiKey(deps, account, { name: 'npm run listen', scope: 'write' });
    cleanup.defer(async () => void (await revokeApiKey(deps, account, issuedKey.key.id)));
    key = issuedKey.secret;
  }
  const client = createCliApiClient({ baseUrl: state.base_url, apiKey: key ?? '' });
  const webhook = await client.createWebhook({ url, events, description: 'npm run listen' });
  cleanup.defer(() => client.deleteWebhook(webhook.id));
  const registeredCleanup = cleanup.move();
  return {
    id: webhook.id,
    secret: webhook.signing_secret,
    baseUrl: state.base_url,
    [Symbol.asyncDispose]: () => registeredCleanup.disposeAsync(),
  };
}
