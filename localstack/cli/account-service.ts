import { resolve } from 'node:path';
import { outputFolder, PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { agentAccess } from './agent-access.ts';
import { type ServiceAddress, type ServiceOptions, serviceAddress } from './service-options.ts';

/**
 * Calls `use` with the service that the options name. Without such options, `use` gets the service on DATA_DIR, with the account for
 * agents. A service that is not running is started, and stopped after the call. Its data is kept.
 */
export async function withSelectedService<Result>(
  options: ServiceOptions,
  say: (line: string) => void,
  use: (address: ServiceAddress) => Promise<Result>,
): Promise<Result> {
  const named = serviceAddress(options);
  if (named) return use(named);
  const dataDir = resolve(outputFolder(), process.env.DATA_DIR || '.local');
  const { access, stop } = agentAccess({ url: undefined, key: undefined, dataDir, serviceDir: PROJECT_FOLDER, say });
  try {
    const { baseUrl, headers } = await access();
    return await use({ baseUrl, apiKey: headers['x-api-key'] ?? '' });
  } finally {
    await stop();
  }
}
