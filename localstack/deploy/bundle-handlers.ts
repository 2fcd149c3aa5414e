import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { buildConsole } from '#front/console/build-console.ts';
import type { BuiltDocsSite } from '#front/docs-site/build-docs-site.ts';
import { layerNameOfPackage } from '#layers/contents.ts';
import type { BundleFunctionsRequest, BundlesByHandler } from './bundle-if-changed.ts';
import { STORED_DOCS_SITE_FILE } from './kept-site.ts';
import { toLineOnlySourceMap } from './line-only-source-map.ts';

/** Scripts of worker threads, by the path of the module that names them. */
type WorkersByModule = Map<string, readonly string[]>;

/** Packages that are neither bundled nor packaged, because the ffmpeg layer has them. */
const FFMPEG_LAYER_PACKAGES = ['@ffmpeg-installer/*'];

/**
 * Packages with native code, WebAssembly or asset files: they are not bundled, but packaged next to the bundle. The SDK of AWS is bundled.
 * Lambda's runtime has one too, but this is the version that was tested, and it loads in half the time of its hundreds of files.
 */
export const UNBUNDLED_PACKAGES: readonly string[] = [
  'sharp',
  '@hyzyla/pdfium',
  '@takumi-rs/*',
  'espeak-ng',
  '@fontsource/*',
  '@discordapp/twemoji',
  'fluent-ffmpeg',
];

// CommonJS dependencies inside of an ES module still expect these three.
const COMMONJS_GLOBALS = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { dirname as __dirnameOf } from 'node:path';",
  "import { fileURLToPath as __pathOf } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __pathOf(import.meta.url);',
  'const __dirname = __dirnameOf(__filename);',
].join('\n');

// Zod's messages in some fifty languages are reachable through its namespace object, so no bundler can see that they are
// unused: 360 kB of a handler's 930. English, the default, is imported separately and stays.
const withoutZodLocales: Plugin = {
  name: 'without-zod-locales',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {};' }));
  },
};

// Code that only names the speech of espeak-ng needs its version, not the program next to the bundle.
const espeakVersion: Plugin = {
  name: 'espeak-version',
  setup(build) {
    build.onResolve({ filter: /^espeak-ng\/package\.json$/ }, ({ path, resolveDir }) => ({
      path: createRequire(join(resolveDir, 'index.js')).resolve(path),
    }));
  },
};

/**
 * Packages that the layers have. Lambda names the folders of layers in NODE_PATH, which `import` does not follow, so these are
 * loaded with `require`. Only the default export of an ES module is used.
 */
const fromLayers: Plugin = {
  name: 'from-layers',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, namespace }) => {
      if (layerNameOfPackage(path) === undefined) return undefined;
      return namespace === 'layer' ? { path, external: true } : { path, namespace: 'layer' };
    });
    build.onLoad({ filter: /.*/, namespace: 'layer' }, ({ path }) => ({
      contents: `const { isModuleNamespaceObject } = require('node:util').types;
const found = require(${JSON.stringify(path)});
module.exports = isModuleNamespaceObject(found) ? found.default : found;`,
    }));
  },
};

/**
 * Leaves packages out of the source maps, because they would be five sixths of them. A stack trace names the file of a package without a
 * line.
 */
const withoutMapsOfPackages: Plugin = {
  name: 'without-maps-of-packages',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const map = JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' });
      const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
      return { contents: `${code}\n${comment}`, loader: 'default' };
    });
  },
};

/**
 * Reads credentials from the environment only. Lambda puts them there, and gives new ones to a new process. The SDK would search ten more
 * places (profiles, sign-ins, other machines), with three more clients.
 */
const credentialsOfEnvironment: Plugin = {
  name: 'credentials-of-environment',
  setup(build) {
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]credential-provider-node[\\/]dist-es[\\/]index\.js$/ }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
    }));
  },
};

/**
 * Lets a font reader use Node's brotli instead of its JavaScript version: this saves 500 kB in the process of a font, most of it a
 * dictionary that Node has.
 */
const brotliOfNode: Plugin = {
  name: 'brotli-of-node',
  setup(build) {
    build.onResolve({ filter: /^brotli\/decompress\.js$/ }, ({ path }) => ({ path, namespace: 'node-brotli' }));
    build.onLoad({ filter: /.*/, namespace: 'node-brotli' }, () => ({
      contents: `const { brotliDecompressSync } = require('node:zlib');
module.exports = (bytes, size) => new Uint8Array(brotliDecompressSync(bytes, { maxOutputLength: size }));`,
    }));
  },
};

