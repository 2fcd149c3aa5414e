import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { folderOfLockedPackage, lockedPackagesForLambda } from '../lambda-packages.ts';

// The functions with this layer run on x86_64, whatever the platform of the machine that deploys. The checksum is that of
// @ffmpeg-installer/linux-x64@4.1.0.
const BINARY = '@ffmpeg-installer/linux-x64/ffmpeg';
const SHA256 = '6d0c625dbd3f604ed2618981ba6fee7e29678855ab741d654cfc9effb0226624';

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Path of the binary in the npm package, which is fetched if it is not installed. */
async function findBinary(): Promise<string> {
  const [locked] = lockedPackagesForLambda(PROJECT, [dirname(BINARY)], 'x86_64');
  if (!locked) throw new Error(`package-lock.json has no ${dirname(BINARY)} for Lambda`);
  return join(await folderOfLockedPackage(PROJECT, locked), basename(BINARY));
}

/**
 * Builds the layer of ffmpeg: `<dist>/bin/ffmpeg`, which functions find as /opt/bin/ffmpeg.
 * @param dist folder of the layer's content
 * @returns the path of the written file
 * @throws Error for a binary that is neither installed nor can be fetched, or whose SHA-256 is not the pinned one
 */
export async function buildFfmpegLayer(
  dist: string,
  { source: given, checksum = SHA256 }: { source?: string; checksum?: string } = {},
): Promise<string> {
  const source = given ?? (await findBinary());
  const actual = await sha256OfFile(source);
  if (actual !== checksum) throw new Error(`The ffmpeg binary has SHA-256 ${actual}, expected ${checksum}`);
  const target = join(dist, 'bin', 'ffmpeg');
  const temporary = `${target}.${process.pid}.tmp`;
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, temporary);
  await chmod(temporary, 0o755);
  await rename(temporary, target);
  return target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // No top-level await: the Serverless CLI loads this module with require().
  buildFfmpegLayer(join(dirname(fileURLToPath(import.meta.url)), 'dist')).then(
    (path) => process.stderr.write(`${path}\n`),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    },
  );
}
