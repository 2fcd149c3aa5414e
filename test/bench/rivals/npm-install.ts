import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runLimited } from './limited-run.ts';

const INSTALL_SECONDS = 300;

/** Installs packages into a folder, from which nothing of this project is seen. @throws Error when they do not install */
export async function npmInstall(
  folder: string,
  packages: readonly string[],
  { scripts = false }: { scripts?: boolean } = {},
): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const options = ['install', '--no-audit', '--no-fund', ...(scripts ? [] : ['--ignore-scripts']), ...packages];
  await runLimited('npm', options, { folder, seconds: INSTALL_SECONDS });
}
