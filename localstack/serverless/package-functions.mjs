import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { bundleHandlers } from '../../esbuild.config.mjs';
import { buildLayer } from '../../layers/ffmpeg/build.mjs';
import { alarmResources } from './alarms.mjs';
import { bundleIfChanged } from './bundle-if-changed.mjs';
import { addGatewayCors, leaveCorsToFunctions } from './cors.mjs';
import { emptyBucket } from './empty-bucket.mjs';
import { packageClosure } from './package-closure.mjs';
import { packagePatterns } from './package-patterns.mjs';
import { roleOf, rolesOf } from './roles.mjs';
import { KEY_OF_TEMPLATE, secretsKey } from './secrets-key.mjs';
import { connectSupervisor, endWithSupervisor, isSupervised, offlineServer } from './supervisor.mjs';
import { methodSettings } from './throttles.mjs';

/** Bundles that are packaged lie apart from those that the local stack runs from. */
const PACKAGED = '.build/packaged';

const bundleForLambda = (options) => bundleHandlers({ ...options, outDir: PACKAGED, whole: true });

/**
 * Serverless plugin: every function runs from, and is packaged as, one bundle of `esbuild.config.mjs`. It adds to the
 * template what serverless.yml does not write out: a role for each function, throttles, alarms, CORS. Under the local stack it
 * also takes the values of the environment from the supervisor before serverless-offline starts.
 */
export default class PackageFunctions {
  #serverless;
  #bundled;
  #supervisor;

  constructor(serverless) {
    if (isSupervised()) endWithSupervisor();
    this.#serverless = serverless;
    const bundle = () => this.#bundle();
    this.hooks = {
      'before:package:cleanup': () => this.#addResources(),
      'before:package:createDeploymentArtifacts': () => this.#prepareArtifacts(),
      'before:deploy:function:packageFunction': bundle,
      'before:invoke:local:invoke': bundle,
      'before:package:compileLayers': () => this.#skipLayerComparison(),
      'after:aws:package:finalize:mergeCustomProviderResources': () => this.#finishDeployments(),
      'before:remove:remove': () => this.#emptyMediaBucket(),
      'before:offline:start:init': () => this.#beforeOffline(),
      'after:offline:start:init': () => this.#afterOffline(),
    };
  }

