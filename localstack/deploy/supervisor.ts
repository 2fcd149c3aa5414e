import { tracingChannel } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import type { Server } from 'node:net';
import process from 'node:process';
import { z } from 'zod';
import { releaseMemoryWhenIdle } from '#emulators/host/idle-memory.ts';
import { boundPayloads } from './bound-payloads.ts';
import type { OfflineServer, Serverless, ServerlessService } from './serverless-cli.ts';

/** Reports whether the local stack started this process; anyone else may run `serverless offline` on its own. */
export const isSupervised = (): boolean => process.env.LOCAL_STACK_SUPERVISED === '1';

/** Ends this process when the supervisor ends, in whatever way. To be called as early as possible. */
export function endWithSupervisor(): void {
  process.on('disconnect', () => process.exit(0));
  if (!process.connected) process.exit(0);
  // The Serverless CLI ends after a failure once nothing is left to wait for, and the channel is no such thing.
  process.channel?.unref();
}

/**
 * Leaves serverless.yml unchecked by the schema of the CLI, which `npm run package` checks. The check is 8 MB of generated code, which would
 * be compiled at each start: two fifths of the time of this process until it listens.
 */
export function leaveSchemaUnchecked({ configSchemaHandler }: Pick<Serverless, 'configSchemaHandler'>): void {
  configSchemaHandler.validateConfig = async () => undefined;
}

/** The HTTP server of serverless-offline, once it listens. */
export function offlineServer({ pluginManager }: Serverless): OfflineServer {
  const offline = pluginManager.plugins.find(({ internals }) => typeof internals === 'function');
  if (!offline?.internals) throw new Error('serverless-offline is not among the plugins');
  return offline.internals().getApiGatewayServer();
}

// As in Lambda, nothing runs on after an uncaught error. The reason is written and the process killed at once:
// an orderly exit takes some 20 ms, in which the port still takes requests that are then lost.
function crash(error: unknown): void {
  const text = error instanceof Error ? error.stack : undefined;
  writeSync(2, `uncaught exception: ${text ?? String(error)}\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Final values of the environment: of all functions, and of each. */
const environmentMessage = z.object({
  type: z.literal('environment'),
  environment: z.record(z.string(), z.string()),
  functionEnvironments: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Requests of the plugin to the supervisor. */
export interface SupervisorConnection {
  configure(service: ServerlessService): Promise<void>;
  ready(serverless: Serverless): Promise<void>;
}

/**
 * The child's end of the talk between the supervisor of the local stack and `serverless offline`, over IPC:
 *   child → `{type: 'service', service}` (serverless.yml, resolved except for CloudFormation's own functions)
 *   supervisor → `{type: 'environment', environment, functionEnvironments}` (final values)
 *   child → `{type: 'ready', port}`
 *   child → `{type: 'refused', reason}` for each event and answer that Lambda would not take
 */
export function connectSupervisor(): SupervisorConnection {
  process.on('uncaughtExceptionMonitor', crash);
  process.prependListener('unhandledRejection', crash);

  const send = (message: object): void => void process.send?.(message);
  const listening: Server[] = [];
  const ignore = (): void => undefined;
  tracingChannel<unknown, { server: Server }>('net.server.listen').subscribe({
    ...{ start: ignore, end: ignore, asyncStart: ignore, error: ignore },
    asyncEnd: ({ server }) => void listening.push(server),
  });

  const configured = new Promise<z.output<typeof environmentMessage>>((resolve) => {
    process.on('message', (message) => {
      const found = environmentMessage.safeParse(message);
      if (found.success) resolve(found.data);
    });
  });

  return {
    /** Reports the service, waits for its environment, and leaves only what serverless-offline is to serve. */
    async configure(service) {
      send({ type: 'service', service: describe(service) });
      process.channel?.ref();
      const { environment, functionEnvironments } = await configured;
      process.channel?.unref();
      Object.assign(process.env, environment);
      service.provider.environment = environment;
      for (const name of service.getAllFunctions()) {
        const definition = service.getFunction(name);
        definition.environment = functionEnvironments[name] ?? {};
        // Queues, streams and schedules belong to the event sources of the supervisor, in their own processes.
        definition.events = (definition.events ?? []).filter((event) => event.http !== undefined);
        if (definition.events.length === 0) delete service.functions[name];
      }
    },

    /** Called once serverless-offline listens. */
    async ready(serverless) {
      const server = offlineServer(serverless);
      // Another port invokes any function without credentials; a webhook to this machine could reach it.
      for (const other of listening) if (other !== server.listener) other.close();
      await boundFunctions((reason) => send({ type: 'refused', reason }));
      keepBinaryBodies(server, serverless.service.provider.apiGateway?.binaryMediaTypes ?? []);
      send({ type: 'ready', port: server.info.port });
      releaseMemoryWhenIdle();
    },
  };
}

/** The class is not among the exports of serverless-offline. Its module is the one that the plugin itself has loaded. */
async function boundFunctions(refused: (reason: string) => void): Promise<void> {
  const { default: LambdaFunction } = await import(
    new URL('lambda/LambdaFunction.js', import.meta.resolve('serverless-offline')).href
  );
  boundPayloads(LambdaFunction.prototype, refused);
}

function describe({ service, provider, functions, resources }: ServerlessService): object {
  return structuredClone({
    name: service,
    stage: provider.stage,
    region: provider.region,
    timeoutSeconds: provider.timeout,
    memorySizeMb: provider.memorySize,
    environment: provider.environment ?? {},
    functions,
    resources: resources?.Resources ?? {},
  });
}

// API Gateway hands over the bodies of `binaryMediaTypes` in base64. serverless-offline decides that by the parsed
// content type, and knows two types only; the header the function gets is read from the raw request and stays as sent.
function keepBinaryBodies(server: OfflineServer, mediaTypes: readonly string[]): void {
  const patterns = mediaTypes.map((type) => type.toLowerCase());
  const isBinary = (type: string): boolean =>
    patterns.some(
      (pattern) =>
        pattern === '*/*' || (pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern),
    );
  server.ext('onPreHandler', (request, h) => {
    const type = (request.headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
    if (isBinary(type)) request.headers['content-type'] = 'application/octet-stream';
    return h.continue;
  });
}
