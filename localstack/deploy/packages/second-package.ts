import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { DeploymentStageRequest } from '../deployment-stage-request.ts';
import { packageStage } from './package-stage.ts';

/** Folders with generated files, which are not copied for the second package. */
const GENERATED_FOLDERS = [
  '.git',
  '.build',
  '.serverless',
  '.local',
  '.bench',
  'out',
  'coverage',
  'dist',
  'node_modules',
];

/** The times that the CLI puts into the names of an upload folder and of a deployment of the API. */
const TIME_PATTERNS: readonly [RegExp, string][] = [
  [/\d{13}-\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/ApiGatewayDeployment\d{13}/g, 'ApiGatewayDeployment<time>'],
];

/** SHA-256 of a file; in JSON, without the times of `TIME_PATTERNS`. */
async function digestWithoutTimes(path: string): Promise<string> {
  const bytes = await readFile(path);
  const comparedContent = path.endsWith('.json')
    ? TIME_PATTERNS.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), bytes.toString('utf8'))
    : bytes;
  return createHash('sha256').update(comparedContent).digest('hex');
}

const isCompared = (name: string): boolean => name.endsWith('.zip') || name.startsWith('cloudformation-template-');

/** Copies the sources to another folder. Installed packages become hard links. */
async function copySources(serviceDir: string, copyFolder: string): Promise<void> {
  await mkdir(copyFolder, { recursive: true });
  for (const name of await readdir(serviceDir))
    if (!GENERATED_FOLDERS.includes(name))
      await cp(join(serviceDir, name), join(copyFolder, name), {
        recursive: true,
        filter: (path) => !GENERATED_FOLDERS.includes(basename(path)),
      });
  await promisify(execFile)('cp', ['-al', join(serviceDir, 'node_modules'), copyFolder]);
}

/**
 * Packages the same sources again, in another folder and without any file of the first time, and compares all zips and
 * templates byte by byte. Times that the Serverless CLI writes into a template do not count.
 * @param firstFolder folder of the first package
 * @param temporaryFolder folder on the disk of the sources, which is removed afterwards
 * @returns the names of the files that differ, and how many were compared
 */
export async function compareRepeatedPackaging(
  serviceDir: string,
  request: DeploymentStageRequest,
  firstFolder: string,
  temporaryFolder: string,
): Promise<{ compared: number; different: string[] }> {
  const copyFolder = join(temporaryFolder, 'sources');
  const secondFolder = join(temporaryFolder, 'package');
  try {
    await copySources(serviceDir, copyFolder);
    await packageStage(copyFolder, request, secondFolder);
    const names = [...new Set([...(await readdir(firstFolder)), ...(await readdir(secondFolder))])]
      .filter(isCompared)
      .toSorted();
    const different: string[] = [];
    for (const name of names) {
      const [firstDigest, secondDigest] = await Promise.all(
        [firstFolder, secondFolder].map((folder) => digestWithoutTimes(join(folder, name)).catch(() => undefined)),
      );
      if (firstDigest !== secondDigest) different.push(name);
    }
    return { compared: names.length, different };
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}
