import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROJECT = join(import.meta.dirname, '../..');
const CLIENT_FOLDER = join(PROJECT, 'lib/front/client/python');
const VENV_FOLDER = join(PROJECT, 'node_modules/.cache/python-models');
const runProgram = promisify(execFile);

/**
 * Generates the models of the Python client. The generator is installed once, from the Python Package Index.
 * @param description path of the OpenAPI document
 * @returns the path of the written file; undefined if the generator cannot be installed
 * @throws Error if the generator fails
 */
export async function writePythonModels(description: string): Promise<string | undefined> {
  const python = join(VENV_FOLDER, 'bin/python');
  if (!existsSync(join(VENV_FOLDER, 'bin/datamodel-codegen'))) {
    try {
      await runProgram('python3', ['-m', 'venv', VENV_FOLDER]);
      const installArguments = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
      await runProgram(python, [
        ...installArguments,
        '--requirement',
        join(CLIENT_FOLDER, 'requirements-generate.txt'),
      ]);
    } catch {
      await rm(VENV_FOLDER, { recursive: true, force: true });
      return undefined;
    }
  }
  await runProgram(python, [join(CLIENT_FOLDER, 'generate.py'), description]);
  return join(CLIENT_FOLDER, 'src/video_timeline_client/models.py');
}
