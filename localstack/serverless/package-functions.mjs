import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleHandlers } from '../../esbuild.config.mjs';
import { buildLayer } from '../../layers/ffmpeg/build.mjs';
import { bundleIfChanged } from './bundle-if-changed.mjs';
import { packageClosure } from './package-closure.mjs';
import { connectSupervisor, endWithSupervisor, isSupervised } from './supervisor.mjs';

/**
 * Serverless plugin: every function runs from, and is packaged as, one bundle of `esbuild.config.mjs`. Under the local
 * stack it also takes the values of the environment from the supervisor before serverless-offline starts.
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
      'before:package:createDeploymentArtifacts': () => this.#prepareArtifacts(),
      'before:deploy:function:packageFunction': bundle,
      'before:invoke:local:invoke': bundle,
      'before:package:compileLayers': () => this.#skipLayerComparison(),
      'after:aws:package:finalize:mergeCustomProviderResources': () => this.#deployAfterGatewayResponses(),
      'before:offline:start:init': () => this.#beforeOffline(),
      'after:offline:start:init': () => this.#supervisor?.ready(serverless),
    };
  }

  /** Points each function at its bundle and packages nothing but that and the packages left outside of it. */
  #bundle(bundle = bundleHandlers) {
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
        patterns: [...(definition.package?.patterns ?? []), ...files, ...folders.map((folder) => `${folder}/**`)],
      };
    }
    // The patterns above are the whole list: looking for development dependencies to leave out takes seconds for nothing.
    service.package.excludeDevDependencies = false;
  }

  async #prepareArtifacts() {
    await this.#bundle();
    const { service, serviceDir } = this.#serverless;
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

  // A deployment of the API is a snapshot: one that CloudFormation takes before it has made the gateway's own answers
  // would be without them.
  #deployAfterGatewayResponses() {
    const resources = this.#serverless.service.provider.compiledCloudFormationTemplate.Resources;
    const ofType = (type) => Object.keys(resources).filter((name) => resources[name].Type === type);
    for (const name of ofType('AWS::ApiGateway::Deployment'))
      resources[name].DependsOn = [...(resources[name].DependsOn ?? []), ...ofType('AWS::ApiGateway::GatewayResponse')];
  }

  async #beforeOffline() {
    await this.#bundle((options) => bundleIfChanged(options, bundleHandlers));
    if (!isSupervised()) return;
    this.#supervisor = connectSupervisor();
    await this.#supervisor.configure(this.#serverless.service);
  }
}
