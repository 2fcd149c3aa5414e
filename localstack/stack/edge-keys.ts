import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { StartError } from '#emulators/host/start-error.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { AwsSettings, EnvironmentVariables } from './environment.ts';

/** Keys of the emulators, as a data folder keeps them. */
const kept = z.object({ accessKeyId: z.string().min(16), secretAccessKey: z.string().min(32) });

/** Fewest characters of a secret that cannot be guessed. */
const LEAST_SECRET = 20;

/**
 * Finds the keys of the emulators of a service that other machines reach: those of the environment, else keys of the data folder, which are
 * made at its first such start. With keys that all know, anybody could sign the address of any file.
 * @throws StartError for a secret in the environment that can be guessed
 */
export function privateEmulatorCredentials(
  file: string,
  environment: EnvironmentVariables,
): AwsSettings['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (accessKeyId && secretAccessKey) {
    if (secretAccessKey.length >= LEAST_SECRET) return { accessKeyId, secretAccessKey };
    throw new StartError(
      `AWS_SECRET_ACCESS_KEY signs the addresses of files, and has only ${secretAccessKey.length} characters: unset both keys, then DATA_DIR gets random ones`,
    );
  }
  const made = {
    accessKeyId: `VIDEO${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  try {
    writeFileSync(file, `${JSON.stringify(made)}\n`, { flag: 'wx', mode: 0o600 });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  chmodSync(file, 0o600);
  return parseJson(kept, readFileSync(file, 'utf8'));
}
