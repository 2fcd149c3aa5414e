import { resolve } from 'node:path';
import { defaultOutputFolder, PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { createAgentServiceAccess } from './create-agent-service-access.ts';
import {
  findServiceUrlAndKey,
  type ServiceConnectionOptions,
  type ServiceUrlAndKey,
} from './service-connection-options.ts';

/**
 * Calls `use` with the service that the options name. Without such options, `use` gets the service on DATA_DIR, with the account for
 * agents. A service that is not running is started, and stopped after the call. Its data is kept.
 */
export async function runWithSelectedService<Result>(
  options: ServiceConnectionOptions,
  say: (line: string) => void,
  use: (address: ServiceUrlAndKey) => Promise<Result>,
): Promise<Result> {
  const namedService = findServiceUrlAndKey(options);
  if (namedService) return use(namedService);
  const dataDir = resolve(defaultOutputFolder(), process.env.DATA_DIR || '.local');
  const { access, stop } = createAgentServiceAccess({
    url: undefined,
    key: undefined,
    dataDir,
    serviceDir: PROJECT_FOLDER,
    say,
  });
  try {
    const { baseUrl, headers } = await access();
    return await use({ baseUrl, apiKey: headers['x-api-key'] ?? '' });
  } finally {
    await stop();
  }
}
