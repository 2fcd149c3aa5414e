import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that the checks read, from the root of the project. */
export const CHECKED = ['functions', 'lib', 'layers', 'localstack', 'test', '.'];

/** Folders of other people's files and of what builds leave behind. */
const SKIPPED = new Set(['node_modules', 'dist', '.build', '.git', '.serverless', '.data', 'out']);
/** Generated; texts that are test data; and the tests of these checks, which hold riddles on purpose. */
const EXEMPT =
  /^lib\/front\/client\/schema\.ts$|^test\/fixtures\/.*\.md$|^test\/unit\/lint\/|^lib\/engine\/video\/drawing\/icons\/icon-(?:names|tags)\.ts$/;
const READ = /\.(?:tsx?|mjs|cjs|md|ya?ml)$/;

/**
 * The files to check in these folders or files, sorted, relative to `root`. `.` is the root without its folders.
 * @throws Error for a path that does not exist
 */
export function listFiles(root: string, paths: readonly string[] = CHECKED): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const entry of readdirSync(join(root, path), { withFileTypes: true }))
        if (!SKIPPED.has(entry.name) && (path !== '.' || entry.isFile())) visit(join(path, entry.name));
    } else if (READ.test(path) && !EXEMPT.test(path)) found.add(path);
  };
  for (const path of paths) visit(join(path));
  return [...found].sort();
}
