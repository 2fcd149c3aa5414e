/**
 * `npm run lint:template`: cfn-lint over the templates of deployed stages, as CloudFormation gets them: one without any parameter,
 * and `prod` with all of them. Exit code 1: it found something; 2: it cannot be installed here.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { compileTemplate } from '#test/support/stack/compile-template.ts';
import { ALL_OPTIONS } from '#test/support/stack/stage-options.ts';
import { requirePythonTools } from './python-tools.ts';

/** Dependencies that the Serverless CLI writes out although CloudFormation knows them. */
const IGNORED = 'W3005';

parseOptionsOrExit(
  `npm run lint:template: cfn-lint over the templates of deployed stages. It ends with 1 when it found something, and with 2 where
cfn-lint cannot be installed.`,
  {},
);
const installed = requirePythonTools('cfn-lint');
const [python, ...templates] = await Promise.all([
  installed,
  compileTemplate({}),
  compileTemplate(ALL_OPTIONS, 'prod'),
]);
const folder = await mkdtemp(join(tmpdir(), 'template-'));
try {
  const paths = templates.map((_, place) => join(folder, `template-${place}.json`));
  for (const [place, path] of paths.entries()) await writeFile(path, JSON.stringify(templates[place]));
  await promisify(execFile)(python, [
    '-c',
    'from cfnlint.runner import main; main()',
    '--ignore-checks',
    IGNORED,
    '--',
    ...paths,
  ]);
  const counts = templates.map(({ Resources }) => Object.keys(Resources).length);
  process.stdout.write(`cfn-lint: no findings in templates of ${counts.join(' and ')} resources\n`);
} catch (error) {
  process.stderr.write(`${(error as { stdout?: string }).stdout || (error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
