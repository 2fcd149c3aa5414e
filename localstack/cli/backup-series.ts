import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_MANIFEST_FILE } from '#stack/backup/manifest.ts';

/** Matches the name of a backup in a series: the time at which it was started. */
const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Returns the name of a backup that starts at the given time. */
export const backupName = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** The whole backups of a series, the oldest first. */
export function listCompleteBackups(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name) && existsSync(join(folder, name, BACKUP_MANIFEST_FILE)))
    .sort()
    .map((name) => join(folder, name));
}

/** Removes all but the newest backups of a series. @param keep the number that stays, at least 1 @returns the folders that were removed */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const oldBackups = listCompleteBackups(folder).slice(0, -keep);
  for (const backup of oldBackups) {
    // The description goes first: after a kill, the rest does not count as a backup.
    await rm(join(backup, BACKUP_MANIFEST_FILE), { force: true });
    await rm(backup, { recursive: true, force: true });
  }
  return oldBackups;
}
