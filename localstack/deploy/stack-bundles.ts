import { join } from 'node:path';
import { BUILD_FOLDER, type BundlesByHandler, bundleIfChanged, type ReadyBundles } from './bundle-if-changed.ts';
import { readPrebuiltBundles } from './prebuilt.ts';
import type { OfflineService } from './serverless-cli.ts';

/** Bundles by the name of the function. */
export type BundlesByFunction = Map<string, BundlesByHandler[string]>;

type Service = Pick<OfflineService, 'getAllFunctions' | 'getFunction'>;

/** Points each function at its bundle. @param bundle bundles the handlers */
export async function pointFunctionsAtBundles(
  service: Service,
  bundle: (handlers: readonly string[]) => Promise<BundlesByHandler>,
): Promise<BundlesByFunction> {
  const functions = service.getAllFunctions().map((name) => [name, service.getFunction(name)] as const);
  const bundles = await bundle(functions.map(([, { handler }]) => handler));
  return new Map(
    functions.map(([name, definition]) => {
      const built = bundles[definition.handler];
      if (!built) throw new Error(`there is no bundle for ${definition.handler}`);
      definition.handler = built.handler;
      return [name, built] as const;
    }),
  );
}

/** Splits the handlers of a service: those that the process of the API runs, and those that only workers run. */
function handlersOf(service: Service): { ofApi: string[]; ofWorkers: string[] } {
  const definitions = service.getAllFunctions().map((name) => service.getFunction(name));
  const isOfApi = ({ events = [] }: (typeof definitions)[number]) => events.some(({ http }) => http !== undefined);
  const ofApi = new Set(definitions.filter(isOfApi).map(({ handler }) => handler));
  const ofWorkers = definitions.map(({ handler }) => handler).filter((handler) => !ofApi.has(handler));
  return { ofApi: [...ofApi], ofWorkers: [...new Set(ofWorkers)] };
}

/** Names the bundle that a handler will have. */
const bundleToCome = (handler: string): BundlesByHandler[string] => ({
  handler: join(BUILD_FOLDER, handler),
  files: [],
  packages: [],
});

async function findOrMakeBundles(service: Service, serviceDir: string): Promise<ReadyBundles> {
  const prebuilt = await readPrebuiltBundles(serviceDir);
  if (prebuilt !== undefined) return { bundles: prebuilt, later: Promise.resolve(prebuilt) };
  const { ofApi, ofWorkers } = handlersOf(service);
  const request = { serviceDir, handlers: ofApi, laterHandlers: ofWorkers, sharing: true };
  const { bundles, later } = await bundleIfChanged(request, async (wanted) => {
    // The npm package does not have it.
    const { bundleInChild } = await import('./bundle-in-child.ts');
    return bundleInChild(wanted);
  });
  const toCome = Object.fromEntries(ofWorkers.map((handler) => [handler, bundleToCome(handler)]));
  return { bundles: { ...toCome, ...bundles }, later };
}

/**
 * Bundles all functions for the local stack, unless nothing has changed; the npm package has the bundles. The local stack runs all
 * functions on one machine: the functions of the API in one process, those of schedules in another. So the bundles share chunks, and a
 * package that many functions use is bundled, written and compiled once. Resolves when those of the API are there, so that it can serve.
 * @returns `workers`, which resolves when the bundles of all other functions are there, and rejects with the reason if they cannot be made
 */
export async function bundleForStack(service: Service, serviceDir: string): Promise<{ workers: Promise<unknown> }> {
  const { bundles, later } = await findOrMakeBundles(service, serviceDir);
  await pointFunctionsAtBundles(service, async () => bundles);
  return { workers: later };
}
