import type { PackagedFunctionOrLayer, PackagedStage } from './packaged-stage.ts';

/** Limits of a package, in bytes of zips unless noted otherwise. */
export const LAMBDA_PACKAGE_SIZE_LIMITS = {
  /**
   * A function that answers requests: its code is loaded before the first answer. Functions that draw also include the program of
   * the child process that sanitizes a client's font (0.2 MB), which is loaded only there.
   */
  api: 1_200_000,
  /** Any other function, without its layers. */
  worker: 15_000_000,
  /** All zips, which a deployment sends and which count against the code storage of an AWS account. */
  all: 141_000_000,
  /** Bytes of the unpacked files of a function with its layers: Lambda's limit. */
  unpacked: 250 * 2 ** 20,
  /** Number of layers of a function: Lambda's limit. */
  layers: 5,
  /** Number of resources of the template, of which CloudFormation allows 500. */
  resources: 450,
} as const;

/** Matches files that no function reads: reports, documents, types, source maps of packages. Licences are packaged. */
const UNREAD_FILE =
  /(^|\/)(coverage|\.github)\/|\.d(\.\w+)?\.[cm]?ts$|(^|\/)(README|CHANGELOG|HISTORY)(\.\w+)?$|\.(html|lcov)$|node_modules\/.*\.map$/i;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function sizeFaults({ name, kind, zipped, files, layers }: PackagedFunctionOrLayer): string[] {
  const faults: string[] = [];
  if (kind !== 'layer' && zipped > LAMBDA_PACKAGE_SIZE_LIMITS[kind])
    faults.push(`${name} has ${megabytes(zipped)} zipped, of at most ${megabytes(LAMBDA_PACKAGE_SIZE_LIMITS[kind])}.`);
  if (kind === 'api' && files.some(({ path }) => path.includes('node_modules/fluent-ffmpeg/')))
    faults.push(`${name} answers requests and has fluent-ffmpeg, which only workers need.`);
  if (layers.length > LAMBDA_PACKAGE_SIZE_LIMITS.layers)
    faults.push(`${name} has ${layers.length} layers, of at most ${LAMBDA_PACKAGE_SIZE_LIMITS.layers}.`);
  const unreadFiles = files.filter(({ path }) => UNREAD_FILE.test(path));
  if (unreadFiles.length > 0)
    faults.push(`${name} has ${unreadFiles.length} files that no function reads, such as ${unreadFiles[0]?.path}.`);
  return faults;
}

function platformFaults(
  { name, kind, architecture, layers, files }: PackagedFunctionOrLayer,
  layersByName: ReadonlyMap<string, PackagedFunctionOrLayer>,
): string[] {
  const faults = files.flatMap(({ path, machine }) =>
    machine === undefined || machine === architecture
      ? []
      : [
          `${path} of ${name} is for ${machine}, and ${kind === 'layer' ? 'the layer' : 'the function'} for ${architecture}.`,
        ],
  );
  for (const layer of layers) {
    const layerCode = layersByName.get(layer);
    if (layerCode !== undefined && layerCode.architecture !== architecture)
      faults.push(`${name} runs on ${architecture}, and its layer ${layer} is for ${layerCode.architecture}.`);
  }
  return faults;
}

/** Bytes of the files of a function and of all its layers. */
export function unpackedBytesWithLayers(
  { unpacked, layers }: PackagedFunctionOrLayer,
  code: readonly PackagedFunctionOrLayer[],
): number {
  const usedLayers = code.filter(({ kind, name }) => kind === 'layer' && layers.includes(name));
  return usedLayers.reduce((sum, layer) => sum + layer.unpacked, unpacked);
}

/** Bytes of all zips. */
export const totalZipBytes = (code: readonly PackagedFunctionOrLayer[]): number =>
  code.reduce((sum, { zipped }) => sum + zipped, 0);

/**
 * Finds the faults of a package, one sentence for each: sizes over budget, files that nothing reads, programs of another platform
 * than Lambda's.
 */
export function packageFaults({ code, resources }: PackagedStage): string[] {
  const layersByName = new Map(code.filter(({ kind }) => kind === 'layer').map((layer) => [layer.name, layer]));
  const faults = code.flatMap((packagedCode) => [
    ...sizeFaults(packagedCode),
    ...platformFaults(packagedCode, layersByName),
  ]);
  for (const packagedCode of code) {
    const unpackedBytes = unpackedBytesWithLayers(packagedCode, code);
    if (unpackedBytes > LAMBDA_PACKAGE_SIZE_LIMITS.unpacked)
      faults.push(
        `${packagedCode.name} has ${megabytes(unpackedBytes)} unpacked with its layers, of at most ${megabytes(LAMBDA_PACKAGE_SIZE_LIMITS.unpacked)}.`,
      );
  }
  if (totalZipBytes(code) > LAMBDA_PACKAGE_SIZE_LIMITS.all)
    faults.push(
      `All zips have ${megabytes(totalZipBytes(code))}, of at most ${megabytes(LAMBDA_PACKAGE_SIZE_LIMITS.all)}.`,
    );
  if (resources >= LAMBDA_PACKAGE_SIZE_LIMITS.resources)
    faults.push(`The template has ${resources} resources, of fewer than ${LAMBDA_PACKAGE_SIZE_LIMITS.resources}.`);
  return faults;
}
