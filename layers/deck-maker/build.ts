import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { CRATE_SOURCE_REPLACEMENTS, type CrateSourceReplacement } from './source-changes.ts';

const packageFolder = import.meta.dirname;

const buildFolder = join(packageFolder, '../../.build/deck-maker');

const cratesFolder = join(buildFolder, 'crates');

const TARGET = 'wasm32-wasip1';

/** Limit of the module's memory, in bytes, so that the process that runs it stays below its memory limit. */
const MAX_MEMORY_BYTES = 288 * 2 ** 20;

const STACK_BYTES = 4 * 2 ** 20;

const checksums = z.looseObject({ files: z.record(z.string(), z.string()) });

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Runs cargo, whose messages go to stderr. @returns its standard output @throws Error if cargo fails */
const cargo = (args: readonly string[], options: { flags?: string } = {}): string =>
  execFileSync('cargo', args, {
    cwd: packageFolder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(options.flags === undefined ? {} : { RUSTFLAGS: options.flags }) },
  });

/**
 * Replaces the hash of a changed file in the list with which cargo verifies a vendored crate (`.cargo-checksum.json`). The hash of
 * the whole package, which Cargo.lock has too, stays.
 */
function updateChecksum(crate: string, file: string): void {
  const folder = join(cratesFolder, crate);
  const list = join(folder, '.cargo-checksum.json');
  const known = parseJson(checksums, readFileSync(list, 'utf8'));
  const hash = sha256(readFileSync(join(folder, file)));
  writeFileSync(list, JSON.stringify({ ...known, files: { ...known.files, [file]: hash } }));
}

/** Makes a change in a vendored crate. @throws Error if the text to replace does not occur exactly once */
function applyChange({ crate, file, before, after }: CrateSourceReplacement): void {
  const path = join(cratesFolder, crate, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(before).length !== 2) throw new Error(`${crate}/${file} does not have once: ${before}`);
  writeFileSync(
    path,
    source.replace(before, () => after),
  );
  updateChecksum(crate, file);
}

/** Folder of the larger changes: a patch for each crate, whose first lines say what is changed and why. They are applied after CRATE_SOURCE_REPLACEMENTS. */
const PATCHES = join(packageFolder, 'changes');

/** Applies all patches to the vendored crates. @returns the names of the crates that are changed */
function applyPatches(): string[] {
  const names = readdirSync(PATCHES).sort();
  for (const name of names) {
    const patch = join(PATCHES, name);
    // Without the ceiling, git takes the paths of a patch as relative to the root of this repository.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: buildFolder };
    execFileSync('git', ['apply', '--whitespace=nowarn', patch], { cwd: cratesFolder, env, stdio: 'inherit' });
    for (const [, crate = '', file = ''] of readFileSync(patch, 'utf8').matchAll(/^\+\+\+ b\/([^/]+)\/(.+)$/gm))
      updateChecksum(crate, file);
  }
  return names.map((name) => name.replace(/\.patch$/, ''));
}

/** Files of the folder `added` that become part of the source of a crate. */
const ADDED: readonly { crate: string; file: string }[] = [
  { crate: 'betteroffice-pptx-raster', file: 'scaled_images.rs' },
  { crate: 'betteroffice-drawingml', file: 'connectors.rs' },
  { crate: 'betteroffice-drawingml', file: 'date_format.rs' },
  { crate: 'betteroffice-drawingml', file: 'number_format.rs' },
  { crate: 'betteroffice-drawingml', file: 'text_rectangles.rs' },
  { crate: 'betteroffice-drawingml', file: 'text_rectangles.txt' },
];

/** Files of a crate with the text of a licence or a notice. */
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The crates that are compiled into the module, as `name version: licence`. */
const compiledCrates = (): string[] => {
  const listed = cargo([
    ...['tree', '--locked', '--offline', '--target', TARGET, '--edges', 'normal,no-proc-macro'],
    ...['--prefix', 'none', '--format', '{p}|{l}'],
  ]);
  const lines = listed
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('deck-maker '))
    .map((line) => line.replace(/^(\S+) v(\S+)(?: \([^|]*\))?\|(.*?)(?: \(\*\))?$/, '$1 $2: $3'));
  return [...new Set(lines)].sort();
};

