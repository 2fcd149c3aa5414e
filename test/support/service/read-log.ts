import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rotatedLogFiles } from '#emulators/host/create-rotated-log-writer.ts';
import { installPythonTools } from '#test/deploy/python-tools.ts';
import type { Service } from './start-service.ts';

const SCRIPT = join(import.meta.dirname, '../../deploy/read-log.py');

/** What the functions of a service have written: on this machine into files, deployed into groups of CloudWatch Logs. */
export async function readLog({ mode, dataDir, operator }: Service): Promise<string> {
  if (mode !== 'deployed') {
    const files = ['stack.log', 'api.log'].flatMap((name) => rotatedLogFiles(join(dataDir, 'logs', name)));
    return (await Promise.all(files.filter(existsSync).map((file) => readFile(file, 'utf8')))).join('\n');
  }
  const { AWS_ENDPOINT_URL = '', AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = operator;
  const env = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_DEFAULT_REGION: AWS_REGION, PATH: process.env.PATH };
  const settings = { env, maxBuffer: 256 * 2 ** 20 };
  return (await promisify(execFile)(await installPythonTools(), [SCRIPT, AWS_ENDPOINT_URL], settings)).stdout;
}
