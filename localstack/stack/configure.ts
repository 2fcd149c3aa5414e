import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Table } from '#adapters/aws/table/table.ts';
import { checkOrMarkTableFormat, TableFormatError } from '#adapters/aws/table/table-format-version.ts';
import type { Emulators } from '#emulators/emulators.ts';
import type { LocalStackPorts } from '#emulators/host/local-stack-ports.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { StartError } from '#emulators/host/start-error.ts';
import type { StackClients } from './clients.ts';
import {
  type AwsSettings,
  type EnvironmentVariables,
  functionEnvironment,
  resolveEnvironmentVariables,
} from './environment.ts';
import { functionsFromServerless } from './events/from-serverless.ts';
import type { LocalFunction } from './events/types.ts';
import type { FunctionEnvironments, ResolvedServerlessYml } from './gateway/api-process.ts';
import { doesAnyAccountExist } from './has-account.ts';
import { migrateTable, TABLE_MIGRATION_STEPS } from './provision/migrate-table.ts';
import { provisionResources } from './provision/provision-resources.ts';
import { isGatewayReachableOnlyLocally, type PublicAddresses } from './public-addresses.ts';

/** The configuration of serverless.yml, resolved for this machine. */
export interface ResolvedServiceConfiguration extends FunctionEnvironments {
  /** Names of the resources, by logical id. */
  names: Record<string, string>;
  functions: LocalFunction[];
}

/** Options of `provisionAndResolve`. */
export interface ProvisionAndResolveOptions {
  service: ResolvedServerlessYml;
  /** Folder of serverless.yml. */
  serviceDir: string;
  accountId: string;
  emulators: Emulators | undefined;
  clients: StackClients;
  aws: AwsSettings;
  baseUrl: string;
  /** The addresses for clients on other machines. */
  access: PublicAddresses;
  /** Port of 127.0.0.1 where functions call one another. */
  invokePort: number;
  /** The ports of the stack, which are read once all of its servers listen. */
  ownPorts: LocalStackPorts;
  secretsKeyFile: string;
  /** Keeps a copy of the table in its format, before the table is changed. */
  keepTable(format: number): void;
  issuer: EnvironmentVariables;
  /** VIDEO_CODECS, if the ffmpeg encodes other codecs than the deployed one. */
  codecs: string | undefined;
  inherited: EnvironmentVariables;
  log: StackLog;
}

/** Brings the table to the present format, and checks it. @throws StartError for a table from whose format no steps lead here */
async function checkTable(
  name: string | undefined,
  { clients, keepTable, log }: ProvisionAndResolveOptions,
): Promise<void> {
  if (name === undefined) return;
  const table = new Table(name, clients.dynamodb);
  try {
    const migration = await migrateTable({ table, steps: TABLE_MIGRATION_STEPS, keep: keepTable });
    if (migration)
      log.info(`the table is now of format ${migration.to}, and a copy of format ${migration.from} is kept`);
    await checkOrMarkTableFormat(table, () => table.isEmpty());
  } catch (error) {
    if (!(error instanceof TableFormatError)) throw error;
    throw new StartError(`${error.message} Delete DATA_DIR or set another one.`);
  }
}

/** Checks that an account exists before other machines are let in. @throws StartError without one */
async function requireAccount(dynamodb: StackClients['dynamodb'], table = ''): Promise<void> {
  if (await doesAnyAccountExist(dynamodb, table)) return;
  throw new StartError(
    'Other machines can use the service only with an account: start it without HOST, run `npm run account -- create --plan pro`, then start it again with HOST.',
  );
}

/** Makes the resources, and resolves every value of serverless.yml that CloudFormation would resolve. */
export async function provisionAndResolve(options: ProvisionAndResolveOptions): Promise<ResolvedServiceConfiguration> {
  const { service, emulators, clients, aws, log } = options;
  await emulators?.ready;
  const { resolver, names } = await provisionResources({
    resources: service.resources,
    ...clients,
    pseudo: { accountId: options.accountId, region: aws.region, stackName: `${service.name}-${service.stage}` },
    endpoint: aws.endpoint,
    log,
  });
  const environment = functionEnvironment({
    declared: service.environment,
    resolver,
    aws,
    baseUrl: options.baseUrl,
    access: options.access,
    secretsKeyFile: options.secretsKeyFile,
    cursorKey: createHmac('sha256', readFileSync(options.secretsKeyFile)).update('cursors').digest('hex'),
    invokeEndpoint: `http://127.0.0.1:${options.invokePort}`,
    directEndpoints: emulators?.directEndpoints() ?? {},
    ownPorts: options.ownPorts.all(),
    issuer: options.issuer,
    codecs: options.codecs,
    // Another endpoint may serve other processes too. With a record of the calls, tests see those of a deployed stage.
    requestCounts: emulators === undefined || options.inherited.AWS_CALL_RECORD ? 'table' : 'process',
    inherited: options.inherited,
  });
  await checkTable(environment.TABLE_NAME, options);
  if (!isGatewayReachableOnlyLocally(options.access)) await requireAccount(clients.dynamodb, environment.TABLE_NAME);
  const entries = Object.entries(service.functions);
  const functionEnvironments = Object.fromEntries(
    entries.map(([name, definition]) => [name, resolveEnvironmentVariables(definition.environment, resolver)]),
  );
  const definitions = entries.map(([name, definition]) => {
    const events = resolver.resolveLeniently(definition.events);
    return [name, { ...definition, events, environment: functionEnvironments[name] }];
  });
  const functions = functionsFromServerless(Object.fromEntries(definitions), {
    bundleOf(name) {
      const handler = service.functions[name]?.handler ?? '';
      return resolve(options.serviceDir, `${handler.slice(0, handler.lastIndexOf('.'))}.mjs`);
    },
    provider: {
      ...(service.timeoutSeconds === undefined ? {} : { timeout: service.timeoutSeconds }),
      ...(service.memorySizeMb === undefined ? {} : { memorySize: service.memorySizeMb }),
      environment,
    },
  });
  return { environment, functionEnvironments, names, functions };
}
