import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import type { ApiAddressAndCredentials } from '#front/agents/service-caller.ts';
import type { RunningStack } from '#stack/start-stack.ts';
import { readStackState } from '#stack/state-file.ts';
import type { ServiceEnvironment } from './operator.ts';
import { useCompileCache } from './use-compile-cache.ts';

/** Options of `createAgentServiceAccess`. */
export interface AgentServiceAccessOptions {
  /** `VIDEO_API_URL`: the address of a running service; undefined: the service on `dataDir` is used. */
  url: string | undefined;
  /** `VIDEO_API_KEY`; undefined: the key of the account for agents on `dataDir`, which is created if needed. */
  key: string | undefined;
  /** The data folder of the local service. */
  dataDir: string;
  serviceDir: string;
  say(line: string): void;
}

/** The API key of the account for agents on a data folder. It is stored there, so that later sessions have the same timelines. */
async function readOrCreateAgentKey(dataDir: string, environment: ServiceEnvironment): Promise<string> {
  const path = join(dataDir, 'agent-key');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    const details = { name: 'Agents', email: 'agents@example.com', plan: 'pro' } as const;
    // Loaded only here, because most sessions do not create an account.
    const { createDevelopmentAccount } = await import('./operator.ts');
    const { api_key } = await createDevelopmentAccount(environment, details);
    writeFileSync(path, `${api_key}\n`, { mode: 0o600 });
    return api_key;
  }
}

/**
 * Access of the tools to a service: the one with the given address, else the one that runs on the data folder, else one that is started
 * there and stopped by `stop`. `access` throws a CommandError for an address without a key.
 */
export function createAgentServiceAccess({ url, key, dataDir, serviceDir, say }: AgentServiceAccessOptions) {
  let stack: RunningStack | undefined;
  let accessPromise: Promise<ApiAddressAndCredentials> | undefined;

  async function findOrStartLocalService(): Promise<{ baseUrl: string; environment: ServiceEnvironment }> {
    const stackState = readStackState(join(dataDir, 'stack.json'));
    if (stackState) return { baseUrl: stackState.base_url, environment: stackState.environment };
    say(`Starting the service on ${dataDir}`);
    useCompileCache();
    const { startStack } = await import('#stack/start-stack.ts');
    stack = await startStack({ port: 0, edgePort: 0, dataDir, serviceDir, logLevel: 'error' });
    return stack;
  }

  async function findOrStartService(): Promise<ApiAddressAndCredentials> {
    if (url !== undefined) {
      if (key === undefined) throw new CommandError('VIDEO_API_URL is set, and VIDEO_API_KEY is not.');
      return { baseUrl: url.replace(/\/+$/, ''), headers: { 'x-api-key': key } };
    }
    const { baseUrl, environment } = await findOrStartLocalService();
    return { baseUrl, headers: { 'x-api-key': key ?? (await readOrCreateAgentKey(dataDir, environment)) } };
  }

  return {
    /** Finds or starts the service at the first call: a client that only lists the tools needs none. */
    access: (): Promise<ApiAddressAndCredentials> => {
      accessPromise ??= findOrStartService();
      return accessPromise;
    },
    /** Stops a service that was started here. */
    stop: async (): Promise<void> => {
      await accessPromise?.catch(() => undefined);
      await stack?.stop();
    },
  };
}
