import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files that no function reads, by path in their package: reports, tests, documents, types, source maps, sources of native code, forms
 * for browsers.
 */
const UNREAD = [
  /(^|\/)(coverage|\.github)\//,
  /^(OLD|docs?|tools|tests?|install|src)\//,
  /\.d(\.\w+)?\.[cm]?ts$/,
  /\.[cm]?js\.map$/,
  /\.(cc|h|gyp|bnf|min\.js)$/,
  // Forms of a package for browsers: PDFium has its program three times.
  /\.(browser|base64|cdn)(-\w+)?\.js$/,
  /(^|\/)(README|CHANGELOG|HISTORY|CONTRIBUTING)(\.\w+)?$/i,
  /(^|\/)(Makefile|\.npmignore|component\.json)$/,
];

/** Reports whether a file of a package goes to Lambda. Licences do. @param file relative to the package */
export const isPackaged = (file: string): boolean => !UNREAD.some((pattern) => pattern.test(file));

/** Says what `isPackaged` lets through, for keys of what was made with it. */
export const PACKAGED_RULES = UNREAD.map(String).join(' ');

/**
 * The files of a package that go to Lambda, relative to its folder, in order. Packages inside of it are their own packages.
 */
export async function packageFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (inside: string): Promise<void> => {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') await visit(path);
      } else if (isPackaged(path)) found.push(path);
    }
  };
  await visit('');
  return found.sort();
}
