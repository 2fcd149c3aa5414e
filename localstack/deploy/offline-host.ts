/**
 * The process of the API: `offline-host.ts <port>`, in the folder of serverless.yml, forked by the supervisor of the local stack. It runs
 * serverless-offline with the service that an earlier start has kept; without one, it runs the Serverless CLI, whose plugin keeps it.
 */
import { createRequire } from 'node:module';
import process from 'node:process';
import { removeOfflineCorsHandling } from './cors.ts';
import { readStoredService } from './kept-service.ts';
import { importServerlessOfflineModule } from './offline-modules.ts';
import type { ServerlessOfflinePlugin, ServerlessOfflineService } from './serverless-cli.ts';
import { bundleForStack, bundleForStackEarly } from './stack-bundles.ts';
import { connectSupervisor, exitWhenSupervisorEnds } from './supervisor.ts';

type OfflinePluginClass = new (
  serverless: { service: ServerlessOfflineService; serviceDir: string; config: { servicePath: string } },
  options: Record<string, string>,
  utils: { log: Record<string, (...parts: unknown[]) => void> },
) => ServerlessOfflinePlugin;

/** `lambdaPort: 0` takes a free port, which `supervisor.ts` closes at once. */
const optionsOf = (port: string) => ({ stage: 'local', host: '127.0.0.1', httpPort: port, lambdaPort: '0' });

function runCli(port: string): void {
  const require = createRequire(import.meta.url);
  const script = require.resolve('serverless/bin/serverless.js');
  const options = Object.entries(optionsOf(port)).flatMap(([name, value]) => [`--${name}`, value]);
  process.argv = [process.execPath, script, 'offline', 'start', ...options];
  require(script);
}

const writeMessage = (...parts: unknown[]): void => {
  const lines = parts.map((part) => (part instanceof Error ? part.stack : String(part)));
  process.stderr.write(`${lines.join(' ')}\n`);
};
const ignore = (): void => undefined;
/** A notice is the path of each request, in which a client may have put anything: the log of requests has operations. */
const log = {
  error: writeMessage,
  warning: writeMessage,
  notice: ignore,
  info: ignore,
  verbose: ignore,
  debug: ignore,
};

/** Loads serverless-offline. The table of all routes, which it writes at its start, takes a tenth of the start: it is left out. */
async function loadOffline(): Promise<OfflinePluginClass> {
  const [pluginClass, httpServerClass] = await Promise.all([
    importServerlessOfflineModule<OfflinePluginClass>('ServerlessOffline.js'),
    importServerlessOfflineModule<{ prototype: { writeRoutesTerminal(): void } }>('events/http/HttpServer.js'),
  ]);
  httpServerClass.prototype.writeRoutesTerminal = ignore;
  return pluginClass;
}

async function serveStoredService(service: ServerlessOfflineService, port: string): Promise<void> {
  const supervisor = connectSupervisor();
  const serviceDir = process.cwd();
  const [ServerlessOffline, { workers }] = await Promise.all([loadOffline(), bundleForStack(service, serviceDir)]);
  supervisor.bundled(workers);
  await supervisor.configure(service);
  const serverless = { service, serviceDir, config: { servicePath: serviceDir } };
  const offline = new ServerlessOffline(serverless, optionsOf(port), { log });
  await offline.start();
  const server = offline.internals().getApiGatewayServer();
  removeOfflineCorsHandling(server);
  await supervisor.ready(server, service);
}

exitWhenSupervisorEnds();
const [port = ''] = process.argv.slice(2);
const storedService = await readStoredService(process.cwd(), process.env);
if (storedService === undefined) {
  await bundleForStackEarly(process.cwd());
  runCli(port);
} else await serveStoredService(storedService, port);
