/**
 * `npm run lint:template`: cfn-lint over the template of a deployed stage, as CloudFormation gets it. Exit code 1: it found
 * something; 2: it cannot be installed here.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileTemplate } from '../support/stack/compile-template.ts';
import { requirePythonTools } from './python-tools.ts';

/** Dependencies that the Serverless CLI writes out although CloudFormation knows them. */
const IGNORED = 'W3005';

const installed = requirePythonTools('cfn-lint');
const [python, template] = await Promise.all([installed, compileTemplate({})]);
const folder = await mkdtemp(join(tmpdir(), 'template-'));
try {
  const path = join(folder, 'template.json');
  await writeFile(path, JSON.stringify(template));
  await promisify(execFile)(python, [
    '-c',
    'from cfnlint.runner import main; main()',
    '--ignore-checks',
    IGNORED,
    '--',
    path,
  ]);
  process.stdout.write(`cfn-lint: no findings in ${Object.keys(template.Resources).length} resources\n`);
} catch (error) {
  process.stderr.write(`${(error as { stdout?: string }).stdout || (error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
