import { open, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { NATIVE_FILE_NAME_PATTERN } from '#deploy/packages/archive.ts';
import { folderOfLockedPackage } from '#layers/lambda-packages.ts';
import { programFormat } from './program-format.ts';

/** The systems on which the service is started, without the one of the tests, and the npm packages that have its programs there. */
export const HOST_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'darwin-arm64': [
    ...['@ffmpeg-installer/darwin-arm64', '@img/sharp-darwin-arm64', '@img/sharp-libvips-darwin-arm64'],
    '@takumi-rs/core-darwin-arm64',
  ],
  'darwin-x64': [
    ...['@ffmpeg-installer/darwin-x64', '@img/sharp-darwin-x64', '@img/sharp-libvips-darwin-x64'],
    '@takumi-rs/core-darwin-x64',
  ],
  'linux-arm64': [
    ...['@ffmpeg-installer/linux-arm64', '@img/sharp-linux-arm64', '@img/sharp-libvips-linux-arm64'],
    '@takumi-rs/core-linux-arm64-gnu',
  ],
  'win32-x64': ['@ffmpeg-installer/win32-x64', '@img/sharp-win32-x64', '@takumi-rs/core-win32-x64-msvc'],
};

const HEADER_BYTES = 4096;

async function formatOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return programFormat(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

interface Lock {
  packages: Record<string, { version: string; integrity?: string } | undefined>;
}

/**
 * Fetches the packages of a system by the lock file, and reads the formats of their programs.
 * @returns the faults: packages without a program, and programs for another system
 */
export async function hostPackageFaults(project: string, host: string): Promise<string[]> {
  const { packages }: Lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
  const faults: string[] = [];
  for (const name of HOST_PACKAGES[host] ?? []) {
    const path = `node_modules/${name}`;
    const locked = packages[path];
    if (locked === undefined) {
      faults.push(`package-lock.json does not have ${name}.`);
      continue;
    }
    const { version, integrity } = locked;
    const folder = await folderOfLockedPackage(project, { path, version, integrity }, { installed: false });
    const files = (await readdir(folder, { recursive: true })).filter((file) =>
      NATIVE_FILE_NAME_PATTERN.test(basename(file)),
    );
    if (files.length === 0) faults.push(`${name} has no program.`);
    for (const file of files) {
      const format = await formatOf(join(folder, file));
      if (format !== host) faults.push(`${file} of ${name} is for ${format ?? 'no known system'}, not for ${host}.`);
    }
  }
  return faults;
}
