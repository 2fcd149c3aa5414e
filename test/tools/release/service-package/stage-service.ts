import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { bundleHandlers, UNBUNDLED_PACKAGES } from '#deploy/bundle-handlers.ts';
import type { BundlesByHandler } from '#deploy/bundle-if-changed.ts';
import { PREBUILT_BUNDLES_FILE, prebuiltServiceFile } from '#deploy/prebuilt.ts';
import { PREBUILT_FOLDER } from '#emulators/host/project-folder.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { OPTIONAL_TOOLS } from '../optional-tools.ts';
import { bundlePrograms } from './bundle-programs.ts';
import { bundledLicences } from './bundled-licences.ts';
import { copyAssets } from './copy-assets.ts';
import { packageReadme } from './package-readme.ts';
import { ALL_VARIANTS, type ServiceVariant, writeResolvedServices } from './resolve-services.ts';

/** Packages whose files are found by their names, and which no bundle imports. */
const FOUND_BY_NAME = ['@ffmpeg-installer/ffmpeg', 'swagger-ui-dist'];

const versions = z.record(z.string(), z.string());
const projectFile = z.object({
  ...{ version: z.string(), description: z.string(), license: z.string() },
  ...{ repository: z.unknown(), bugs: z.unknown(), engines: z.unknown() },
  ...{ dependencies: versions, optionalDependencies: versions },
});
const installedFile = z.object({ version: z.string() });
const keptService = z.object({
  service: z.object({ functions: z.record(z.string(), z.object({ handler: z.string() })) }),
});

/** The name of the npm package, and of its program. */
export const SERVICE_PACKAGE = 'video-timeline';

/** The file with the licences of what is in bundles. */
const BUNDLED_LICENCES = 'LICENCES-OF-BUNDLES';

const PROGRAM = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(\`video-timeline needs Node 22.13, 24 or later, and this is \${process.version}.\\n\`);
  process.exit(1);
}
await import('../program/video.mjs');
`;

/** Bundles the functions. @param inputs receives the files that went into them @returns the bundles, with paths relative to the folder */
async function bundleFunctions(project: string, folder: string, inputs: Set<string>): Promise<BundlesByHandler> {
  const text = await readFile(join(folder, prebuiltServiceFile({})), 'utf8');
  const { functions } = parseJson(keptService, text).service;
  const handlers = Object.values(functions).map(({ handler }) => handler);
  const outDir = join(folder, PREBUILT_FOLDER);
  const bundles = await bundleHandlers({ serviceDir: project, handlers, outDir, sharing: true, short: true, inputs });
  const moved = Object.entries(bundles).map(([handler, bundle]): [string, BundlesByHandler[string]] => [
    handler,
    { ...bundle, handler: relative(folder, join(project, bundle.handler)), files: [] },
  ]);
  return Object.fromEntries(moved);
}

/** The version of a package that is installed here, which is the one that was tested. */
async function installedVersion(project: string, name: string): Promise<string> {
  const file = join(project, 'node_modules', name, 'package.json');
  return parseJson(installedFile, await readFile(file, 'utf8')).version;
}

/** The package.json. @param inside names of packages that are inside */
async function manifest(project: string, inside: readonly string[]): Promise<object> {
  const { dependencies, optionalDependencies, ...facts } = parseJson(
    projectFile,
    await readFile(join(project, 'package.json'), 'utf8'),
  );
  const isInside = (name: string): boolean => inside.includes(name);
  const outside = Object.keys(dependencies).filter((name) => matchesUnbundled(name) && !isInside(name));
  const exact = async (names: readonly string[]) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await installedVersion(project, name)])));
  return {
    name: SERVICE_PACKAGE,
    ...facts,
    type: 'module',
    bin: { [SERVICE_PACKAGE]: 'bin/video-timeline.mjs', video: 'bin/video-timeline.mjs' },
    files: [
      'bin',
      'program',
      PREBUILT_FOLDER,
      'layers',
      'localstack',
      'test',
      'NOTICE',
      BUNDLED_LICENCES,
      'CHANGELOG.md',
    ],
    dependencies: {
      ...(await exact(outside)),
      ...Object.fromEntries(inside.map((name) => [name, dependencies[name]])),
    },
    // Each is for one platform, and may be missing here.
    optionalDependencies: Object.fromEntries(
      Object.entries(optionalDependencies).filter(([name]) => !OPTIONAL_TOOLS.includes(name)),
    ),
    bundleDependencies: inside,
  };
}

const matchesUnbundled = (name: string): boolean =>
  [...UNBUNDLED_PACKAGES, ...FOUND_BY_NAME].some((pattern) =>
    pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name,
  );

/**
 * Writes the folder of the npm package of the service: the programs and functions as bundles, the resolved serverless.yml, fonts and other
 * files. What has programs for single platforms is left to npm.
 * @param variants the settings with which the package can be used
 */
export async function stageService(
  project: string,
  folder: string,
  variants: readonly ServiceVariant[] = ALL_VARIANTS,
): Promise<void> {
  const inside = await copyAssets(project, folder);
  await writeResolvedServices(project, folder, variants);
  const inputs = new Set(await bundlePrograms(project, join(folder, 'program')));
  const bundles = await bundleFunctions(project, folder, inputs);
  await writeFile(join(folder, PREBUILT_BUNDLES_FILE), JSON.stringify(bundles));
  await writeFile(join(folder, BUNDLED_LICENCES), await bundledLicences(project, inputs));
  await mkdir(join(folder, 'bin'), { recursive: true });
  const program = join(folder, 'bin/video-timeline.mjs');
  await writeFile(program, PROGRAM);
  await chmod(program, 0o755);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(project, inside), undefined, 2)}\n`);
  await writeFile(join(folder, 'README.md'), packageReadme());
}
