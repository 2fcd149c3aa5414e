import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cpuTimeFactorFault } from '#app/cpu-time-factor.ts';
import { type Emulators, startEmulators } from '#emulators/emulators.ts';
import { findFreePort } from '#emulators/free-port.ts';
import { createEmptyFolder, lockDataDir, toFullDiskStartError } from '#emulators/host/data-dir.ts';
import { createDisposers, type Disposers } from '#emulators/host/disposers.ts';
import { LocalStackPorts } from '#emulators/host/local-stack-ports.ts';
import { isNpmPackage, PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { StartError } from '#emulators/host/start-error.ts';
import { superviseService } from '#emulators/supervised.ts';
import { speechEngineChoiceFault } from '#engine/speech/engine-choice.ts';
import { checkFfmpeg, codecsOfCustomFfmpeg } from './check-ffmpeg.ts';
import { createLocalStackAwsClients } from './clients.ts';
import { provisionAndResolve, type ResolvedServiceConfiguration } from './configure.ts';
import {
  type AwsSettings,
  type EnvironmentVariables,
  handlerProcessEnvironment,
  readAwsCredentials,
  sessionCookieOrigins,
} from './environment.ts';
import { startApiProcess } from './gateway/api-process.ts';
import { parseTrustedProxies } from './gateway/client-address.ts';
import { createClientRequestLimiter } from './gateway/client-request-limiter.ts';
import { findFullDiskRefusal } from './gateway/full-disk.ts';
import { startGateway } from './gateway/gateway.ts';
import type { PublicFileRequestHandler } from './gateway/public-files.ts';
import { createStackLog, type LogLevel } from './log.ts';
import { openDevelopmentIssuerKeys } from './open-development-issuer-keys.ts';
import { createOperatorMonitoringEndpoints } from './operations/operations.ts';
import { privateEmulatorCredentials } from './private-emulator-credentials.ts';
import { copyTableFileOnce } from './provision/migrate-table.ts';
import { readPublicAddresses } from './public-addresses.ts';
import { removeStackState, writeStackState } from './state-file.ts';
import { upkeepChoresOf } from './upkeep/chores.ts';
import type { FreeDiskState } from './upkeep/limit-disk-use.ts';
import { startUpkeepChores } from './upkeep/upkeep.ts';
import { createWorkerBundlesReadiness } from './workers/bundles.ts';
import { temporaryFolderVariables } from './workers/environment.ts';
import { type InvokableFunctions, startInvokeEndpoint } from './workers/invoke-endpoint.ts';
import { startWorkers } from './workers.ts';

const REGION = 'us-east-1';
const ACCOUNT_ID = '000000000000';

/** Options of `startStack`. */
export interface StackOptions {
  /** Port of the API on 127.0.0.1 and ::1; 0 for any free one. */
  port: number;
  /** Port of the emulators on 127.0.0.1; 0 for any free one. */
  edgePort: number;
  /** Folder of all state and the logs, which is made if it is missing. */
  dataDir: string;
  /** The level of lines that also go to stderr; the files get all lines. */
  logLevel?: LogLevel;
  /** Folder of serverless.yml; by default this project. */
  serviceDir?: string;
  /** A LocalStack-compatible endpoint to use instead of the embedded emulators. */
  endpoint?: string | undefined;
  /** The source of credentials and settings for the functions; by default the environment of this process. */
  environment?: EnvironmentVariables;
  /** Starts one process of every queue function right after the start, so that the first message need not wait for it. */
  prewarm?: boolean;
  /** Aborts the start. */
  signal?: AbortSignal;
  /** The largest number of concurrent encoding jobs; by default one for each core. */
  cores?: number;
  /**
   * Number of copies of each queue message that the functions get at the same time; 1 by default. More copies test that no work is
   * done twice.
   */
  messageCopies?: number;
  /** The largest number of bytes of the data folder; by default as many as its disk has. */
  dataMaxBytes?: number | undefined;
  /** True, the default, if the sweepers run. Without them lost work is not resumed; that is for a count of calls. */
  schedules?: boolean;
}

/** The running stack. */
export interface RunningStack {
  /** `http://localhost:<port>/v1` */
  baseUrl: string;
  /** `AWS_ENDPOINT_URL` of the functions. */
  endpoint: string;
  /** Physical names of the resources, by logical id. */
  names: Readonly<Record<string, string>>;
  /** Environment of the functions. */
  environment: Readonly<Record<string, string>>;
  /** Process ids by name: `dynamodb`, `sqs`, `api`. */
  children(): Record<string, number>;
  /** Process ids of the queue, stream and schedule workers, by function. */
  workers(): Record<string, number[]>;
  /** Ends all processes and closes all ports. Running work has a few seconds to finish. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service on this machine: emulators (unless an endpoint is given), the resources of serverless.yml,
 * the REST API and the event sources. Resolves when all of them answer. If it fails, it ends all processes that it started.
 * @throws StartError for a fault that the user can correct
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const disposers = createDisposers();
  try {
    return await startParts(options, disposers);
  } catch (error) {
    await disposers.run().catch(() => undefined);
    throw toFullDiskStartError(error, resolve(options.dataDir));
  }
}

/** The folder, in that of the service, of the bundles of its functions. */
const BUILD_FOLDER = '.build';

/** Checks that the bundles can be made. @throws StartError for a folder without a service, and for a new copy that the user may not write to */
function assertBuildable(serviceDir: string): void {
  if (!existsSync(join(serviceDir, 'serverless.yml')))
    throw new StartError(`There is no serverless.yml in ${serviceDir}. Run this in the folder of the service.`);
  const build = join(serviceDir, BUILD_FOLDER);
  if (existsSync(build)) return;
  try {
    accessSync(serviceDir, constants.W_OK);
  } catch {
    throw new StartError(
      `You may not write to ${build}, where the bundles of the functions are kept. Use a copy of this folder that is yours, or change its owner.`,
    );
  }
}

async function startParts(options: StackOptions, disposers: Disposers): Promise<RunningStack> {
  const { environment: inherited = process.env, serviceDir = PROJECT_FOLDER } = options;
  if (!isNpmPackage(serviceDir)) assertBuildable(serviceDir);
  const fault = speechEngineChoiceFault(inherited) ?? cpuTimeFactorFault(inherited);
  if (fault !== undefined) throw new StartError(fault);
  const ffmpegPath = await checkFfmpeg(inherited);
  // This runs during the other steps of the start.
  const codecs = codecsOfCustomFfmpeg(ffmpegPath);
  codecs.catch(() => undefined);
  const dataDir = lockDataDir(resolve(options.dataDir));
  disposers.add(() => dataDir.release());
  const log = createStackLog(dataDir.logs, options.logLevel ?? 'info');
  if (dataDir.migration !== undefined) {
    const { from, to, kept: earlierData } = dataDir.migration;
    log.info(
      `the data are now of format ${to}. Those of format ${from} are kept in ${earlierData}: remove it when all is well.`,
    );
  }

  const publicAddresses = readPublicAddresses(inherited);
  const requestLimiter = createClientRequestLimiter(parseTrustedProxies(inherited.TRUSTED_PROXIES));
  let apiPort: () => number | undefined = () => undefined;
  const freeDisk: FreeDiskState = { isFull: false };
  const operations = createOperatorMonitoringEndpoints({
    dataDir: dataDir.root,
    token: inherited.METRICS_TOKEN || undefined,
    isApiUp: () => apiPort() !== undefined,
    room: freeDisk,
  });

  // The gateway starts first: a port that is taken is the most common fault, and is found before any process starts.
  let origins: readonly string[] = [];
  let compressFrom: number | undefined;
  const ownPorts = new LocalStackPorts();
  let publicUrl = publicAddresses.baseUrl ?? `http://localhost:${options.port}/v1`;
  let answerFile: PublicFileRequestHandler = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end();
  const gateway = await startGateway({
    port: options.port,
    hosts: publicAddresses.hosts,
    target: () => apiPort(),
    compressFrom: () => compressFrom,
    sessionOrigins: () => origins,
    frontPage: '/v1/docs',
    allowedHosts: publicAddresses.allowedHosts,
    ...(publicAddresses.mediaUrl === undefined
      ? {}
      : { files: { mediaUrl: publicAddresses.mediaUrl, answer: (...file) => answerFile(...file) } }),
    operator: operations.answer,
    answered: operations.answered,
    ...(publicAddresses.baseUrl === undefined ? {} : { waitOf: requestLimiter.waitOf }),
    baseUrl: () => publicUrl,
    refusal: (request) => (freeDisk.isFull ? findFullDiskRefusal(request) : undefined),
    log,
  });
  ownPorts.note('gateway', gateway.port);
  disposers.add(() => gateway.close());
  const baseUrl = `http://localhost:${gateway.port}/v1`;
  publicUrl = publicAddresses.baseUrl ?? baseUrl;
  origins = sessionCookieOrigins(inherited, baseUrl, publicUrl);

  const externalEndpoint = options.endpoint?.replace(/\/+$/, '');
  const credentials =
    publicAddresses.baseUrl !== undefined && externalEndpoint === undefined
      ? privateEmulatorCredentials(dataDir.edgeKeys, inherited)
      : readAwsCredentials(inherited, externalEndpoint !== undefined);
  const emulators: Emulators | undefined =
    externalEndpoint === undefined
      ? await startEmulators({
          edgePort: options.edgePort,
          dataDir,
          region: REGION,
          credentials,
          ownPorts,
          disposers,
          log,
        })
      : undefined;
  answerFile = (request, response, { url, signed }) => emulators?.s3.answerAt(request, response, url, signed);
  const endpoint = externalEndpoint ?? `http://127.0.0.1:${emulators?.edgePort}`;
  const aws: AwsSettings = { endpoint, region: REGION, credentials };
  const clients = createLocalStackAwsClients(aws);
  disposers.add(() => clients.destroy());
  operations.add({ clients });

  let invokableFunctions: InvokableFunctions | undefined;
  const invokeEndpoint = await startInvokeEndpoint(() => invokableFunctions, log);
  disposers.add(() => invokeEndpoint.close());
  ownPorts.note('invoke', invokeEndpoint.port);
  // Chosen before the process starts, because its functions get the port at their start. A restarted process uses the same port.
  const processPort = ownPorts.note('api', await findFreePort());

  const baseEnvironment = handlerProcessEnvironment(inherited, aws, externalEndpoint !== undefined);
  const bundles = createWorkerBundlesReadiness();
  const firstConfiguration = Promise.withResolvers<ResolvedServiceConfiguration>();
  firstConfiguration.promise.catch(() => undefined);
  let configuration: Promise<ResolvedServiceConfiguration> | undefined;
  const apiStart = superviseService({
    name: 'api',
    signal: options.signal,
    start: (signal) =>
      startApiProcess({
        serviceDir,
        port: processPort,
        logs: dataDir.logs,
        processEnvironment: {
          ...baseEnvironment,
          ...temporaryFolderVariables(createEmptyFolder(join(dataDir.temporary, 'api'))),
        },
        signal,
        log,
        bundled(failure) {
          if (failure !== undefined) log.error(`the bundles of the workers cannot be made: ${failure}`);
          bundles.note(failure);
        },
        async configure(service) {
          // A process that replaces a crashed one gets the same configuration as the first.
          if (service.requests !== undefined) requestLimiter.set(service.requests);
          compressFrom = service.compressFrom;
          configuration ??= codecs.then((customCodecs) =>
            provisionAndResolve({
              codecs: customCodecs,
              service,
              serviceDir,
              accountId: ACCOUNT_ID,
              emulators,
              clients,
              aws,
              baseUrl,
              access: publicAddresses,
              invokePort: invokeEndpoint.port,
              ownPorts,
              secretsKeyFile: dataDir.secretsKey,
              keepTable: (format) => emulators && copyTableFileOnce(dataDir, format),
              issuer: openDevelopmentIssuerKeys(dataDir.root).environment,
              inherited,
              log,
            }),
          );
          configuration.then(firstConfiguration.resolve, firstConfiguration.reject);
          return configuration;
        },
      }),
    log,
  });
  disposers.add(async () => (await apiStart.catch(() => undefined))?.stop());

  const [supervisedApi, { environment, names, functions }] = await Promise.all([apiStart, firstConfiguration.promise]);
  apiPort = supervisedApi.port;
  // These clients skip the edge, for fewer steps in each poll of a queue or stream and each deletion of messages.
  const eventClients = createLocalStackAwsClients(aws, emulators?.directEndpoints());
  disposers.add(() => eventClients.destroy());
  const {
    invoke,
    pids: workers,
    counts,
  } = startWorkers({
    functions,
    bundles,
    clients: eventClients,
    checkpointFile: dataDir.checkpoints,
    region: REGION,
    accountId: ACCOUNT_ID,
    baseEnvironment,
    cores: options.cores,
    messageCopies: options.messageCopies,
    temporaryDir: dataDir.temporary,
    prewarm: options.prewarm ?? false,
    schedules: options.schedules ?? true,
    ended: operations.invoked,
    disposers,
    log,
  });
  invokableFunctions = { functions, invoke };
  operations.add({ workers: counts });
  if (emulators !== undefined && options.schedules !== false)
    startUpkeepChores({
      chores: upkeepChoresOf({
        dynamodb: eventClients.dynamodb,
        dataDir,
        evict: emulators.evict,
        room: freeDisk,
        log,
        maxBytes: options.dataMaxBytes,
      }),
      disposers,
      log,
    });

  const children = (): Record<string, number> => {
    const pid = supervisedApi.pid();
    return { ...emulators?.pids(), ...(pid === undefined ? {} : { api: pid }) };
  };
  writeStackState(dataDir.state, {
    pid: process.pid,
    base_url: baseUrl,
    endpoint,
    ports: { api: gateway.port, edge: emulators?.edgePort ?? null },
    children: children(),
    names,
    environment,
  });
  disposers.add(() => removeStackState(dataDir.state));
  // The gateway closes before all others, which current requests may still need.
  disposers.add(() => gateway.close());
  log.info(`ready: ${baseUrl}, AWS at ${endpoint}, state in ${dataDir.root}`);
  return { baseUrl, endpoint, names, environment, children, workers, stop: () => disposers.run() };
}
