import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError } from '#emulators/host/command-errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';

const manifestSchema = z.object({
  /** Format of the data folder. */
  format: z.string(),
  /** The time at which the database was copied. */
  made_at: z.iso.datetime(),
  /** Files of the bucket. */
  objects: z.number().int(),
  /** Bytes of these files. */
  bytes: z.number().int(),
});

/** The description of a backup. It is written last, so a folder without one is not a complete backup. */
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Name of the file with the description, in the folder of a backup. */
export const BACKUP_MANIFEST_FILE = 'backup.json';

/** Writes the manifest of a backup, which marks the backup as complete. */
export const writeBackupManifest = (folder: string, manifest: BackupManifest): void =>
  writeFileSync(join(folder, BACKUP_MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });

/** Reads the description of a backup. @throws CommandError for a folder that is not a complete backup */
export function readBackupManifest(folder: string): BackupManifest {
  try {
    return parseJson(manifestSchema, readFileSync(join(folder, BACKUP_MANIFEST_FILE), 'utf8'));
  } catch (error) {
    throw new CommandError(
      `${folder} is not a complete backup: its ${BACKUP_MANIFEST_FILE} is missing or unreadable. Name a file or folder that "video backup" made.`,
      { cause: error },
    );
  }
}
