import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { costlyRoutesOf } from '#stack/gateway/costly-route-patterns.ts';
import { alarmResources } from './alarms.ts';
import { removeUnusedSpeechLambdaLayer, zipFunction, zipLambdaLayers } from './artifacts.ts';
import { addGatewayCorsToResources, removeOfflineCorsHandling } from './cors.ts';
import { emptyBucket } from './empty-bucket.ts';
import { invokeFunctionsThroughOneRole } from './gateway-role.ts';
import { storeResolvedService } from './kept-service.ts';
import { shareLogGroups } from './log-groups.ts';
import { createFunctionRoles, functionRoleId } from './roles.ts';
import { secretsKeyResource, TEMPLATE_KEY_ARN } from './secrets-key-resource.ts';
import type { FunctionDefinitions, Serverless, WriteZipOfFiles } from './serverless-cli.ts';
import { type BundlesByFunction, bundleForStack, pointFunctionsAtBundles } from './stack-bundles.ts';
import type { StageParameters } from './stage-parameters.ts';
import {
  connectSupervisor,
  disableServerlessConfigValidation,
  isStartedByLocalStack,
  requireServerlessOfflineServer,
  type SupervisorConnection,
} from './supervisor.ts';
import { throttleMethodSettings } from './throttles.ts';
import { useMaximumZipCompression } from './use-maximum-zip-compression.ts';

/** Folder of the bundles that are packaged, separate from those that the local stack runs. */
const PACKAGED_FOLDER = '.build/packaged';

/** functions/permissions.yml: the resources that each function may use, by function and action. */
const permissionsFileSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())));

/**
 * The plugin of the Serverless CLI that runs and packages every function as one bundle of `bundle-handlers.ts`. It adds to the
 * template the parts that serverless.yml does not write out: a role for each function, throttles, alarms, CORS. In the local stack it
 * also takes the values of the environment from the supervisor before serverless-offline starts.
 */
export default class PackageFunctions {
  readonly hooks: Readonly<Record<string, () => unknown>>;
  readonly #serverless: Serverless;
  #parameters: StageParameters | undefined;
  #bundled: Promise<BundlesByFunction> | undefined;
  #supervisor: SupervisorConnection | undefined;
  #isZipped = false;

  constructor(serverless: Serverless) {
    if (isStartedByLocalStack()) disableServerlessConfigValidation(serverless);
    this.#serverless = serverless;
    this.hooks = {
      'before:package:cleanup': () => this.#addResources(),
      'before:package:createDeploymentArtifacts': () => this.#prepareArtifacts(),
      'before:deploy:function:packageFunction': () => this.#prepareFunction(),
      'before:invoke:local:invoke': () => this.#bundle(),
      'before:package:compileLayers': () => this.#skipLayerComparison(),
      'after:aws:package:finalize:mergeCustomProviderResources': () => this.#finishTemplate(),
      'after:package:finalize': () => this.#checkPackage(),
      'before:remove:remove': () => this.#emptyMediaBucket(),
      'before:offline:start:init': () => this.#beforeOffline(),
      'after:offline:start:init': () => this.#afterOffline(),
    };
  }

