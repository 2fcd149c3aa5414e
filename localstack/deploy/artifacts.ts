import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SPEECH_ENGINE_ID, SPEECH_ENGINE_FACTS } from '#engine/speech/engine-facts.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { layerNameOfPackage, PACKAGE_LAYERS } from '#layers/contents.ts';
import { buildFfmpegLayer } from '#layers/ffmpeg/build.ts';
import type { LambdaArchitecture } from '#layers/lambda-packages.ts';
import { packageFilesForLambda } from '#layers/package-files.ts';
import { buildPackageLayer } from '#layers/packages.ts';
import type { BundlesByHandler } from './bundle-if-changed.ts';
import { logicalIdPrefix } from './logical-id-prefix.ts';
import { packageDependencyFolders } from './package-dependency-folders.ts';
import type { FunctionDefinition, ServerlessService, ServiceFolder, WriteZipOfFiles } from './serverless-cli.ts';

type Bundle = BundlesByHandler[string];

const referenceTo = (layer: string): string => `${logicalIdPrefix(layer)}LambdaLayer`;
const hasLayer = (definition: FunctionDefinition, layer: string): boolean =>
  (definition.layers ?? []).some(({ Ref }) => Ref === referenceTo(layer));

/** Removes a layer from a service and from its functions. */
function removeLayer(service: ServerlessService, layer: string): void {
  if (service.layers?.[layer] === undefined) return;
  delete service.layers[layer];
  for (const name of service.getAllFunctions()) {
    const definition = service.getFunction(name);
    definition.layers = definition.layers?.filter(({ Ref }) => Ref !== referenceTo(layer));
  }
}

/**
 * Removes the layer of the speech engine from a stage whose engine, such as Amazon Polly, is not in that layer.
 * @param engine the chosen engine; empty: the default
 */
export function removeUnusedSpeechLambdaLayer(service: ServerlessService, engine = ''): void {
  const chosenEngine = engine || DEFAULT_SPEECH_ENGINE_ID;
  if (!ownPropertyValue(SPEECH_ENGINE_FACTS, chosenEngine)?.isInLayer) removeLayer(service, 'speech');
}

/** Builds the content of all layers of a service. @param architecture of its functions */
async function buildLayers({ service, serviceDir }: ServiceFolder, architecture: LambdaArchitecture): Promise<void> {
  await Promise.all(
    Object.entries(service.layers ?? {}).map(async ([name, { path }]) => {
      const layerFolder = join(serviceDir, path);
      if (name === 'ffmpeg') {
        if (!existsSync(join(layerFolder, 'bin', 'ffmpeg'))) await buildFfmpegLayer(layerFolder);
        return;
      }
      const content = PACKAGE_LAYERS[name];
      if (content === undefined) throw new Error(`layers/contents.ts has no layer ${name}`);
      await buildPackageLayer(layerFolder, { serviceDir, content, architecture });
    }),
  );
}

/** The folders of the npm packages that are packaged next to a bundle. @throws Error for a package of a layer that the function does not have */
function packageFoldersOf({ service, serviceDir }: ServiceFolder, name: string, packages: readonly string[]): string[] {
  const definition = service.getFunction(name);
  for (const packageName of packages) {
    const layer = layerNameOfPackage(packageName);
    const isLayerLeftOut = layer !== undefined && service.layers?.[layer] === undefined;
    if (layer !== undefined && !isLayerLeftOut && !hasLayer(definition, layer))
      throw new Error(
        `${name} uses ${packageName}, which is in the layer ${layer}: name !Ref ${referenceTo(layer)} in its layers.`,
      );
  }
  return packageDependencyFolders(
    serviceDir,
    packages.filter((packageName) => layerNameOfPackage(packageName) === undefined),
  );
}

/** The files of a function, relative to the service: its bundle, the packages next to it, and the matches of `package.patterns`. */
async function filesOf(serverless: ServiceFolder, name: string, { files, packages }: Bundle): Promise<string[]> {
  const packageFilePaths = await Promise.all(
    packageFoldersOf(serverless, name, packages).map(async (folder) =>
      (await packageFilesForLambda(join(serverless.serviceDir, folder))).map((file) => `${folder}/${file}`),
    ),
  );
  const patterns = serverless.service.getFunction(name).package?.patterns ?? [];
  return [...files, ...packageFilePaths.flat(), ...globSync(patterns, { cwd: serverless.serviceDir })];
}

/**
 * Zips the bundle of a function with the other files that it needs. The zips of the CLI are sorted and have no times, so that the same
 * files give the same bytes. The CLI's search for files is not used, because it reads all of node_modules for each function.
 * @param zipFiles the function of the CLI
 */
export async function zipFunction(
  serverless: ServiceFolder,
  name: string,
  bundle: Bundle,
  zipFiles: WriteZipOfFiles,
): Promise<void> {
  const definition = serverless.service.getFunction(name);
  const artifact = await zipFiles(await filesOf(serverless, name, bundle), `${name}.zip`);
  definition.package = { ...definition.package, artifact };
}

/** Builds and zips the layers of a service. */
export async function zipLambdaLayers(
  serverless: ServiceFolder,
  architecture: LambdaArchitecture,
  zipFiles: WriteZipOfFiles,
): Promise<void> {
  await buildLayers(serverless, architecture);
  for (const [name, layer] of Object.entries(serverless.service.layers ?? {})) {
    const layerFolder = join(serverless.serviceDir, layer.path);
    const files = globSync(name === 'ffmpeg' ? 'bin/**' : 'nodejs/**', { cwd: layerFolder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    layer.package = { ...layer.package, artifact: await zipFiles(files, `${name}.zip`, layerFolder) };
  }
}
