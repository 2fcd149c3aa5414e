import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { OPTIONAL_TOOLS } from './release/optional-tools.ts';

const root = join(import.meta.dirname, '../..');

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

/** What a licence identifier alone does not say. */
const REMARKS: Readonly<Record<string, string>> = {
  '@ffmpeg-installer/ffmpeg': 'installs the ffmpeg binary below',
  '@ffmpeg-installer/linux-x64':
    'a static ffmpeg of 2018 with libx264 and libx265: the binary is under GPL-3.0-or-later',
  '@discordapp/twemoji': 'the pictures are under CC-BY-4.0, by Twitter and contributors',
  'espeak-ng': 'espeak-ng and its voices, compiled to WebAssembly',
  '@img/sharp-libvips-linux-x64': 'libvips and the libraries it links',
};

const HEAD = `Video Timeline and Render Service
Copyright (c) 2026 the authors of the Video Timeline and Render Service

The code of this repository is under the MIT License (LICENSE). It uses the packages below, which npm installs from
package-lock.json; each package contains the text of its licence. "npm run notice" writes this file.

Parts under the GPL or the LGPL (espeak-ng, @audio/decode-aac, the ffmpeg binary, codec-parser, libvips) are used as separate
packages. A deployment or an image that contains them may be distributed only under the terms of their licences. Speech by Amazon
Polly (NARRATION_ENGINE=polly) and an ffmpeg of your own (FFMPEG_PATH) take the place of two of them.
`;

/** Packages whose package.json has no licence field that npm copies into the lock file; read from their LICENSE files. */
const LICENCES: Readonly<Record<string, string>> = {
  async: 'MIT',
  '@ffmpeg-installer/darwin-arm64': 'GPL, see the package',
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function lines(packages: readonly [string, LockedPackage][]): string[] {
  const rows = packages.map(([path, { version = '', license = 'see the package' }]) => {
    const name = nameOf(path);
    const licence = LICENCES[name] ?? license;
    const remark = REMARKS[name];
    return `${name} ${version}: ${licence}${remark === undefined ? '' : ` (${remark})`}`;
  });
  return [...new Set(rows)].sort();
}

/** The paths of a package at the top of `node_modules` and of all that it needs there. */
const closureOf = (lock: Lock, name: string): string[] => {
  const path = `node_modules/${name}`;
  const needed = Object.keys(lock.packages[path]?.dependencies ?? {});
  return [path, ...needed.flatMap((each) => closureOf(lock, each))];
};

/** The text of NOTICE for a lock file. @param direct names of packages that are used here and not shipped @param crates compiled into the module that draws slides, as `name version: licence` */
export function noticeForLock(lock: Lock, direct: readonly string[], crates: readonly string[]): string {
  const installed = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'));
  const ofTools = new Set(OPTIONAL_TOOLS.flatMap((name) => closureOf(lock, name)));
  const isLocal = (path: string, { dev, devOptional }: LockedPackage): boolean =>
    Boolean(dev || devOptional) || ofTools.has(path);
  const shipped = installed.filter(([path, locked]) => !isLocal(path, locked));
  const local = direct.flatMap((name): [string, LockedPackage][] => {
    const path = `node_modules/${name}`;
    const found = lock.packages[path];
    return found && (found.dev || ofTools.has(path)) ? [[path, found]] : [];
  });
  return [
    HEAD,
    'Shipped: what the service runs with',
    '-----------------------------------',
    ...lines(shipped),
    '',
    'Shipped: crates that are compiled into layers/deck-maker/deck-maker.wasm',
    '-------------------------------------------------------------------------',
    'The texts of their licences are in layers/deck-maker/LICENCES. layers/deck-maker/source-changes.ts names the lines of them that were changed.',
    ...crates,
    '',
    'Shipped: the data of the natural voice in layers/speech/natural',
    '----------------------------------------------------------------',
    'hibari-tts 0.2.1 (PyPI): Apache-2.0, by Maureese Williams. Its texts, and the sources of its data (Kokoro-82M and misaki: Apache-2.0;',
    'spaCy: MIT), are in LICENSE and NOTICE of that folder.',
    '',
    'Shipped: the icons of Lucide in layers/icons and lib/engine/video/drawing/icons',
    '-------------------------------------------------------------------------------',
    'lucide-static 1.62.0 (npm): ISC, Copyright (c) 2026 Lucide Icons and Contributors; the icons that come from Feather: MIT,',
    'Copyright (c) 2013-present Cole Bemis. The texts of both licences are in layers/icons/LICENSE.',
    '',
    'Not shipped: what the local stack, the build and the tests use directly',
    '-----------------------------------------------------------------------',
    ...lines(local),
    '',
  ].join('\n');
}

const json = async <Shape>(name: string): Promise<Shape> =>
  JSON.parse(await readFile(join(root, name), 'utf8')) as Shape;

/** The NOTICE that belongs to this checkout. */
export async function currentNotice(): Promise<string> {
  const { devDependencies } = await json<{ devDependencies: Record<string, string> }>('package.json');
  const crates = await readFile(join(root, 'layers/deck-maker/crates.txt'), 'utf8');
  const direct = [...Object.keys(devDependencies), ...OPTIONAL_TOOLS];
  return noticeForLock(await json<Lock>('package-lock.json'), direct, crates.trim().split('\n'));
}

if (import.meta.main) {
  parseOptionsOrExit('npm run notice: writes NOTICE, the licences of what package-lock.json names.', {});
  await writeFile(join(root, 'NOTICE'), await currentNotice());
}
