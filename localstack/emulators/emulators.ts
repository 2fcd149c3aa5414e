import { startDynamoDb } from './dynamodb.ts';
import { startLocalAwsEndpoint } from './edge/edge.ts';
import { requireDynamoDbBinary } from './find-dynamodb-binary.ts';
import type { DataDir } from './host/data-dir.ts';
import type { Disposers } from './host/disposers.ts';
import type { LocalStackPorts } from './host/local-stack-ports.ts';
import type { StackLog } from './host/stack-log.ts';
import { createS3Handler, type S3RequestListener } from './s3/server.ts';
import { startSqs } from './sqs.ts';
import type { SupervisedService } from './supervised.ts';

/** Options of `startEmulators`. */
export interface EmulatorOptions {
  /** 0 for any free port. */
  edgePort: number;
  dataDir: DataDir;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Receives the port of the edge and of each emulator. */
  ownPorts: LocalStackPorts;
  disposers: Disposers;
  log: StackLog;
}

/** The started emulators. */
export interface Emulators {
  edgePort: number;
  /** The server of buckets, for requests that come another way than through the edge. */
  s3: S3RequestListener;
  /** Resolves when all emulators answer. */
  ready: Promise<void>;
  /** Removes objects that may go, the oldest first, until enough bytes are free. */
  evict: S3RequestListener['evict'];
  /** Process ids of the running emulators, by name. */
  pids(): Record<string, number>;
  /** Addresses of the emulators, by the SDK's variables for them, for calls that need not go through the edge. */
  directEndpoints(): Record<string, string>;
}

/** Milliseconds between runs of the lifecycle rules, which count in days. */
const EXPIRY_INTERVAL_MS = 60 * 60_000;

/**
 * Starts DynamoDB, SQS and S3 behind one edge. Resolves as soon as the edge listens, so that other parts may start
 * meanwhile.
 * @throws StartError if the port is taken or an emulator is not installed
 */
export async function startEmulators(options: EmulatorOptions): Promise<Emulators> {
  const { dataDir, region, credentials, ownPorts, disposers, log } = options;
  requireDynamoDbBinary();
  const runningServices: Partial<Record<'dynamodb' | 'sqs', SupervisedService>> = {};
  const s3 = await createS3Handler({
    dir: dataDir.s3,
    credentials: { [credentials.accessKeyId]: credentials.secretAccessKey },
    log: (line) => log.warn(line),
  });
  const expire = () => {
    try {
      s3.expire(Date.now());
    } catch (error) {
      log.error(`life cycle of objects: ${(error as Error).stack}`);
    }
  };
  expire();
  const expiryTimer = setInterval(expire, EXPIRY_INTERVAL_MS);
  disposers.add(() => clearInterval(expiryTimer));
  const edge = await startLocalAwsEndpoint({
    port: options.edgePort,
    targets: { dynamodb: () => runningServices.dynamodb?.port(), sqs: () => runningServices.sqs?.port(), s3 },
    credentials: new Map([[credentials.accessKeyId, credentials.secretAccessKey]]),
    log,
  });
  ownPorts.note('edge', edge.port);
  const noteWhenStarted = async (
    name: 'dynamodb' | 'sqs',
    startedService: Promise<SupervisedService>,
  ): Promise<void> => {
    const emulator = await startedService;
    runningServices[name] = emulator;
    const port = emulator.port();
    // An emulator keeps its port when it starts again.
    if (port !== undefined) ownPorts.note(name, port);
  };
  const { logs } = dataDir;
  const starts = [
    noteWhenStarted('dynamodb', startDynamoDb({ folder: dataDir.dynamodb, logs, log })),
    noteWhenStarted('sqs', startSqs({ folder: dataDir.sqs, region, logs, log })),
  ];
  disposers.add(async () => {
    // Otherwise an emulator that is still starting would continue to run.
    await Promise.allSettled(starts);
    await Promise.all([runningServices.dynamodb?.stop(), runningServices.sqs?.stop()]);
  });
  // The edge closes first: during the stop it could only refuse requests.
  disposers.add(() => edge.close());
  const ready = Promise.all(starts).then(() => undefined);
  ready.catch(() => undefined);
  return {
    edgePort: edge.port,
    s3,
    ready,
    evict: s3.evict,
    directEndpoints: () =>
      Object.fromEntries(
        Object.entries(runningServices).flatMap(([name, emulator]) => {
          const port = emulator.port();
          return port === undefined ? [] : [[`AWS_ENDPOINT_URL_${name.toUpperCase()}`, `http://127.0.0.1:${port}`]];
        }),
      ),
    pids: () => {
      const pids: Record<string, number> = {};
      for (const [name, emulator] of Object.entries(runningServices)) {
        const pid = emulator.pid();
        if (pid !== undefined) pids[name] = pid;
      }
      return pids;
    },
  };
}
