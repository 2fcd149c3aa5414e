/** `npm run backup -- <file or folder>`: copies the data of the service on DATA_DIR, while it runs or not. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { CommandError } from '#emulators/host/command-errors.ts';
import { isProcessAlive } from '#emulators/host/process-table.ts';
import { systemClock } from '#kernel/shared/clock.ts';
import { makeBackup } from '#stack/backup/make-backup.ts';
import type { BackupManifest } from '#stack/backup/manifest.ts';
import { writeFolderAsTar } from '../archive-folder.ts';
import { backupName, listCompleteBackups, removeOldBackups } from '../backup-series.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

interface Options {
  keep?: number;
  json: boolean;
}

const isArchive = (path: string): boolean => path.endsWith('.tar');

/** Matches the names of folders, in a data folder, that backups into a file leave when they are killed. The number is a process id. */
const TEMPORARY_FOLDER_NAME = /^backup-(\d+)$/;

async function backUp(to: string, { keep, json }: Options, signal: AbortSignal): Promise<void> {
  process.umask(0o077);
  const dataDir = resolve(process.env.DATA_DIR || '.local');
  const path = resolve(to);
  if (keep !== undefined && isArchive(path)) throw new CommandError('--keep needs a folder, not a .tar file.');
  const target = keep === undefined ? path : join(path, backupName(systemClock()));
  if (`${path}/`.startsWith(`${dataDir}/`))
    throw new CommandError(`${path} is in DATA_DIR, which a backup should outlive. Name a place outside of it.`);
  if (existsSync(target)) throw new CommandError(`${target} exists already. Name a new file or folder.`);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const previousBackup = keep === undefined ? undefined : listCompleteBackups(path).at(-1);
  const manifest = isArchive(target)
    ? await writeArchive(dataDir, target, signal)
    : await writeFolder(dataDir, target, previousBackup);
  const removedFolders = keep === undefined ? [] : await removeOldBackups(path, keep);
  printReport({ target, manifest, removed: removedFolders }, json);
}

async function writeFolder(
  dataDir: string,
  target: string,
  previousBackup: string | undefined,
): Promise<BackupManifest> {
  const unfinishedFolder = `${target}.unfinished`;
  await rm(unfinishedFolder, { recursive: true, force: true });
  try {
    const manifest = await makeBackup({
      dataDir,
      target: unfinishedFolder,
      earlier: previousBackup,
      clock: systemClock,
    });
    await rename(unfinishedFolder, target);
    return manifest;
  } finally {
    await rm(unfinishedFolder, { recursive: true, force: true });
  }
}

/** Makes the backup as a folder within the data folder first, because files can be linked there instead of copied, and archives it. */
async function writeArchive(dataDir: string, target: string, signal: AbortSignal): Promise<BackupManifest> {
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
    const pid = TEMPORARY_FOLDER_NAME.exec(name)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid)))
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const temporaryFolder = join(dataDir, `backup-${process.pid}`);
  try {
    const manifest = await makeBackup({ dataDir, target: temporaryFolder, clock: systemClock });
    await writeFolderAsTar(temporaryFolder, target, signal);
    return manifest;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

function printReport(
  { target, manifest, removed }: { target: string; manifest: BackupManifest; removed: readonly string[] },
  json: boolean,
): void {
  const { objects, bytes, made_at } = manifest;
  const lines = [
    `Saved ${target}: ${objects} files (${(bytes / 1e6).toFixed(1)} MB) and the database of ${made_at}`,
    ...removed.map((folder) => `Removed ${folder}`),
  ];
  process.stdout.write(`${json ? JSON.stringify({ backup: target, ...manifest, removed }) : lines.join('\n')}\n`);
}

const parseCount = (text: string): number => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
};

/** `video backup`, with its options. */
export const backupCommand = () =>
  createCommandFromCatalog(
    'backup',
    'The service may run meanwhile. A backup has the keys of the service: keep it as safe as DATA_DIR.',
  )
    .argument('<to>', 'a new folder or .tar file; with --keep, the folder of all backups')
    .option('--keep <number>', 'make a folder named by the time, and remove all but the newest ones', parseCount)
    .addOption(createJsonOption('what was saved as one JSON object'))
    .action((to: string, options: Options) => runCommandAndExit((signal) => backUp(to, options, signal)));

if (import.meta.main) await runNpmScriptCommand('backup', backupCommand());
