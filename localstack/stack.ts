import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Emulators, startEmulators } from './emulators/emulators.ts';
import { supervise } from './emulators/supervised.ts';
import { startEventSources } from './events/event-sources.ts';
import { functionsFromServerless } from './events/from-serverless.ts';
import type { LocalFunction, Log } from './events/types.ts';
import { type Service, startApiProcess } from './gateway/api-process.ts';
import { startGateway } from './gateway/gateway.ts';
import { provision } from './provision/provision.ts';
import { type Clients, createClients } from './stack/clients.ts';
import { type DataDir, takeDataDir } from './stack/data-dir.ts';
import { createDisposers, type Disposers } from './stack/disposers.ts';
import {
  type AwsSettings,
  type Environment,
  functionEnvironment,
  processEnvironment,
  readCredentials,
} from './stack/environment.ts';
import { createLog, type LogLevel } from './stack/log.ts';
import { removeState, writeState } from './stack/state-file.ts';
import { createWorkerPool } from './workers/pool.ts';

const REGION = 'us-east-1';
const ACCOUNT_ID = '000000000000';
const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));

export interface StackOptions {
  /** Port of the API on 127.0.0.1 and ::1; 0: any free one. */
  port: number;
  /** Port of the emulators on 127.0.0.1; 0: any free one. */
  edgePort: number;
  /** All state and the logs; made where it is missing. */
  dataDir: string;
  /** What also goes to stderr; the files get everything. */
  logLevel?: LogLevel;
  /** Folder of serverless.yml; by default this project. */
  serviceDir?: string;
  /** A LocalStack-compatible endpoint to use instead of the embedded emulators. */
  endpoint?: string | undefined;
  /** Credentials and settings for the functions come from here. */
  environment?: Environment;
  /** Starts one process of every queue function right after the start, so that the first message waits for none. */
  prewarm?: boolean;
  /** Gives up a start that is still going on. */
  signal?: AbortSignal;
  /** How many encoding jobs run at once; by default as many as there are cores. */
  cores?: number;
}

