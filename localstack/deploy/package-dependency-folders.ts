import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

const versionsSchema = z.record(z.string(), z.string()).optional();
const packageFileSchema = z.object({ dependencies: versionsSchema, optionalDependencies: versionsSchema });

/** Folder of an installed package as Node would find it from `from`; undefined if it is not installed. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Folders, relative to `serviceDir`, of the named packages and of all their installed dependencies. Optional
 * dependencies for other platforms are not installed and are left out.
 * @throws Error when a named package, or a dependency that is not optional, is not installed
 */
export function packageDependencyFolders(serviceDir: string, names: readonly string[]): string[] {
  const foundFolders = new Set<string>();
  const visit = (name: string, from: string, isRequired: boolean): void => {
    const folder = findPackage(name, from);
    if (folder === undefined) {
      if (isRequired) throw new Error(`The package ${name} is not installed; run npm ci`);
      return;
    }
    if (foundFolders.has(folder)) return;
    foundFolders.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = parseJson(
      packageFileSchema,
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const dependency of Object.keys(dependencies))
      visit(dependency, folder, !(dependency in optionalDependencies));
    for (const dependency of Object.keys(optionalDependencies)) visit(dependency, folder, false);
  };
  for (const name of names) visit(name, serviceDir, true);
  return [...foundFolders].map((folder) => relative(serviceDir, folder)).sort();
}
