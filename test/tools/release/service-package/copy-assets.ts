import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PACKAGE_LAYERS } from '#layers/contents.ts';
import { buildPackageLayer } from '#layers/packages.ts';

/** Files of the repository that the package has at the same place. */
const FILES = ['LICENSE', 'NOTICE', 'CHANGELOG.md', 'localstack/cli/watch/page', 'test/fixtures/deck/deck.md'];
/** Pictures of the sample deck. */
const DECK_FOLDER = 'test/fixtures/deck';

/**
 * Packages of files that npm installs next to the package: the font of Japanese, which has a fifth of its size; and what is in bundles.
 */
const OUTSIDE: readonly string[] = ['@fontsource/noto-sans-jp', 'woff2-encoder'];

/** Members of package.json that matter only where a package is installed by itself. */
const OF_INSTALLATION = ['files', 'scripts', 'dependencies', 'devDependencies', 'bundleDependencies'];

/** Leaves in the package.json of a package that is inside what other packages need to find its files. */
async function trimManifest(file: string): Promise<void> {
  const manifest: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'));
  const kept = Object.entries(manifest).filter(([name]) => !OF_INSTALLATION.includes(name));
  await writeFile(file, JSON.stringify(Object.fromEntries(kept)));
}

/** The names of the packages in a folder of packages. */
async function packagesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const scoped = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`) : [name],
  );
  return (await Promise.all(scoped)).flat();
}

/**
 * Copies the files that the service reads: fonts, emoji, icons, the data of the voice, the module that draws slides, the sample deck.
 * Packages of which it only reads files are put inside, with these files alone, as in the layers of Lambda.
 * @returns the names of these packages
 */
export async function copyAssets(project: string, folder: string): Promise<string[]> {
  const layer = join(folder, 'layer');
  const layers = Object.values(PACKAGE_LAYERS);
  await buildPackageLayer(layer, {
    serviceDir: project,
    content: {
      code: [],
      files: layers.flatMap(({ files = [] }) => files).filter(([name]) => !OUTSIDE.includes(name)),
      packed: layers.flatMap(({ packed = [] }) => packed),
    },
    // Files that are not programs are the same for each platform.
    architecture: 'x86_64',
  });
  await cp(join(layer, 'nodejs/node_modules'), join(folder, 'node_modules'), { recursive: true });
  await rm(layer, { recursive: true });
  const inside = await packagesIn(join(folder, 'node_modules'));
  await Promise.all(inside.map((name) => trimManifest(join(folder, 'node_modules', name, 'package.json'))));
  const pictures = (await readdir(join(project, DECK_FOLDER))).filter((name) => name.endsWith('.jpg'));
  const own = layers.flatMap(({ own: files = [] }) => files.map(([file]) => file));
  for (const file of [...FILES, ...pictures.map((name) => `${DECK_FOLDER}/${name}`), ...own]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(project, file), join(folder, file), { recursive: true });
  }
  return inside;
}