export interface Stack {
  /** `http://localhost:<port>/v1` */
  baseUrl: string;
  /** `AWS_ENDPOINT_URL` of the functions. */
  endpoint: string;
  /** Logical id of serverless.yml → physical name. */
  names: Readonly<Record<string, string>>;
  /** What the functions get. */
  environment: Readonly<Record<string, string>>;
  /** Process ids by name: `dynamodb`, `sqs`, `api`. */
  children(): Record<string, number>;
  /** Process ids of the queue, stream and schedule workers, by function. */
  workers(): Record<string, number[]>;
  /** Ends everything: no process, no open port; what runs has a few seconds to finish. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service on this machine: emulators (unless an endpoint is given), the resources of serverless.yml, the
 * REST API and the event sources. Resolves when everything answers. Throws `StartError` for what its user can mend, and
 * leaves nothing running when it fails.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const disposers = createDisposers();
  try {
    return await start(options, disposers);
  } catch (error) {
    await disposers.run().catch(() => undefined);
    throw error;
  }
}

async function start(options: StackOptions, disposers: Disposers): Promise<Stack> {
  const { environment: inherited = process.env, serviceDir = PROJECT } = options;
  const dataDir = takeDataDir(resolve(options.dataDir));
  disposers.add(() => dataDir.release());
  const log = createLog(dataDir.logs, options.logLevel ?? 'info');

  // The port first: the commonest fault should not cost the start of anything.
  let apiPort: () => number | undefined = () => undefined;
  const gateway = await startGateway({ port: options.port, target: () => apiPort(), log });
  disposers.add(() => gateway.close());
  const baseUrl = `http://localhost:${gateway.port}/v1`;

  const external = options.endpoint?.replace(/\/+$/, '');
  const credentials = readCredentials(inherited, external !== undefined);
  const emulators: Emulators | undefined =
    external === undefined
      ? await startEmulators({ edgePort: options.edgePort, dataDir, region: REGION, credentials, disposers, log })
      : undefined;
  const endpoint = external ?? `http://127.0.0.1:${emulators?.edgePort}`;
  const aws: AwsSettings = { endpoint, region: REGION, credentials };
  const clients = createClients(aws);
  disposers.add(() => clients.destroy());

  const baseEnvironment = processEnvironment(inherited, aws);
  const configuring = Promise.withResolvers<Configured>();
  configuring.promise.catch(() => undefined);
  let configured: Promise<Configured> | undefined;
  const api = supervise({
    name: 'api',
    signal: options.signal,
    start: (signal) =>
      startApiProcess({
        serviceDir,
        logs: dataDir.logs,
        processEnvironment: baseEnvironment,
        signal,
        log,
        async configure(service) {
          // A process that takes the place of a crashed one gets what the first one got.
          configured ??= configure({ service, emulators, clients, aws, baseUrl, dataDir, inherited, log, serviceDir });
          configured.then(configuring.resolve, configuring.reject);
          return (await configured).environment;
        },
      }),
    log,
  });
  disposers.add(async () => (await api.catch(() => undefined))?.stop());

  const [supervisedApi, { environment, names, functions }] = await Promise.all([api, configuring.promise]);
  apiPort = supervisedApi.port;
  const workers = startWorkers({ functions, clients, dataDir, baseEnvironment, cores: options.cores, disposers, log });

  const children = (): Record<string, number> => {
    const pid = supervisedApi.pid();
    return { ...emulators?.pids(), ...(pid === undefined ? {} : { api: pid }) };
  };
  writeState(dataDir.state, {
    pid: process.pid,
    base_url: baseUrl,
    endpoint,
    ports: { api: gateway.port, edge: emulators?.edgePort ?? null },
    children: children(),
    names,
    environment,
  });
  disposers.add(() => removeState(dataDir.state));
  log.info(`ready: ${baseUrl}, AWS at ${endpoint}, state in ${dataDir.root}`);
  return { baseUrl, endpoint, names, environment, children, workers, stop: () => disposers.run() };
}

interface Configured {
  environment: Record<string, string>;
  names: Record<string, string>;
  functions: LocalFunction[];
}

interface ConfigureOptions {
  service: Service;
  emulators: Emulators | undefined;
  clients: Clients;
  aws: AwsSettings;
  baseUrl: string;
  dataDir: DataDir;
  inherited: Environment;
  log: Log;
  serviceDir: string;
}

/** Makes the resources and works out every value that serverless.yml leaves to CloudFormation. */
async function configure(options: ConfigureOptions): Promise<Configured> {
  const { service, emulators, clients, aws, log } = options;
  await emulators?.ready;
  const { resolver, names } = await provision({
    resources: service.resources,
    ...clients,
    pseudo: { accountId: ACCOUNT_ID, region: REGION, stackName: `${service.name}-${service.stage}` },
    endpoint: aws.endpoint,
    log,
  });
  const environment = functionEnvironment({
    declared: service.environment,
    resolver,
    aws,
    baseUrl: options.baseUrl,
    secretsKeyFile: options.dataDir.secretsKey,
    inherited: options.inherited,
  });
  const resolved = resolver.resolveLeniently(service.functions) as Service['functions'];
  const functions = functionsFromServerless(resolved, {
    bundleOf(name) {
      const handler = resolved[name]?.handler ?? '';
      return resolve(options.serviceDir, `${handler.slice(0, handler.lastIndexOf('.'))}.mjs`);
    },
    provider: {
      ...(service.timeoutSeconds === undefined ? {} : { timeout: service.timeoutSeconds }),
      ...(service.memorySizeMb === undefined ? {} : { memorySize: service.memorySizeMb }),
      environment,
    },
  });
  return { environment, names, functions };
}

interface WorkerOptions {
  functions: LocalFunction[];
  clients: Clients;
  dataDir: DataDir;
  baseEnvironment: Record<string, string>;
  cores: number | undefined;
  disposers: Disposers;
  log: Log;
}

/** Runs the queue, stream and schedule functions; returns how to see their process ids. */
function startWorkers(options: WorkerOptions): () => Record<string, number[]> {
  const { functions, clients, disposers, log } = options;
  const pool = createWorkerPool({
    functions,
    cores: options.cores ?? availableParallelism(),
    baseEnvironment: options.baseEnvironment,
    log,
  });
  disposers.add(() => pool.stop());
  const sources = startEventSources({
    functions,
    ...clients,
    region: REGION,
    accountId: ACCOUNT_ID,
    invoke: pool.invoke,
    whenReady: pool.whenReady,
    checkpointFile: options.dataDir.checkpoints,
    log,
  });
  disposers.add(() => sources.stop());
  return () => pool.pids();
}
