/** `npm run restore -- <backup>`: makes DATA_DIR of a backup. */
import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import { DATA_FOLDER_FORMAT } from '#emulators/host/data-dir.ts';
import type { BackupManifest } from '#stack/backup/manifest.ts';
import { assertFolderAbsentOrEmpty, restoreBackup } from '#stack/backup/restore-backup.ts';
import { unpackTarIntoFolder } from '../archive-folder.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

async function restore(from: string, { json }: { json: boolean }, signal: AbortSignal): Promise<void> {
  process.umask(0o077);
  const dataDir = resolve(process.env.DATA_DIR || '.local');
  const backup = resolve(from);
  if (!existsSync(backup)) throw new CommandError(`There is no ${backup}.`);
  assertFolderAbsentOrEmpty(dataDir);
  const manifest = statSync(backup).isDirectory()
    ? await restoreBackup(backup, dataDir, DATA_FOLDER_FORMAT)
    : await restoreArchive(backup, dataDir, signal);
  process.stdout.write(
    json
      ? `${JSON.stringify({ data_dir: dataDir, ...manifest })}\n`
      : `Restored ${dataDir}: ${manifest.objects} files and the database of ${manifest.made_at}. Start the service with npm start.\n`,
  );
}

async function restoreArchive(file: string, dataDir: string, signal: AbortSignal): Promise<BackupManifest> {
  const unpackedFolder = `${dataDir}.unpacked-${process.pid}`;
  try {
    await unpackTarIntoFolder(file, unpackedFolder, signal);
    return await restoreBackup(unpackedFolder, dataDir, DATA_FOLDER_FORMAT);
  } finally {
    await rm(unpackedFolder, { recursive: true, force: true });
  }
}

/** `video restore`, with its options. */
export const restoreCommand = () =>
  createCommandFromCatalog('restore', 'DATA_DIR must be missing or empty, so no service runs on it.')
    .argument('<backup>', 'a folder or .tar file that "video backup" made')
    .addOption(createJsonOption('what was restored as one JSON object'))
    .action((from: string, options: { json: boolean }) =>
      runCommandAndExit((signal) => restore(from, options, signal)),
    );

if (import.meta.main) await runNpmScriptCommand('restore', restoreCommand());
