import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROJECT = join(import.meta.dirname, '../..');
const CLIENT = join(PROJECT, 'lib/front/client/python');
const ENVIRONMENT = join(PROJECT, 'node_modules/.cache/python-models');
const run = promisify(execFile);

/**
 * Generates the models of the Python client. The generator is installed once, from the Python Package Index.
 * @param description path of the OpenAPI document
 * @returns the path of the written file; undefined if the generator cannot be installed
 * @throws Error if the generator fails
 */
export async function writePythonModels(description: string): Promise<string | undefined> {
  const python = join(ENVIRONMENT, 'bin/python');
  if (!existsSync(join(ENVIRONMENT, 'bin/datamodel-codegen'))) {
    try {
      await run('python3', ['-m', 'venv', ENVIRONMENT]);
      const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
      await run(python, [...install, '--requirement', join(CLIENT, 'requirements-generate.txt')]);
    } catch {
      await rm(ENVIRONMENT, { recursive: true, force: true });
      return undefined;
    }
  }
  await run(python, [join(CLIENT, 'generate.py'), description]);
  return join(CLIENT, 'src/video_timeline_client/models.py');
}
