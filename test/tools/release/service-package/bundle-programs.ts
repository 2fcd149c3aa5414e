import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { CLONE_ONLY_COMMANDS } from '#cli/command-catalog.ts';
import { MINIFY_WITH_KEPT_NAMES, PROGRAM_BUNDLE_SETTINGS } from '#deploy/bundle-handlers.ts';
import type { ServerlessOfflineModulePath } from '#deploy/offline-modules.ts';

/** The programs of the service that are started by their files. */
const PROGRAMS = [
  'localstack/cli/commands/video.ts',
  'localstack/deploy/offline-host.ts',
  'localstack/emulators/sqs-host.ts',
  'localstack/stack/workers/worker.ts',
] as const;

/** Modules that only a clone uses, because they need the sources. */
const OF_CLONES: readonly string[] = [
  'localstack/deploy/bundle-in-child.ts',
  ...CLONE_ONLY_COMMANDS.map((name) => `localstack/cli/commands/${name}.ts`),
];

/** Leaves out the modules that only a clone uses. */
const withoutModulesOfClones = (project: string): Plugin => ({
  name: 'without-modules-of-clones',
  setup(bundler) {
    bundler.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) =>
      kind === 'dynamic-import' && OF_CLONES.includes(relative(project, resolve(resolveDir, path)))
        ? { path, external: true }
        : undefined,
    );
  },
});

const PROGRAM_URL = /new URL\('([\w./-]+)\.ts', import\.meta\.url\)/g;
const PLACE_OF_MODULE = /import\.meta\.(?:dirname|filename)/;

/**
 * Points modules that start a program at its bundle: all bundles are in one folder.
 * @throws Error for a program that is not among PROGRAMS, and for a module that looks for files next to it
 */
const programUrls = (project: string): Plugin => ({
  name: 'program-urls',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/](?:localstack|lib)[\\/].*\.ts$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const file = relative(project, path);
      if (PLACE_OF_MODULE.test(code) && basename(path) !== 'project-folder.ts')
        throw new Error(`${file} looks for files next to it. Name them from PROJECT_FOLDER.`);
      const contents = code.replaceAll(PROGRAM_URL, (_, program: string) => {
        const named = relative(project, resolve(dirname(path), `${program}.ts`));
        if (!PROGRAMS.some((known) => known === named))
          throw new Error(`${file} starts ${named}, which is not in PROGRAMS.`);
        return `new URL('./${basename(program)}.mjs', import.meta.url)`;
      });
      return contents === code ? undefined : { contents, loader: 'ts' };
    });
  },
});

const OFFLINE_SOURCE = 'node_modules/serverless-offline/src';
/** Files that serverless-offline reads from the folder `templates` next to its program. */
const OFFLINE_TEMPLATES = `${OFFLINE_SOURCE}/events/http/templates`;
const OFFLINE_MODULES: readonly ServerlessOfflineModulePath[] = [
  'ServerlessOffline.js',
  'events/http/HttpServer.js',
  'lambda/LambdaFunction.js',
];

/** Puts serverless-offline into the bundle: its command line, which it would have npm install with it, has 100 MB of other packages. */
const offlineModules = (project: string): Plugin => ({
  name: 'offline-modules',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]deploy[\\/]offline-modules\.ts$/ }, ({ path }) => {
      const source = join(project, OFFLINE_SOURCE);
      const imports = OFFLINE_MODULES.map(
        (name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(join(source, name))})`,
      );
      const contents = `const modules = { ${imports.join(', ')} };
export const importServerlessOfflineModule = async (name) => (await modules[name]()).default;`;
      return { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
});

/**
 * Bundles the programs of the service, with the packages that they import, into one folder.
 * @returns the paths of all files that went into them, relative to the project
 */
export async function bundlePrograms(project: string, folder: string): Promise<string[]> {
  const { metafile, outputFiles } = await build({
    ...PROGRAM_BUNDLE_SETTINGS,
    ...MINIFY_WITH_KEPT_NAMES,
    sourcemap: false,
    absWorkingDir: project,
    entryPoints: [...PROGRAMS],
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    outdir: folder,
    splitting: true,
    plugins: [
      withoutModulesOfClones(project),
      ...PROGRAM_BUNDLE_SETTINGS.plugins,
      offlineModules(project),
      programUrls(project),
    ],
  });
  await mkdir(folder, { recursive: true });
  await Promise.all(outputFiles.map(({ path, contents }) => writeFile(path, contents)));
  await cp(join(project, OFFLINE_TEMPLATES), join(folder, 'templates'), { recursive: true });
  return Object.keys(metafile.inputs);
}
