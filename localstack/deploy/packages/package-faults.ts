import type { PackagedCode, PackagedStage } from './packaged-stage.ts';

/** In bytes of zips, but where it says otherwise. */
export const BUDGET = {
  /**
   * Code is loaded before the first request is answered. Functions that draw also hold the program of the child that makes a
   * client's font safe (0.2 MB), which is loaded only there.
   */
  api: 1_200_000,
  /** Next to its layers. */
  worker: 15_000_000,
  /** All zips: what a deployment sends, and what counts against the code storage of an AWS account. */
  all: 128_000_000,
  /** Lambda's limit: bytes of files of a function with its layers. */
  unpacked: 250 * 2 ** 20,
  /** Lambda's limit for layers of a function. */
  layers: 5,
  /** Resources of the template: CloudFormation takes 500. */
  resources: 450,
} as const;

/** Files that no function reads: reports, documents, types, maps of others. Licences are packaged. */
const UNREAD =
  /(^|\/)(coverage|\.github)\/|\.d(\.\w+)?\.[cm]?ts$|(^|\/)(README|CHANGELOG|HISTORY)(\.\w+)?$|\.(html|lcov)$|node_modules\/.*\.map$/i;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function sizeFaults({ name, kind, zipped, files, layers }: PackagedCode): string[] {
  const faults: string[] = [];
  if (kind !== 'layer' && zipped > BUDGET[kind])
    faults.push(`${name} has ${megabytes(zipped)} zipped, of at most ${megabytes(BUDGET[kind])}.`);
  if (kind === 'api' && files.some(({ path }) => path.includes('node_modules/fluent-ffmpeg/')))
    faults.push(`${name} answers requests and has fluent-ffmpeg, which only workers need.`);
  if (layers.length > BUDGET.layers) faults.push(`${name} has ${layers.length} layers, of at most ${BUDGET.layers}.`);
  const unread = files.filter(({ path }) => UNREAD.test(path));
  if (unread.length > 0)
    faults.push(`${name} has ${unread.length} files that no function reads, such as ${unread[0]?.path}.`);
  return faults;
}

function platformFaults(
  { name, kind, architecture, layers, files }: PackagedCode,
  all: ReadonlyMap<string, PackagedCode>,
): string[] {
  const faults = files.flatMap(({ path, machine }) =>
    machine === undefined || machine === architecture
      ? []
      : [
          `${path} of ${name} is for ${machine}, and ${kind === 'layer' ? 'the layer' : 'the function'} for ${architecture}.`,
        ],
  );
  for (const layer of layers) {
    const found = all.get(layer);
    if (found !== undefined && found.architecture !== architecture)
      faults.push(`${name} runs on ${architecture}, and its layer ${layer} is for ${found.architecture}.`);
  }
  return faults;
}

/** Bytes of the files of a function and of all its layers. */
export function unpackedWithLayers({ unpacked, layers }: PackagedCode, all: readonly PackagedCode[]): number {
  const ofLayers = all.filter(({ kind, name }) => kind === 'layer' && layers.includes(name));
  return ofLayers.reduce((sum, layer) => sum + layer.unpacked, unpacked);
}

/** Bytes of all zips. */
export const allZipped = (code: readonly PackagedCode[]): number => code.reduce((sum, { zipped }) => sum + zipped, 0);

/**
 * Finds the faults of a package, one sentence for each: sizes over budget, files that nothing reads, programs of another platform
 * than Lambda's.
 */
export function packageFaults({ code, resources }: PackagedStage): string[] {
  const layers = new Map(code.filter(({ kind }) => kind === 'layer').map((layer) => [layer.name, layer]));
  const faults = code.flatMap((one) => [...sizeFaults(one), ...platformFaults(one, layers)]);
  for (const one of code) {
    const unpacked = unpackedWithLayers(one, code);
    if (unpacked > BUDGET.unpacked)
      faults.push(
        `${one.name} has ${megabytes(unpacked)} unpacked with its layers, of at most ${megabytes(BUDGET.unpacked)}.`,
      );
  }
  if (allZipped(code) > BUDGET.all)
    faults.push(`All zips have ${megabytes(allZipped(code))}, of at most ${megabytes(BUDGET.all)}.`);
  if (resources >= BUDGET.resources)
    faults.push(`The template has ${resources} resources, of fewer than ${BUDGET.resources}.`);
  return faults;
}
