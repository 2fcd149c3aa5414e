import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import { hardLinkOrCopyFile } from './link-file.ts';
import { BACKUP_MANIFEST_FILE, type BackupManifest, readBackupManifest } from './manifest.ts';

/** Checks that a data folder can be restored there: it does not exist, or is empty. @throws CommandError */
export function assertFolderAbsentOrEmpty(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new CommandError(
      `${dataDir} is not empty. Stop the service and move the folder away, or set DATA_DIR to another one.`,
    );
}

/**
 * Makes a data folder of a backup. The folder appears at the end as a whole, so a restore that is killed leaves none. Files of the bucket,
 * which are never changed, are shared with a backup on the same disk.
 * @param format the newest format that this version reads
 * @throws CommandError for a folder that is not empty, a backup that is not whole, and one of a later version
 */
export async function restoreBackup(backup: string, dataDir: string, format: number): Promise<BackupManifest> {
  assertFolderAbsentOrEmpty(dataDir);
  const manifest = readBackupManifest(backup);
  if (Number(manifest.format) > format)
    throw new CommandError(
      `${backup} was made by a later version of the service (format ${manifest.format}, not ${format}). Update the service.`,
    );
  const unfinishedFolder = `${dataDir}.restoring`;
  await rm(unfinishedFolder, { recursive: true, force: true });
  await copyFolder(backup, unfinishedFolder);
  await rm(join(unfinishedFolder, BACKUP_MANIFEST_FILE));
  if (existsSync(dataDir)) rmdirSync(dataDir);
  await rename(unfinishedFolder, dataDir);
  return manifest;
}

async function copyFolder(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (from.endsWith(join('s3', 'blobs'))) await hardLinkOrCopyFile(source, target);
    else await copyFile(source, target);
  }
}
