import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { StartError } from '#emulators/host/start-error.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { AwsSettings, EnvironmentVariables } from './environment.ts';

/** Schema of the credentials that a data folder keeps. Those made here are longer than these bounds. */
const storedCredentialsSchema = z.object({ accessKeyId: z.string().min(16), secretAccessKey: z.string().min(32) });

/** The length from which a secret of the environment counts as one that cannot be guessed. */
const MIN_SECRET_LENGTH = 20;

/**
 * Returns the credentials of emulators that other machines can reach: those of the environment, else those of the data folder, which are
 * made at the first such start. With publicly known ones, anybody could sign URLs of files.
 * @param file path of the credentials in the data folder
 * @throws StartError for a secret in the environment that can be guessed
 */
export function privateEmulatorCredentials(
  file: string,
  environment: EnvironmentVariables,
): AwsSettings['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (accessKeyId && secretAccessKey) {
    if (secretAccessKey.length >= MIN_SECRET_LENGTH) return { accessKeyId, secretAccessKey };
    throw new StartError(
      `AWS_SECRET_ACCESS_KEY signs the addresses of files, and has only ${secretAccessKey.length} characters: unset both keys, then DATA_DIR gets random ones`,
    );
  }
  const newCredentials = {
    accessKeyId: `VIDEO${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  try {
    // `wx`: of two starts at the same time, one makes them and the other reads them.
    writeFileSync(file, `${JSON.stringify(newCredentials)}\n`, { flag: 'wx', mode: 0o600 });
    return newCredentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // An older file may be readable by others.
  chmodSync(file, 0o600);
  return parseJson(storedCredentialsSchema, readFileSync(file, 'utf8'));
}
