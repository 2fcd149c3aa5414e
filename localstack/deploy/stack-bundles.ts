import { type BundlesByHandler, bundleIfChanged } from './bundle-if-changed.ts';
import { readPrebuiltBundles } from './prebuilt.ts';
import type { OfflineService } from './serverless-cli.ts';

/** Bundles by the name of the function. */
export type BundlesByFunction = Map<string, BundlesByHandler[string]>;

/** Points each function at its bundle. @param bundle bundles the handlers */
export async function useBundles(
  service: Pick<OfflineService, 'getAllFunctions' | 'getFunction'>,
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

/**
 * Bundles all functions for the local stack, unless nothing has changed; the npm package has the bundles. It runs them on one machine, those of the API and those of
 * schedules even in one process each, so the bundles share chunks: a package that many use is bundled, written and compiled once.
 */
export const bundleForStack = (
  service: Pick<OfflineService, 'getAllFunctions' | 'getFunction'>,
  serviceDir: string,
): Promise<BundlesByFunction> =>
  useBundles(
    service,
    async (handlers) =>
      (await readPrebuiltBundles(serviceDir)) ??
      bundleIfChanged({ serviceDir, handlers, sharing: true }, async (request) => {
        // The npm package does not have it.
        const { bundleInChild } = await import('./bundle-in-child.ts');
        return bundleInChild(request);
      }),
  );
