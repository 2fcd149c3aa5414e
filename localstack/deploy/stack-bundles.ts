import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { BUILD_FOLDER, type BundlesByHandler, bundleIfChanged, type ReadyBundles } from './bundle-if-changed.ts';
import { readPrebuiltBundles } from './prebuilt.ts';
import type { ServerlessOfflineService } from './serverless-cli.ts';

/** Bundles by the name of the function. */
export type BundlesByFunction = Map<string, BundlesByHandler[string]>;

type Service = Pick<ServerlessOfflineService, 'getAllFunctions' | 'getFunction'>;

/** Points each function at its bundle. @param bundle bundles the handlers */
export async function pointFunctionsAtBundles(
  service: Service,
  bundle: (handlers: readonly string[]) => Promise<BundlesByHandler>,
): Promise<BundlesByFunction> {
  const functions = service.getAllFunctions().map((name) => [name, service.getFunction(name)] as const);
  const bundles = await bundle(functions.map(([, { handler }]) => handler));
  return new Map(
    functions.map(([name, definition]) => {
      const handlerBundle = bundles[definition.handler];
      if (!handlerBundle) throw new Error(`there is no bundle for ${definition.handler}`);
      definition.handler = handlerBundle.handler;
      return [name, handlerBundle] as const;
    }),
  );
}

/** The part of a function that decides when it is bundled. */
const functionSchema = z.object({
  handler: z.string().regex(/^[^$]+$/),
  events: z.array(z.looseObject({ http: z.unknown().optional() })).optional(),
});
interface BundledFunction {
  handler: string;
  events?: readonly { http?: unknown }[] | undefined;
}

/** Handlers that the process of the API runs, and those that only workers run. */
interface Handlers {
  apiHandlers: string[];
  workerHandlers: string[];
}

/** Splits the handlers of functions. */
function handlersOf(functions: readonly BundledFunction[]): Handlers {
  const isApiFunction = ({ events = [] }: BundledFunction) => events.some(({ http }) => http !== undefined);
  const apiHandlers = new Set(functions.filter(isApiFunction).map(({ handler }) => handler));
  const workerHandlers = functions.map(({ handler }) => handler).filter((handler) => !apiHandlers.has(handler));
  return { apiHandlers: [...apiHandlers], workerHandlers: [...new Set(workerHandlers)] };
}

/** Names the bundle that a handler will have. */
const futureBundleOf = (handler: string): BundlesByHandler[string] => ({
  handler: join(BUILD_FOLDER, handler),
  files: [],
  packages: [],
});

function reuseOrBundle(serviceDir: string, { apiHandlers, workerHandlers }: Handlers): Promise<ReadyBundles> {
  const request = { serviceDir, handlers: apiHandlers, laterHandlers: workerHandlers, sharing: true };
  return bundleIfChanged(request, async (bundleRequest) => {
    // The npm package does not have it.
    const { bundleInChild } = await import('./bundle-in-child.ts');
    return bundleInChild(bundleRequest);
  });
}

async function readUnresolvedFunctions(path: string): Promise<BundledFunction[] | undefined> {
  // Functions of CloudFormation (`!Ref`) are tags that the parser does not know.
  const unresolvedService = parse(await readFile(path, 'utf8'), { logLevel: 'silent' });
  const functionsResult = z.object({ functions: z.record(z.string(), functionSchema) }).safeParse(unresolvedService);
  return functionsResult.success ? Object.values(functionsResult.data.functions) : undefined;
}

/** Bundles that are made while the Serverless CLI resolves serverless.yml. */
let earlyBundling: { serviceDir: string; handlers: Handlers; readyBundles: Promise<ReadyBundles> } | undefined;

/**
 * Starts to bundle the functions that serverless.yml names as it is written, so that a first start does so while the Serverless CLI
 * resolves it. Does nothing if a function is in another file or has a variable, or if the file cannot be read: the CLI says why.
 * `bundleForStack` takes the bundles if the resolved functions have the same handlers.
 */
export async function bundleForStackEarly(serviceDir: string): Promise<void> {
  const functions = await readUnresolvedFunctions(join(serviceDir, 'serverless.yml')).catch(() => undefined);
  if (functions === undefined) return;
  const handlers = handlersOf(functions);
  const readyBundles = reuseOrBundle(serviceDir, handlers);
  // Its failure is that of the start, which waits for it later.
  readyBundles.catch(() => undefined);
  earlyBundling = { serviceDir, handlers, readyBundles };
}

async function findOrMakeBundles(service: Service, serviceDir: string): Promise<ReadyBundles> {
  const prebuilt = await readPrebuiltBundles(serviceDir);
  if (prebuilt !== undefined) return { bundles: prebuilt, later: Promise.resolve(prebuilt) };
  const handlers = handlersOf(service.getAllFunctions().map((name) => service.getFunction(name)));
  const hasSameHandlers =
    earlyBundling?.serviceDir === serviceDir && isDeepStrictEqual(earlyBundling.handlers, handlers);
  const { bundles, later } = await (hasSameHandlers && earlyBundling
    ? earlyBundling.readyBundles
    : reuseOrBundle(serviceDir, handlers));
  const futureBundles = Object.fromEntries(
    handlers.workerHandlers.map((handler) => [handler, futureBundleOf(handler)]),
  );
  return { bundles: { ...futureBundles, ...bundles }, later };
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