/** Puts the guides into the bundle: functions have no files of this repository. */
const guideTexts: Plugin = {
  name: 'guide-texts',
  setup(build) {
    build.onLoad({ filter: /lib[\\/]front[\\/]docs[\\/]guide-texts\.ts$/ }, async ({ path }) => {
      const guides = join(dirname(path), 'guides');
      const names = (await readdir(guides)).filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3));
      const imports = names.map((name, index) => `import text${index} from './guides/${name}.md';`);
      const texts = names.map((name, index) => `${JSON.stringify(name)}: text${index}`);
      const contents = [...imports, `export const guideTexts = { ${texts.join(', ')} };`].join('\n');
      return { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
};

/** Puts the built console into the bundle. @param inputs receives the files that it is built from */
const consoleFiles = (serviceDir: string, inputs: Set<string>): Plugin => ({
  name: 'console-files',
  setup(bundler) {
    bundler.onLoad({ filter: /lib[\\/]front[\\/]console[\\/]built-console\.ts$/ }, async () => {
      const files = await buildConsole({ serviceDir, inputs });
      return { contents: `export const builtConsole = ${JSON.stringify(files)};`, loader: 'js' };
    });
  },
});

/** Matches the module that has the pages of the documentation. */
const BUILT_SITE_MODULE = /lib[\\/]front[\\/]docs-site[\\/]built-site\.ts$/;

/**
 * Lets the bundle read the pages of the documentation from a file, which `bundle-in-child.ts` writes after the bundles: they take as long
 * as these.
 */
const storedDocsPages = (serviceDir: string, outRoot: string): Plugin => ({
  name: 'kept-docs-pages',
  setup(bundler) {
    bundler.onLoad({ filter: BUILT_SITE_MODULE }, () => ({
      contents: `import { loadStoredDocsSite } from ${JSON.stringify(join(import.meta.dirname, 'kept-site.ts'))};
export const loadDocsSite = () => loadStoredDocsSite(${JSON.stringify(relative(serviceDir, join(outRoot, STORED_DOCS_SITE_FILE)))});`,
      loader: 'js',
      resolveDir: import.meta.dirname,
    }));
  },
});

/**
 * The code of a module that has the pages of the documentation, compressed: the deflate of a zip sees 32 KB at a time, and would find
 * neither the lists that all pages share nor a page's text in its HTML. Half of the bytes are left; decompressing takes 3 ms at the first request.
 */
function compressedDocsSiteModule(site: BuiltDocsSite): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  const base64 = brotliCompressSync(JSON.stringify(site), { params }).toString('base64');
  return `import { brotliDecompressSync } from 'node:zlib';
let site;
export const loadDocsSite = async () =>
  (site ??= JSON.parse(brotliDecompressSync(Buffer.from('${base64}', 'base64')).toString('utf8')));`;
}

/** Puts the rendered pages of the documentation into the bundle. The renderer is loaded only for a bundle that contains these pages. */
const docsPages = (serviceDir: string, inputs: Set<string>): Plugin => ({
  name: 'docs-pages',
  setup(bundler) {
    bundler.onLoad({ filter: BUILT_SITE_MODULE }, async () => {
      const { buildDocsSite } = await import('#front/docs-site/build-docs-site.ts');
      const site = await buildDocsSite({ serviceDir, inputs });
      return { contents: compressedDocsSiteModule(site), loader: 'js' };
    });
  },
});

/** Settings that all builds share: the result stays in memory, with a record of its inputs. */
type Settings = BuildOptions & { metafile: true; write: false; plugins: Plugin[] };

/** The settings of programs that run on this machine: any Node that the project supports runs them. */
export const PROGRAM_BUNDLE_SETTINGS: Settings = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // CommonJS dependencies often ship an ES module too, which bundles smaller.
  mainFields: ['module', 'main'],
  external: [...FFMPEG_LAYER_PACKAGES, ...UNBUNDLED_PACKAGES],
  plugins: [withoutZodLocales, brotliOfNode, espeakVersion, guideTexts],
  loader: { '.md': 'text' },
  banner: { js: COMMONJS_GLOBALS },
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  write: false,
  logLevel: 'silent',
};

const LOCAL_SETTINGS: Settings = {
  ...PROGRAM_BUNDLE_SETTINGS,
  plugins: [...PROGRAM_BUNDLE_SETTINGS.plugins, credentialsOfEnvironment],
};

/** Local names are short, but functions and classes keep theirs: log records show the names of errors and functions. */
export const MINIFY_WITH_KEPT_NAMES = {
  minifyIdentifiers: true,
  keepNames: true,
  minifyWhitespace: true,
  minifySyntax: true,
} as const;

const LAMBDA_SETTINGS: Settings = {
  ...LOCAL_SETTINGS,
  ...MINIFY_WITH_KEPT_NAMES,
  target: 'node24',
  plugins: [
    fromLayers,
    ...LOCAL_SETTINGS.plugins,
    // The last plugin: it loads every module of a package.
    withoutMapsOfPackages,
  ],
};