  /** Points each function at its bundle and packages nothing but that and the packages left outside of it. */
  #bundle(bundle = bundleForLambda) {
    this.#bundled ??= this.#bundleAll(bundle);
    return this.#bundled;
  }

  async #bundleAll(bundle) {
    const { service, serviceDir } = this.#serverless;
    const functions = service.getAllFunctions().map((name) => service.getFunction(name));
    const handlers = functions.map(({ handler }) => handler);
    const bundles = await bundle({ serviceDir, handlers });
    for (const definition of functions) {
      const { handler, files, packages } = bundles[definition.handler];
      const folders = packageClosure(serviceDir, packages);
      definition.handler = handler;
      definition.package = {
        ...definition.package,
        patterns: [...(definition.package?.patterns ?? []), ...files, ...packagePatterns(folders)],
      };
    }
    // The patterns above are the whole list: looking for development dependencies to leave out takes seconds for nothing.
    service.package.excludeDevDependencies = false;
  }

  async #prepareArtifacts() {
    const { service, serviceDir } = this.#serverless;
    // Somebody packaged the functions already.
    if (service.package.artifact !== undefined) return;
    await this.#bundle();
    const ffmpeg = service.layers?.ffmpeg;
    if (ffmpeg === undefined) return;
    // The service's patterns leave everything out, of a layer too.
    ffmpeg.package = { ...ffmpeg.package, patterns: ['bin/**'] };
    const dist = join(serviceDir, ffmpeg.path);
    if (!existsSync(join(dist, 'bin', 'ffmpeg'))) await buildLayer(dist);
  }

  // Packaging asks CloudFormation whether a layer has changed, only to spare its upload. `package` uploads nothing and
  // must work without an account; `deploy` keeps asking.
  #skipLayerComparison() {
    if (this.#serverless.processedInput.commands[0] !== 'package') return;
    const layers = this.#serverless.pluginManager.plugins.find(({ compareWithLastLayer }) => compareWithLastLayer);
    if (layers !== undefined) layers.compareWithLastLayer = async () => {};
  }

  /** Roles and alarms: they follow from the functions and the queues, which are written in serverless.yml. */
  async #addResources() {
    const { service, serviceDir } = this.#serverless;
    const permissions = join(serviceDir, 'functions', 'permissions.yml');
    if (!existsSync(permissions)) return;
    const { stage } = service.provider;
    const functions = Object.fromEntries(service.getAllFunctions().map((name) => [name, service.getFunction(name)]));
    const resources = service.resources.Resources;
    const { DeletionPolicy } = resources.Table ?? {};
    // Without a key every request that seals a webhook secret would fail.
    if (!process.env.SECRETS_KMS_KEY_ID) {
      Object.assign(resources, secretsKey({ DeletionPolicy }));
      service.provider.environment.SECRETS_KMS_KEY_ID = KEY_OF_TEMPLATE;
    }
    Object.assign(resources, rolesOf(functions, parse(readFileSync(permissions, 'utf8'))));
    for (const [name, definition] of Object.entries(functions)) definition.role = roleOf(name);
    const { EXPOSED_HEADERS } = await import('../../lib/api/cors.ts');
    addGatewayCors(resources, service.provider.environment?.SESSION_ORIGINS, EXPOSED_HEADERS);
    const names = await import('../../lib/shared/metric-names.ts');
    Object.assign(resources, alarmResources({ functions, resources, names, service: service.service, stage }));
  }

  // A deployment of the API is a snapshot: one that CloudFormation takes before it has made the gateway's own answers
  // would be without them. The throttles are settings of the stage, which only a deployment describes.
  #finishDeployments() {
    const { service } = this.#serverless;
    const resources = service.provider.compiledCloudFormationTemplate.Resources;
    const ofType = (type) => Object.keys(resources).filter((name) => resources[name].Type === type);
    const throttles = service.custom?.throttles;
    const routes = service.getAllFunctions().flatMap((name) =>
      service.getFunction(name).events.flatMap(({ http }) => {
        if (http === undefined) return [];
        return typeof http === 'string' ? http : `${http.method.toUpperCase()} ${http.path}`;
      }),
    );
    for (const name of ofType('AWS::ApiGateway::Deployment')) {
      resources[name].DependsOn = [...(resources[name].DependsOn ?? []), ...ofType('AWS::ApiGateway::GatewayResponse')];
      if (throttles === undefined) continue;
      // Tracing too: with the option of serverless.yml the CLI would set it after the deployment, by a call of its own.
      const MethodSettings = methodSettings(throttles, routes);
      resources[name].Properties.StageDescription = { MethodSettings, TracingEnabled: true };
    }
  }

  /**
   * Empties the bucket of a stage that is removed with its data. Workers that write meanwhile make the removal fail: repeat
   * it then.
   */
  async #emptyMediaBucket() {
    const { service } = this.#serverless;
    if (service.resources?.Resources?.MediaBucket?.DeletionPolicy !== 'Delete') return;
    const aws = this.#serverless.getProvider('aws');
    const { StackResourceDetail: bucket } = await aws.request('CloudFormation', 'describeStackResource', {
      StackName: aws.naming.getStackName(),
      LogicalResourceId: 'MediaBucket',
    });
    await emptyBucket((method, params) => aws.request('S3', method, params), bucket.PhysicalResourceId);
  }

  async #beforeOffline() {
    await this.#bundle((options) => bundleIfChanged(options, bundleHandlers));
    if (!isSupervised()) return;
    this.#supervisor = connectSupervisor();
    await this.#supervisor.configure(this.#serverless.service);
  }

  #afterOffline() {
    leaveCorsToFunctions(offlineServer(this.#serverless));
    this.#supervisor?.ready(this.#serverless);
  }
}
