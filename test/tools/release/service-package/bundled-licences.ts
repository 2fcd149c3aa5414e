import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const OF_PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** The licence of a package, with the texts that it has. */
async function licenceOf(project: string, folder: string): Promise<string> {
  const path = join(project, folder);
  const { name, version, license }: Manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const files = (await readdir(path)).filter((file) => LICENCE_FILE.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')));
  return [`${name} ${version}: ${license ?? 'see below'}`, ...texts.map((text) => text.trim())].join('\n\n');
}

/**
 * The licences of the packages whose code is in bundles: their folders are not in the npm package.
 * @param inputs paths of the files of which the bundles were made, relative to the project
 */
export async function bundledLicences(project: string, inputs: Iterable<string>): Promise<string> {
  const folders = new Set([...inputs].flatMap((input) => OF_PACKAGE.exec(input)?.[1] ?? []));
  const licences = await Promise.all([...folders].toSorted().map((folder) => licenceOf(project, folder)));
  return `${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
