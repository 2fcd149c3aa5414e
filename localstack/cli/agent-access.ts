import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import type { ServiceAccess } from '#front/agents/service-caller.ts';
import type { Stack } from '#stack/start-stack.ts';
import { readState } from '#stack/state-file.ts';
import type { ServiceEnvironment } from './operator.ts';

export interface AgentAccessOptions {
  /** `VIDEO_API_URL`: a running service; undefined: the one on `dataDir`. */
  url: string | undefined;
  /** `VIDEO_API_KEY`; undefined: a key of an account that is made for agents. */
  key: string | undefined;
  dataDir: string;
  serviceDir: string;
  say(line: string): void;
}

/** The key of the agents' account on a data folder. Kept, so that a later session finds the timelines of this one. */
async function keyOf(dataDir: string, environment: ServiceEnvironment): Promise<string> {
  const path = join(dataDir, 'agent-key');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    const details = { name: 'Agents', email: 'agents@example.com', plan: 'pro' } as const;
    // Loaded where they are needed: most sessions are with a service that runs.
    const { createDevelopmentAccount } = await import('./operator.ts');
    const { api_key } = await createDevelopmentAccount(environment, details);
    writeFileSync(path, `${api_key}\n`, { mode: 0o600 });
    return api_key;
  }
}

/**
 * Finds the service for the tools: the one that is named, else the one that runs on the data folder, else one that is
 * started there and ends with `stop`.
 * @throws CommandError when a service is named, and no key
 */
export function agentAccess({ url, key, dataDir, serviceDir, say }: AgentAccessOptions) {
  let stack: Stack | undefined;
  let found: Promise<ServiceAccess> | undefined;

  async function embedded(): Promise<{ baseUrl: string; environment: ServiceEnvironment }> {
    const running = readState(join(dataDir, 'stack.json'));
    if (running) return { baseUrl: running.base_url, environment: running.environment };
    say(`Starting the service on ${dataDir}`);
    const { startStack } = await import('#stack/start-stack.ts');
    stack = await startStack({ port: 0, edgePort: 0, dataDir, serviceDir, logLevel: 'error' });
    return stack;
  }

  async function find(): Promise<ServiceAccess> {
    if (url !== undefined) {
      if (key === undefined) throw new CommandError('VIDEO_API_URL is set, and VIDEO_API_KEY is not.');
      return { baseUrl: url.replace(/\/+$/, ''), headers: { 'x-api-key': key } };
    }
    const { baseUrl, environment } = await embedded();
    return { baseUrl, headers: { 'x-api-key': key ?? (await keyOf(dataDir, environment)) } };
  }

  return {
    /** Found at the first call: a client that only lists the tools needs no service. */
    access: (): Promise<ServiceAccess> => {
      found ??= find();
      return found;
    },
    /** Stops a service that was started here. */
    stop: async (): Promise<void> => {
      await found?.catch(() => undefined);
      await stack?.stop();
    },
  };
}