const matchesAny = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => (pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name));

/** `functions/http/x.handler` → `functions/http/x`. */
const moduleOf = (handler: string): string => handler.slice(0, handler.lastIndexOf('.'));

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

type Outputs = Metafile['outputs'];
type Output = Outputs[string];

/** Paths of the chunks that an output imports, directly or through other chunks. */
function chunksOf(output: Output, outputs: Outputs, foundChunks = new Map<string, Output>()): Map<string, Output> {
  for (const { path, external } of output.imports) {
    const chunk = outputs[path];
    if (external || !chunk || foundChunks.has(path)) continue;
    foundChunks.set(path, chunk);
    chunksOf(chunk, outputs, foundChunks);
  }
  return foundChunks;
}

/** @throws Error with one sentence that names every handler of serverless.yml whose file is missing */
export function assertHandlersExist(serviceDir: string, handlers: readonly string[]): void {
  const missingFiles = handlers
    .map((handler) => `${moduleOf(handler)}.ts`)
    .filter((file) => !existsSync(join(serviceDir, file)));
  if (missingFiles.length === 0) return;
  throw new Error(
    `serverless.yml names ${missingFiles.length === 1 ? 'a handler' : 'handlers'} whose file is missing: ${missingFiles.join(', ')}`,
  );
}

