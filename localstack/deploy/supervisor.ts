import { tracingChannel } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import type { Server } from 'node:net';
import process from 'node:process';
import { z } from 'zod';
import { releaseMemoryWhenIdle } from '#emulators/host/idle-memory.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { costlyRoutesOf } from '#stack/gateway/costly-route-patterns.ts';
import { applyLambdaPayloadLimits } from './apply-lambda-payload-limits.ts';
import { coalesceProcessOutput, type FlushOutput } from './coalesce-process-output.ts';
import { importServerlessOfflineModule } from './offline-modules.ts';
import type { Serverless, ServerlessOfflineServer, ServerlessOfflineService } from './serverless-cli.ts';

/** Reports whether the local stack started this process: `serverless offline` may also run alone. */
export const isStartedByLocalStack = (): boolean => process.env.LOCAL_STACK_SUPERVISED === '1';

/** Ends this process when the supervisor ends, even if it is killed. Call it as early as possible. */
export function exitWhenSupervisorEnds(): void {
  process.on('disconnect', () => process.exit(0));
  if (!process.connected) process.exit(0);
  // After a failure the Serverless CLI ends once nothing keeps the process alive, and the channel must not.
  process.channel?.unref();
}

/**
 * Turns off the check of serverless.yml against the schema of the CLI, which `npm run package` does. It is 8 MB of generated code, whose
 * compilation at each start would be two fifths of the time until this process listens.
 */
export function disableServerlessConfigValidation({
  configSchemaHandler,
}: Pick<Serverless, 'configSchemaHandler'>): void {
  configSchemaHandler.validateConfig = async () => undefined;
}

/** Finds the HTTP server of serverless-offline, once it listens. @throws Error without that plugin */
export function requireServerlessOfflineServer({ pluginManager }: Serverless): ServerlessOfflineServer {
  const offline = pluginManager.plugins.find(({ internals }) => typeof internals === 'function');
  if (!offline?.internals) throw new Error('serverless-offline is not among the plugins');
  return offline.internals().getApiGatewayServer();
}

// As in Lambda, nothing continues after an uncaught error. The reason is written and the process killed at once:
// an orderly exit takes some 20 ms, in which the port would accept requests that are then lost.
function crash(error: unknown, flush: FlushOutput): void {
  flush();
  const text = error instanceof Error ? error.stack : undefined;
  writeSync(2, `uncaught exception: ${text ?? String(error)}\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** The final values of the environment, for all functions and for single ones. */
const environmentMessageSchema = z.object({
  type: z.literal('environment'),
  environment: z.record(z.string(), z.string()),
  functionEnvironments: z.record(z.string(), z.record(z.string(), z.string())),
});

/** The plugin's connection to the supervisor. */
export interface SupervisorConnection {
  /** Reports the service, waits for its environment, and keeps only the events that serverless-offline serves. */
  configure(service: ServerlessOfflineService): Promise<void>;
  /** Reports when the bundles of the workers are made, or why they cannot be made. */
  bundled(workers: Promise<unknown>): void;
  /** Reports that serverless-offline listens. */
  ready(server: ServerlessOfflineServer, service: ServerlessOfflineService): Promise<void>;
}

/**
 * Makes the connection of `serverless offline`, the child, to the supervisor of the local stack, over IPC:
 *   child → `{type: 'service', service}` (serverless.yml, resolved except for functions of CloudFormation)
 *   supervisor → `{type: 'environment', environment, functionEnvironments}` (final values)
 *   child → `{type: 'ready', port}`
 *   child → `{type: 'bundled', failure?}` when the bundles of the workers are made, before or after that
 *   child → `{type: 'refused', reason}` for each event and answer that Lambda would refuse
 */
export function connectSupervisor(): SupervisorConnection {
  const flush = coalesceProcessOutput();
  const crashNow = (error: unknown): void => crash(error, flush);
  process.on('uncaughtExceptionMonitor', crashNow);
  process.prependListener('unhandledRejection', crashNow);

  const send = (message: object): void => void process.send?.(message);
  const listeningServers: Server[] = [];
  const ignore = (): void => undefined;
  tracingChannel<unknown, { server: Server }>('net.server.listen').subscribe({
    start: ignore,
    end: ignore,
    asyncStart: ignore,
    error: ignore,
    asyncEnd: ({ server }) => void listeningServers.push(server),
  });

  const receivedEnvironment = new Promise<z.output<typeof environmentMessageSchema>>((resolve) => {
    process.on('message', (message) => {
      const parsedMessage = environmentMessageSchema.safeParse(message);
      if (parsedMessage.success) resolve(parsedMessage.data);
    });
  });

  return {
    async configure(service) {
      send({ type: 'service', service: describeService(service) });
      process.channel?.ref();
      const { environment, functionEnvironments } = await receivedEnvironment;
      process.channel?.unref();
      Object.assign(process.env, environment);
      service.provider.environment = environment;
      for (const name of service.getAllFunctions()) {
        const definition = service.getFunction(name);
        definition.environment = functionEnvironments[name] ?? {};
        // The supervisor's event sources serve queues, streams and schedules, in other processes.
        definition.events = (definition.events ?? []).filter((event) => event.http !== undefined);
        if (definition.events.length === 0) delete service.functions[name];
      }
    },

    bundled(workers) {
      workers.then(
        () => send({ type: 'bundled' }),
        (error) => send({ type: 'bundled', failure: errorMessageOf(error) }),
      );
    },

    async ready(server, { provider }) {
      // serverless-offline invokes any function without credentials at another port, which a webhook to this machine could reach.
      for (const otherServer of listeningServers) if (otherServer !== server.listener) otherServer.close();
      await limitFunctionPayloads((reason) => send({ type: 'refused', reason }));
      keepBinaryBodies(server, provider.apiGateway?.binaryMediaTypes ?? []);
      send({ type: 'ready', port: server.info.port });
      releaseMemoryWhenIdle();
    },
  };
}

/**
 * Limits the payloads of functions. The class is not among the exports of serverless-offline: its module, which the plugin has loaded, is
 * imported.
 */
async function limitFunctionPayloads(onRefused: (reason: string) => void): Promise<void> {
  const LambdaFunction = await importServerlessOfflineModule<{
    prototype: Parameters<typeof applyLambdaPayloadLimits>[0];
  }>('lambda/LambdaFunction.js');
  applyLambdaPayloadLimits(LambdaFunction.prototype, onRefused);
}

function describeService({ service, provider, custom, functions, resources }: ServerlessOfflineService): object {
  return structuredClone({
    name: service,
    stage: provider.stage,
    region: provider.region,
    timeoutSeconds: provider.timeout,
    memorySizeMb: provider.memorySize,
    environment: provider.environment ?? {},
    functions,
    resources: resources?.Resources ?? {},
    compressFrom: provider.apiGateway?.minimumCompressionSize,
    requests: custom?.firewall && { bounds: custom.firewall, costly: costlyRoutesOf(custom.throttles ?? {}) },
  });
}

// API Gateway passes on the bodies of `binaryMediaTypes` in base64. serverless-offline decides that by the parsed
// content type, and only for two types. The header that the function gets is read from the raw request and stays unchanged.
function keepBinaryBodies(server: ServerlessOfflineServer, mediaTypes: readonly string[]): void {
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
