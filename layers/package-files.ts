import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Patterns of the paths, within a package, of files that no function reads: reports, tests, documents, types, source maps, sources of
 * native code, builds for browsers.
 */
const UNUSED_FILES = [
  /(^|\/)(coverage|\.github)\//,
  /^(OLD|docs?|tools|tests?|install|src)\//,
  /\.d(\.\w+)?\.[cm]?ts$/,
  /\.[cm]?js\.map$/,
  /\.(cc|h|gyp|bnf|min\.js)$/,
  // Builds for browsers: PDFium has its program three times.
  /\.(browser|base64|cdn)(-\w+)?\.js$/,
  /(^|\/)(README|CHANGELOG|HISTORY|CONTRIBUTING)(\.\w+)?$/i,
  /(^|\/)(Makefile|\.npmignore|component\.json)$/,
];

/** Reports whether a file of an npm package is included in the Lambda layer. Licences are. @param file path relative to the package */
export const isPackageFileForLambda = (file: string): boolean => !UNUSED_FILES.some((pattern) => pattern.test(file));

/** The rules of `isPackageFileForLambda` as text, for cache keys of layers: a change of the rules changes the key. */
export const LAMBDA_FILE_RULES_TEXT = UNUSED_FILES.map(String).join(' ');

/**
 * The paths of the files of an npm package that are included in the Lambda layer, relative to its folder, sorted. Nested packages
 * (`node_modules`) are left out.
 */
export async function packageFilesForLambda(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (inside: string): Promise<void> => {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') await visit(path);
      } else if (isPackageFileForLambda(path)) found.push(path);
    }
  };
  await visit('');
  return found.sort();
}
