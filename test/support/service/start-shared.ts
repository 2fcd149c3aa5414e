import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVELOPMENT_ISSUER, openDevelopmentIssuerKeys } from '#stack/open-development-issuer-keys.ts';
import { type StackOptions, startStack } from '#stack/start-stack.ts';
import { apiPathOf, environmentOf, packageStage, serverless } from '#test/deploy/deployed-stage.ts';
import { type Emulator, startEmulator } from '#test/deploy/emulator.ts';
import { fitEmulator, setVariables } from '#test/deploy/fit-emulator.ts';
import { installPythonTools } from '#test/deploy/python-tools.ts';
import type { Mode } from './mode.ts';
import { PAGES, type SharedStack } from './shared-stack.ts';

/** A service that runs until it is disposed of. */
export interface Started extends AsyncDisposable {
  shared: SharedStack;
}

interface Place {
  directory: string;
  /** DATA_DIR: all of a service on this machine; of a deployed one only the development issuer. */
  dataDir: string;
  /** Gives up a start that is still continuing. */
  signal: AbortSignal;
}

async function onThisMachine(mode: Mode, { directory, dataDir, signal }: Place, endpoint?: string): Promise<Started> {
  const environment = { ...process.env, SESSION_ORIGINS: PAGES };
  const options: StackOptions = { port: 0, edgePort: 0, dataDir, logLevel: 'error', environment, endpoint, signal };
  const stack = await startStack(options);
  const { baseUrl, endpoint: aws, names, environment: ofFunctions } = stack;
  return {
    shared: {
      mode,
      baseUrl,
      endpoint: aws,
      names,
      environment: ofFunctions,
      operator: { DATA_DIR: dataDir },
      children: stack.children(),
      dataDir,
      directory,
    },
    [Symbol.asyncDispose]: () => stack.stop(),
  };
}

/** @throws Error when the deployed stage refused a right or failed: no test asks for that */
function checkAnswers({ proxy }: Emulator): void {
  const faults = [...proxy.refused, ...proxy.failed];
  if (faults.length > 0)
    throw new Error(`The deployed stage refused or failed: ${JSON.stringify(faults, undefined, 2)}`);
}

/** Deploys the stage to an emulator. E2E_PACKAGE: a folder with its package; made where it is missing. */
async function deployed({ directory, dataDir }: Place, emulator: Emulator): Promise<Started> {
  const [folder, kept] = [join(directory, 'package'), process.env.E2E_PACKAGE];
  if (kept !== undefined && existsSync(kept)) await cp(kept, folder, { recursive: true });
  else {
    await packageStage(folder);
    if (kept !== undefined) await cp(folder, kept, { recursive: true });
  }
  fitEmulator(folder);
  const { domain } = emulator.proxy;
  const issuer = openDevelopmentIssuerKeys(dataDir).environment;
  const SESSION_ORIGINS = [domain, PAGES].join();
  setVariables(folder, { ...issuer, SESSION_ORIGINS, PUBLIC_BASE_URL: `${domain}/v1` });
  const said = await serverless(emulator, 'deploy', '--package', folder);
  emulator.proxy.leadDomainTo(apiPathOf(said));
  const environment = { ...(await environmentOf(emulator)), AUTH_ISSUER: DEVELOPMENT_ISSUER };
  return {
    shared: {
      mode: 'deployed',
      baseUrl: `${domain}/v1`,
      endpoint: emulator.proxy.url,
      names: {},
      environment,
      operator: { ...environment, DATA_DIR: dataDir },
      children: {},
      dataDir,
      directory,
    },
    // The stage ends with its emulator: `npm run test:deploy` shows its removal.
    [Symbol.asyncDispose]: async () => checkAnswers(emulator),
  };
}

/**
 * Starts the service of a test run in one of its modes. AWS_ENDPOINT_URL: of the mode `endpoint`; by default the pinned emulator is
 * started.
 * @throws Error when it does not start, or the emulator of AWS cannot be installed
 */
export async function startShared(mode: Mode, place: Place): Promise<Started> {
  if (mode === 'embedded') return onThisMachine(mode, place);
  const { AWS_ENDPOINT_URL: given } = process.env;
  if (mode === 'endpoint' && given) return onThisMachine(mode, place, given);
  const python = await installPythonTools();
  const emulator = await startEmulator(python, place.directory);
  const stop = () => emulator[Symbol.asyncDispose]();
  try {
    const started =
      mode === 'endpoint' ? await onThisMachine(mode, place, emulator.url) : await deployed(place, emulator);
    return {
      shared: started.shared,
      async [Symbol.asyncDispose]() {
        try {
          await started[Symbol.asyncDispose]();
        } finally {
          await stop();
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