/** The content of the file LICENCES: the list of the crates, then the text of each licence once, with the crates that have it. */
function licences(crates: readonly string[]): string {
  const texts = new Map<string, string[]>();
  for (const crate of crates) {
    const name = crate.split(' ')[0] ?? '';
    const folder = join(cratesFolder, name);
    for (const file of existsSync(folder) ? readdirSync(folder).filter((each) => LICENCE_FILE.test(each)) : []) {
      const text = readFileSync(join(folder, file), 'utf8').trim();
      texts.set(text, [...(texts.get(text) ?? []), name]);
    }
  }
  const sections = [...texts].map(
    ([text, names]) => `${'-'.repeat(80)}\n${[...new Set(names)].join(', ')}\n\n${text}\n`,
  );
  return [...crates, '', ...sections].join('\n');
}

/** Vendors, changes and compiles the crates. @returns the WebAssembly module */
function build(): Buffer {
  mkdirSync(buildFolder, { recursive: true });
  // `cargo vendor` prints the configuration that makes cargo use the folder.
  const configuration = cargo(['vendor', '--locked', cratesFolder]);
  writeFileSync(join(buildFolder, 'config.toml'), configuration);
  for (const change of CRATE_SOURCE_REPLACEMENTS) applyChange(change);
  const patched = applyPatches();
  for (const { crate, file } of ADDED)
    copyFileSync(join(packageFolder, 'added', file), join(cratesFolder, crate, 'src', file));
  const flags = [
    `-Clink-arg=--max-memory=${MAX_MEMORY_BYTES}`,
    `-Clink-arg=-zstack-size=${STACK_BYTES}`,
    '-Ctarget-feature=+simd128',
    // Messages of panics contain paths. Without this, they would be those of this machine, and the module would differ on each machine.
    `--remap-path-prefix=${cratesFolder}=crates`,
    `--remap-path-prefix=${packageFolder}=deck-maker`,
  ];
  const target = join(buildFolder, 'target');
  const config = ['--config', join(buildFolder, 'config.toml'), '--target-dir', target];
  // Cargo compiles a vendored crate once for each version, and would not notice a change in its files.
  const changed = [...new Set([...CRATE_SOURCE_REPLACEMENTS.map(({ crate }) => crate), ...patched])].flatMap(
    (crate) => ['--package', crate],
  );
  if (existsSync(target)) cargo(['clean', '--release', '--offline', '--target', TARGET, ...config, ...changed]);
  cargo(['build', '--release', '--locked', '--offline', '--target', TARGET, ...config], { flags: flags.join(' ') });
  return readFileSync(join(target, TARGET, 'release/deck_maker.wasm'));
}

if (import.meta.main) {
  // `--write` replaces the committed module, its hash and the lists of crates and licences.
  const { write = false } = parseArgs({ options: { write: { type: 'boolean' } } }).values;
  const kept = join(packageFolder, 'deck-maker.wasm');
  const built = build();
  const hash = sha256(built);
  if (write) {
    writeFileSync(kept, built);
    writeFileSync(`${kept}.sha256`, `${hash}\n`);
    const crates = compiledCrates();
    writeFileSync(join(packageFolder, 'crates.txt'), `${crates.join('\n')}\n`);
    writeFileSync(join(packageFolder, 'LICENCES'), licences(crates));
    console.log(`${built.length} bytes, SHA-256 ${hash}`);
  } else if (sha256(readFileSync(kept)) !== hash) {
    console.error(`the module that was built is another one: ${built.length} bytes, SHA-256 ${hash}`);
    process.exitCode = 1;
  } else console.log(`the same: SHA-256 ${hash}`);
}
