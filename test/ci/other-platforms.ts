/**
 * Builds the layers of native packages as a machine of another platform builds them: with nothing that npm installed here, from
 * the registry by the lock file. It fails unless every program in them is for the processor that was asked for, and unless the
 * layers for x86_64 are those that this machine builds, byte by byte. With `--hosts` it also fetches the packages with programs for the
 * other systems on which the service is started (130 MB), and fails unless each program is for its system and processor.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { detectProgramPlatform, NATIVE_FILE_NAME_PATTERN } from '#deploy/packages/archive.ts';
import { PACKAGE_LAYERS } from '#layers/contents.ts';
import { buildPackageLayer } from '#layers/packages.ts';
import { HOST_PACKAGES, hostPackageFaults } from './other-platforms/host-packages.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const HEADER_BYTES = 20;
const ARCHITECTURES = ['x86_64', 'arm64'] as const;

/** Fonts and emoji are left out: they are the same everywhere. */
const layers = Object.entries(PACKAGE_LAYERS)
  .filter(([, { code }]) => code.length > 0)
  .map(([name, { code }]) => ({ name, content: { code } }));

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted();
}

async function headerOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @returns what the programs of a folder are for, by their paths */
async function machinesIn(folder: string): Promise<Map<string, string>> {
  const native = (await filesOf(folder)).filter((path) =>
    NATIVE_FILE_NAME_PATTERN.test(path.slice(path.lastIndexOf('/') + 1)),
  );
  return new Map(
    await Promise.all(
      native.map(async (path) => [path, detectProgramPlatform(await headerOf(path))] as [string, string]),
    ),
  );
}

async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await filesOf(folder)) hash.update(path.slice(folder.length)).update(await readFile(path));
  return hash.digest('hex');
}

async function bytesOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await filesOf(folder)).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const temporary = await mkdtemp(join(tmpdir(), 'other-platforms-'));
const faults: string[] = [];
try {
  for (const { name, content } of layers)
    for (const architecture of ARCHITECTURES) {
      const dist = join(temporary, architecture, name);
      await buildPackageLayer(dist, { serviceDir: PROJECT, content, architecture, installed: false });
      const machines = await machinesIn(dist);
      for (const [path, machine] of machines)
        if (machine !== architecture) faults.push(`${path} is for ${machine}, not for ${architecture}.`);
      let same = '';
      if (architecture === 'x86_64') {
        const here = join(temporary, 'here', name);
        await buildPackageLayer(here, { serviceDir: PROJECT, content, architecture });
        if ((await digestOf(here)) !== (await digestOf(dist)))
          faults.push(`The layer ${name} is another one when it is built on another machine.`);
        else same = ', the same as built here';
      }
      const megabytes = ((await bytesOf(dist)) / 1e6).toFixed(1);
      process.stdout.write(`${name} for ${architecture}: ${megabytes} MB, ${machines.size} programs${same}\n`);
    }
} finally {
  await rm(temporary, { recursive: true, force: true });
}
const isWithHosts = process.argv.includes('--hosts');
for (const [host, packages] of Object.entries(isWithHosts ? HOST_PACKAGES : {})) {
  const found = await hostPackageFaults(PROJECT, host);
  faults.push(...found);
  if (found.length === 0) process.stdout.write(`${host}: the programs of ${packages.length} packages\n`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