  /** Points each function at its bundle for Lambda. */
  #bundle(): Promise<BundlesByFunction> {
    const { service, serviceDir } = this.#serverless;
    this.#bundled ??= pointFunctionsAtBundles(service, async (handlers) => {
      // A start of the local stack bundles in a child process.
      const { bundleHandlers } = await import('./bundle-handlers.ts');
      return bundleHandlers({ serviceDir, handlers, outDir: PACKAGED_FOLDER, whole: true });
    });
    return this.#bundled;
  }

  /** Reads and checks the parameters of the stage. @throws an error of the CLI with a sentence for each fault, before anything is made */
  async #readParameters(): Promise<Partial<StageParameters>> {
    const { configurationInput, processedInput, service } = this.#serverless;
    // Only a service of the tests has no parameters.
    if (configurationInput.params === undefined) return {};
    const { checkStageParameters, resolveStageParameters } = await import('./stage-parameters.ts');
    const { stage } = service.provider;
    const values = resolveStageParameters(stage, configurationInput.params, processedInput.options.param);
    try {
      this.#parameters ??= checkStageParameters(stage, this.#serverless.getProvider('aws').getRegion(), values);
    } catch (error) {
      // The CLI shows the sentences of its own errors without a stack.
      throw new this.#serverless.classes.Error(errorMessageOf(error));
    }
    return this.#parameters;
  }

  get #zipFiles(): WriteZipOfFiles {
    const packager = this.#serverless.pluginManager.plugins.find(({ zipFiles }) => typeof zipFiles === 'function');
    useMaximumZipCompression(ZipFile.prototype);
    return (...parameters) => {
      if (!packager?.zipFiles) throw new Error('the packager of the CLI is not among its plugins');
      return packager.zipFiles(...parameters);
    };
  }

  async #prepareArtifacts(): Promise<void> {
    const { service } = this.#serverless;
    // The functions are packaged already.
    if (service.package.artifact !== undefined) return;
    removeUnusedSpeechLambdaLayer(service, (await this.#readParameters()).narrationEngine);
    const bundles = await this.#bundle();
    const zipFiles = this.#zipFiles;
    this.#isZipped = true;
    await Promise.all([
      zipLambdaLayers(this.#serverless, service.provider.architecture ?? 'x86_64', zipFiles),
      ...[...bundles].map(([name, bundle]) => zipFunction(this.#serverless, name, bundle, zipFiles)),
    ]);
  }

  /** @throws Error with a sentence for each budget that is exceeded and each program of another platform */
  async #checkPackage(): Promise<void> {
    const { service, serviceDir, processedInput } = this.#serverless;
    if (!this.#isZipped) return;
    const folder = processedInput.options.package ?? service.package.path ?? join(serviceDir, '.serverless');
    const { readPackagedStage } = await import('./packages/packaged-stage.ts');
    const { packageFaults } = await import('./packages/package-faults.ts');
    const faults = packageFaults(await readPackagedStage(resolve(serviceDir, folder)));
    if (faults.length > 0) throw new this.#serverless.classes.Error(faults.join('\n'));
  }

  /** For `serverless deploy function`. */
  async #prepareFunction(): Promise<void> {
    const { function: name = '' } = this.#serverless.processedInput.options;
    removeUnusedSpeechLambdaLayer(this.#serverless.service, (await this.#readParameters()).narrationEngine);
    const bundle = (await this.#bundle()).get(name);
    if (!bundle) throw new this.#serverless.classes.Error(`There is no function ${name}.`);
    await zipFunction(this.#serverless, name, bundle, this.#zipFiles);
  }

  // Packaging asks CloudFormation whether a layer has changed, only to skip its upload. `package` uploads nothing and
  // must work without an account; `deploy` still asks.
  #skipLayerComparison(): void {
    if (this.#serverless.processedInput.commands[0] !== 'package') return;
    const layers = this.#serverless.pluginManager.plugins.find(({ compareWithLastLayer }) => compareWithLastLayer);
    if (layers !== undefined) layers.compareWithLastLayer = async () => {};
  }

  /** Adds log groups, roles and alarms, which follow from the functions and queues of serverless.yml. */
  async #addResources(): Promise<void> {
    const { service, serviceDir } = this.#serverless;
    const parameters = await this.#readParameters();
    const permissionsPath = join(serviceDir, 'functions', 'permissions.yml');
    if (!existsSync(permissionsPath)) return;
    const { stage } = service.provider;
    const functions = Object.fromEntries(service.getAllFunctions().map((name) => [name, service.getFunction(name)]));
    const resources = service.resources.Resources;
    // Queues still limit their workers: `maximumConcurrency` takes nothing from the quota of the account.
    if (parameters.reserveConcurrency === false)
      for (const definition of Object.values(functions)) delete definition.reservedConcurrency;
    const { DeletionPolicy } = resources.Table ?? {};
    // Without a key every request that seals a webhook secret would fail.
    if (!parameters.secretsKmsKeyId) {
      Object.assign(resources, secretsKeyResource({ DeletionPolicy }));
      service.provider.environment ??= {};
      service.provider.environment.SECRETS_KMS_KEY_ID = TEMPLATE_KEY_ARN;
    }
    const prefix = `${service.service}-${stage}`;
    Object.assign(resources, shareLogGroups(functions, prefix, service.provider.logRetentionInDays));
    const permissions = permissionsFileSchema.parse(parse(readFileSync(permissionsPath, 'utf8')));
    Object.assign(
      resources,
      createFunctionRoles(functions, permissions, { prefix, secretsKey: parameters.secretsKmsKeyId ?? '' }),
    );
    for (const [name, definition] of Object.entries(functions)) definition.role = functionRoleId(name);
    const { CORS_EXPOSED_HEADERS } = await import('#front/api/cors.ts');
    const origins = service.provider.environment?.SESSION_ORIGINS;
    addGatewayCorsToResources(resources, typeof origins === 'string' ? origins : undefined, CORS_EXPOSED_HEADERS);
    const metricNames = await import('#kernel/shared/metric-names.ts');
    Object.assign(resources, alarmResources({ functions, resources, metricNames, service: service.service, stage }));
    await this.#addOptional(parameters, functions);
  }

  /** Adds the resources that a stage has only if its parameters request them. */
  async #addOptional(
    {
      alarmEmail,
      apiDomain,
      apiCertificateArn = '',
      apiHostedZoneId = '',
      webAcl,
      canary,
      publicBaseUrl,
    }: Partial<StageParameters>,
    functions: FunctionDefinitions,
  ): Promise<void> {
    const { service } = this.#serverless;
    const { Resources, Outputs } = service.resources;
    const { stage } = service.provider;
    if (alarmEmail)
      Resources.AlarmsEmail = {
        Type: 'AWS::SNS::Subscription',
        Properties: { TopicArn: { Ref: 'AlarmsTopic' }, Protocol: 'email', Endpoint: alarmEmail },
      };
    if (apiDomain) {
      const { apiDomainResources } = await import('./api-domain.ts');
      Object.assign(Resources, apiDomainResources(apiDomain, apiCertificateArn, apiHostedZoneId));
      Outputs.BaseUrl.Value = `https://${apiDomain}/v1`;
      service.provider.environment ??= {};
      service.provider.environment.PUBLIC_BASE_URL = publicBaseUrl || Outputs.BaseUrl.Value;
    }
    const { addBaseUrlToGatewayAnswers } = await import('./gateway-doc-urls.ts');
    addBaseUrlToGatewayAnswers(Resources, publicBaseUrl || (apiDomain ? `https://${apiDomain}/v1` : ''));
    if (webAcl && webAcl !== 'none') {
      const { firewallResources } = await import('./firewall.ts');
      const { throttles, firewall } = service.custom ?? {};
      if (!throttles || !firewall) throw new Error('serverless.yml has no custom.throttles, or no custom.firewall');
      Object.assign(
        Resources,
        firewallResources(
          webAcl,
          { service: service.service, stage },
          firewall,
          costlyRoutesOf(throttles),
          publicBaseUrl || Outputs.BaseUrl.Value,
        ),
      );
    }
    if (canary) (await import('./canary.ts')).configureFunctionAliases(functions);
  }

  /** Changes the parts of the compiled template that the Serverless CLI wrote: those of routes and of function versions. */
  async #finishTemplate(): Promise<void> {
    const { service } = this.#serverless;
    const { accessLogs, logRetentionDays, canary } = await this.#readParameters();
    const resources = service.provider.compiledCloudFormationTemplate.Resources;
    invokeFunctionsThroughOneRole(resources);
    const throttles = service.custom?.throttles;
    const routes = service.getAllFunctions().flatMap((name) =>
      (service.getFunction(name).events ?? []).flatMap(({ http }) => {
        if (http === undefined) return [];
        return typeof http === 'string' ? http : `${http.method.toUpperCase()} ${http.path}`;
      }),
    );
    const { separateApiStageResource } = await import('./api-stage-logical-id.ts');
    // Tracing is set here too: with the option of serverless.yml the CLI would set it after the deployment, by a separate call.
    const MethodSettings = throttles === undefined ? [] : throttleMethodSettings(throttles, routes);
    separateApiStageResource(resources, { MethodSettings, TracingEnabled: true });
    if (accessLogs && logRetentionDays !== undefined) {
      const { addAccessLog } = await import('./access-log.ts');
      addAccessLog(resources, {
        service: service.service,
        stage: service.provider.stage,
        retentionDays: logRetentionDays,
      });
    }
    if (canary) (await import('./canary.ts')).addCanary(resources, canary);
    (await import('./api-body.ts')).replaceApiResourcesByOpenApi(resources);
  }

  /**
   * Empties the bucket of a stage that is removed with its data. If workers write to it meanwhile, the removal fails and has to be
   * repeated.
   */
  async #emptyMediaBucket(): Promise<void> {
    const { service } = this.#serverless;
    if (service.resources?.Resources?.MediaBucket?.DeletionPolicy !== 'Delete') return;
    const aws = this.#serverless.getProvider('aws');
    const { StackResourceDetail: bucket } = await aws.request('CloudFormation', 'describeStackResource', {
      StackName: aws.naming.getStackName(),
      LogicalResourceId: 'MediaBucket',
    });
    await emptyBucket((method, params) => aws.request('S3', method, params), bucket.PhysicalResourceId);
  }

  async #beforeOffline(): Promise<void> {
    const { service, serviceDir } = this.#serverless;
    if (isStartedByLocalStack()) await storeResolvedService(this.#serverless, process.env);
    const { workers } = await bundleForStack(service, serviceDir);
    if (!isStartedByLocalStack()) return void (await workers);
    this.#supervisor = connectSupervisor();
    this.#supervisor.bundled(workers);
    await this.#supervisor.configure(service);
  }

  async #afterOffline(): Promise<void> {
    const server = requireServerlessOfflineServer(this.#serverless);
    removeOfflineCorsHandling(server);
    await this.#supervisor?.ready(server, this.#serverless.service);
  }
}
