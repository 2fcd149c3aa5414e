import type { LambdaArchitecture } from '#layers/lambda-packages.ts';
import type { ClientRateLimits } from '#stack/gateway/client-rate-limits.ts';
import type { RouteKey } from '#stack/gateway/costly-route-patterns.ts';
import type { CloudFormationResources } from './api-stage-logical-id.ts';
import type { CallS3 } from './empty-bucket.ts';
import type { resolveStageParameters } from './stage-parameters.ts';
import type { RequestThrottle } from './throttles.ts';

/**
 * Types of the parts of the Serverless CLI that its plugins here use, because it publishes no types. Properties that serverless.yml may
 * omit are optional. A value of type `unknown` is one of CloudFormation.
 */

/** An event that starts a function. */
export interface FunctionEventDeclaration {
  http?: string | { method: string; path: string } | undefined;
  sqs?: { arn: unknown } | undefined;
  stream?: { arn: unknown; destinations?: { onFailure?: { arn?: unknown } } } | undefined;
  schedule?: unknown;
}

/** A function of serverless.yml. */
export interface FunctionDefinition {
  handler: string;
  events?: FunctionEventDeclaration[] | undefined;
  layers?: { Ref: string }[] | undefined;
  package?: { patterns?: string[]; artifact?: string } | undefined;
  role?: string;
  logs?: { logGroup: unknown };
  disableLogs?: boolean;
  environment?: Record<string, string>;
  reservedConcurrency?: number;
  versionFunction?: boolean;
  targetAlias?: { name: string; logicalId: string };
}
/** Functions of serverless.yml by their names. */
export type FunctionDefinitions = Record<string, FunctionDefinition>;

/** A layer of serverless.yml. */
export interface LayerDefinition {
  path: string;
  package?: { artifact?: string } | undefined;
}

/** The provider of a service. */
interface ServiceProvider {
  stage: string;
  region?: string;
  timeout?: number;
  memorySize?: number;
  architecture?: LambdaArchitecture;
  logRetentionInDays?: number;
  environment?: Record<string, unknown>;
  apiGateway?: { binaryMediaTypes?: string[]; minimumCompressionSize?: number };
}

/** The parts of a service that serverless-offline and the local stack use. */
export interface ServerlessOfflineService {
  service: string;
  provider: ServiceProvider;
  functions: FunctionDefinitions;
  resources: { Resources: CloudFormationResources };
  custom?: {
    throttles?: { each: RequestThrottle; [route: RouteKey]: RequestThrottle };
    firewall?: ClientRateLimits;
  };
  getAllFunctions(): string[];
  getFunction(name: string): FunctionDefinition;
  getAllEventsInFunction(name: string): FunctionEventDeclaration[];
}

/** The service that serverless.yml describes. */
export interface ServerlessService extends ServerlessOfflineService {
  provider: ServiceProvider & { compiledCloudFormationTemplate: { Resources: CloudFormationResources } };
  plugins?: string[];
  package: { artifact?: string; path?: string };
  layers?: Record<string, LayerDefinition>;
  resources: { Resources: CloudFormationResources; Outputs: { BaseUrl: { Value: string | { 'Fn::Sub': string } } } };
}

/** The part of the Serverless CLI object for code that needs only the service and its folder. */
export interface ServiceFolder {
  service: ServerlessService;
  serviceDir: string;
}

/** A plugin of the CLI: the packager zips files, the plugin of AWS compares layers, and serverless-offline has a server. */
interface CliPlugin {
  zipFiles?: WriteZipOfFiles;
  compareWithLastLayer?: () => Promise<void>;
  internals?: ServerlessOfflinePlugin['internals'];
}

/** The plugin serverless-offline. */
export interface ServerlessOfflinePlugin {
  /** Resolves when the server listens. */
  start(): Promise<void>;
  internals(): { getApiGatewayServer(): ServerlessOfflineServer };
}

/** The AWS provider of the CLI. */
interface AwsProvider {
  naming: { getStackName(): string };
  getRegion(): string;
  request(
    service: 'CloudFormation',
    method: 'describeStackResource',
    params: { StackName: string; LogicalResourceId: string },
  ): Promise<{ StackResourceDetail: { PhysicalResourceId: string } }>;
  request(service: 'S3', ...call: Parameters<CallS3>): ReturnType<CallS3>;
}

/** The object that the CLI passes to plugins. */
export interface Serverless extends ServiceFolder {
  classes: { Error: new (message: string) => Error };
  configurationInput: { params?: Parameters<typeof resolveStageParameters>[1] };
  processedInput: {
    commands: readonly string[];
    options: { package?: string; function?: string; param?: Parameters<typeof resolveStageParameters>[2] };
  };
  configSchemaHandler: { validateConfig(config: unknown): Promise<void> };
  pluginManager: { plugins: CliPlugin[] };
  getProvider(name: 'aws'): AwsProvider;
}

/** Zips files under a name, relative to a folder or to the service. @returns the path of the zip */
export type WriteZipOfFiles = (files: readonly string[], name: string, folder?: string) => Promise<string>;

/** A request and its answer in hapi, the server of serverless-offline. */
export interface ServerlessOfflineRequest {
  method: string;
  headers: Record<string, string | undefined>;
  response: OfflineResponse & { isBoom?: boolean; output: OfflineResponse };
}
interface OfflineResponse {
  headers: Record<string, unknown>;
  statusCode: number;
}

/** The server of serverless-offline. */
export interface ServerlessOfflineServer {
  listener: unknown;
  info: { port: number };
  ext(
    event: 'onPreHandler' | 'onPostHandler' | 'onPreResponse',
    step: (request: ServerlessOfflineRequest, h: { continue: symbol }) => symbol,
  ): void;
}