// A stack that starts while another runs must never load half a file, hence the rename. An unchanged file keeps
// its time, so that packaging it again gives the same zip.
async function writeAtomically(path: string, contents: Buffer): Promise<void> {
  const presentContents = await readFile(path).catch(() => undefined);
  if (presentContents?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${process.pid}.tmp`;
  await writeFile(temporaryPath, contents);
  await rename(temporaryPath, path);
}

/** Writes the files that were built. */
async function writeOutputs(outputs: readonly OutputFile[], { whole: isWhole }: { whole: boolean }): Promise<void> {
  await Promise.all(
    outputs.map(({ path, contents, text }) =>
      writeAtomically(path, Buffer.from(isWhole && path.endsWith('.map') ? toLineOnlySourceMap(text) : contents)),
    ),
  );
}

/**
 * Bundles each handler (`functions/http/x.handler`) of a service into `<outDir>/functions/http/x.mjs`, with a source map unless `short`.
 * @param options.inputs receives the path of every file that went into the bundles, relative to `serviceDir`
 * @param options.whole true: bundles for Lambda, without the packages of its layers
 * @param options.sharing true: the bundles share chunks, and modules that are imported when they are needed stay in separate chunks
 * @param options.short true: the code is minified, without source maps
 * @param options.keptSite true: the pages of the documentation are read from `docs-site.mjs` of `outDir`, which the caller writes
 * @returns by handler: `handler` (the name that Lambda gets, relative to `serviceDir`), `files` (bundle and map, relative too) and
 * `packages` (names of the npm packages that have to be packaged next to the bundle, or to be in a layer)
 * @throws Error when a handler file is missing or does not build
 */
export async function bundleHandlers({
  serviceDir,
  handlers,
  outDir = '.build',
  inputs = new Set<string>(),
  whole: isWhole = false,
  sharing: isSharing = false,
  short: isShort = false,
  keptSite: isSiteKept = false,
}: Omit<BundleFunctionsRequest, 'laterHandlers'> & {
  inputs?: Set<string>;
  whole?: boolean;
  short?: boolean;
  keptSite?: boolean;
}): Promise<BundlesByHandler> {
  const settings = isWhole
    ? LAMBDA_SETTINGS
    : { ...LOCAL_SETTINGS, ...(isShort ? { ...MINIFY_WITH_KEPT_NAMES, sourcemap: false } : {}) };
  const names = [...new Set(handlers)];
  assertHandlersExist(serviceDir, names);
  const outRoot = isAbsolute(outDir) ? outDir : join(serviceDir, outDir);
  const workers: WorkersByModule = new Map();
  const scriptsOf = workerBundler(settings, serviceDir, workers);
  const { outputFiles, metafile } = await build({
    ...settings,
    absWorkingDir: serviceDir,
    entryPoints: [...new Set(names.map((handler) => `${moduleOf(handler)}.ts`))],
    outbase: serviceDir,
    outdir: outRoot,
    splitting: isSharing,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [
      ...settings.plugins,
      consoleFiles(serviceDir, inputs),
      isSiteKept ? storedDocsPages(serviceDir, outRoot) : docsPages(serviceDir, inputs),
      workerScripts(workers),
    ],
  });
  await writeOutputs(outputFiles, { whole: isWhole });

  const { outputs } = metafile;
  const bundles = Object.entries(outputs).filter(([, output]) => output.entryPoint !== undefined);
  const entries: [string, BundlesByHandler[string]][] = [];
  for (const handler of names) {
    const builtBundle = bundles.find(([, output]) => output.entryPoint === `${moduleOf(handler)}.ts`);
    if (builtBundle === undefined) throw new Error(`esbuild wrote no bundle for ${handler}`);
    const [path, output] = builtBundle;
    const bundle = relative(serviceDir, resolve(serviceDir, path));
    const outputByPath = new Map([[path, output], ...chunksOf(output, outputs)]);
    const scripts = await Promise.all(
      [...outputByPath].map(([outputPath, { inputs: partInputs }]) => scriptsOf(outputPath, partInputs)),
    );
    const bundleInputs = [...outputByPath.values()].flatMap((part) => Object.keys(part.inputs));
    for (const input of [...bundleInputs, ...scripts.flat().flatMap((script) => script.inputs)]) inputs.add(input);
    const imports = [...outputByPath.values(), ...scripts.flat()].flatMap((part) => part.imports);
    const externalImports = imports.filter(({ external, path: name }) => external && !isBuiltin(name));
    const packages = [...new Set(externalImports.map(({ path: name }) => packageOf(name)))];
    entries.push([
      handler,
      {
        handler: `${bundle.slice(0, -'.mjs'.length)}${handler.slice(handler.lastIndexOf('.'))}`,
        files: [...outputByPath.keys()]
          .map((part) => relative(serviceDir, resolve(serviceDir, part)))
          .flatMap((file) => [file, `${file}.map`])
          .concat(scripts.flat().flatMap(({ files }) => files)),
        packages: packages.filter((name) => !matchesAny(FFMPEG_LAYER_PACKAGES, name)),
      },
    ]);
  }
  return Object.fromEntries(entries);
}

const isBuiltin = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);

/**
 * `new URL('./x-worker.ts', import.meta.url)`: the way a module names the script of a worker thread in its folder.
 */
const WORKER_URL = /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/g;

/**
 * Collects the scripts of worker threads. Such a script cannot be part of the bundle that starts it: it becomes a bundle next to
 * that one, and the code names that bundle instead.
 * @param workersByModule receives, by the path of the module that names workers, the paths of their sources
 */
const workerScripts = (workersByModule: WorkersByModule): Plugin => ({
  name: 'worker-scripts',
  setup(build) {
    build.onLoad({ filter: /lib[\\/].*\.ts$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const workerPaths = [...code.matchAll(WORKER_URL)].map(([, name]) => join(dirname(path), `${name}.ts`));
      if (workerPaths.length === 0) return undefined;
      workersByModule.set(path, workerPaths);
      return { contents: code.replaceAll(WORKER_URL, "new URL('./$1.mjs', import.meta.url)"), loader: 'ts' };
    });
  },
});

/** The bundle of a worker's script, with its map. Paths are relative to the folder of the service. */
interface WorkerBundle {
  files: string[];
  imports: Output['imports'];
  inputs: string[];
}

/**
 * Bundles the worker scripts that the modules of a bundle or chunk name, into its folder. A script is bundled once for each folder, even
 * if many bundles in it name the same script.
 */
function workerBundler(settings: Settings, serviceDir: string, workersByModule: WorkersByModule) {
  const bundleByFolderAndScript = new Map<string, Promise<WorkerBundle>>();

  async function bundleScript(script: string, outdir: string): Promise<WorkerBundle> {
    const { outputFiles, metafile } = await build({
      ...settings,
      absWorkingDir: serviceDir,
      entryPoints: [script],
      // The worker's bundle is next to this one, whatever the folders of the sources are.
      entryNames: '[name]',
      outdir,
    });
    await writeOutputs(outputFiles, { whole: settings === LAMBDA_SETTINGS });
    return {
      files: outputFiles.map(({ path }) => relative(serviceDir, path)),
      imports: Object.values(metafile.outputs).flatMap((output) => output.imports),
      inputs: Object.keys(metafile.inputs),
    };
  }

  return (bundle: string, inputs: Output['inputs']): Promise<WorkerBundle[]> => {
    const outdir = dirname(resolve(serviceDir, bundle));
    const scripts = new Set(
      Object.keys(inputs).flatMap((input) => workersByModule.get(resolve(serviceDir, input)) ?? []),
    );
    return Promise.all(
      [...scripts].map((script) => {
        const key = join(outdir, script);
        const scriptBundle = bundleByFolderAndScript.get(key) ?? bundleScript(script, outdir);
        bundleByFolderAndScript.set(key, scriptBundle);
        return scriptBundle;
      }),
    );
  };
}
