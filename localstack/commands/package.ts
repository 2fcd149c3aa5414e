/**
 * `npm run package [-- --stage dev --out .serverless --starts --twice]`: packages a stage as `serverless deploy` would send it,
 * without an account or a network, and prints a table of what came out. It fails with a sentence for each budget that is
 * exceeded and each program that is not for Lambda (localstack/packages/package-faults.ts).
 */
import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from '../cli/command.ts';
import { CommandError } from '../cli/command-errors.ts';
import { jsonOption, newCommand, runScript } from '../cli/program.ts';
import { coldStarts } from '../packages/cold-starts.ts';
import { packageStage } from '../packages/package-stage.ts';
import { packageTable } from '../packages/package-table.ts';
import { readPackage } from '../packages/packaged-stage.ts';
import { compareSecondPackage } from '../packages/second-package.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

interface Options {
  stage: string;
  out: string;
  starts?: true;
  twice?: true;
  json: boolean;
}

async function packageAndMeasure(options: Options): Promise<void> {
  const folder = resolve(options.out);
  await packageStage(PROJECT, options.stage, folder);
  const stage = await readPackage(folder);
  const starts = options.starts ? await coldStarts(folder, stage.code) : undefined;
  if (options.json) {
    const code = stage.code.map((one) => ({ ...one, milliseconds_to_load: starts?.get(one.name) }));
    process.stdout.write(`${JSON.stringify({ folder, code, resources: stage.resources })}\n`);
  } else process.stdout.write(packageTable(stage, starts));
  if (!options.twice) return;
  // Beside the project, whose packages are linked into it.
  const temporary = await mkdtemp(join(PROJECT, '..', '.package-'));
  const { compared, different } = await compareSecondPackage(PROJECT, options.stage, folder, temporary);
  if (different.length > 0) throw new CommandError(`The second package differs: ${different.join(', ')}`);
  (options.json ? process.stderr : process.stdout).write(`The second package is the same: ${compared} files.\n`);
}

/** `video package`, with its options. */
export const packageCommand = () =>
  newCommand('package')
    .option('--stage <name>', 'the stage', 'dev')
    .option('--out <folder>', 'where the package is left', '.serverless')
    .option(
      '--starts',
      'also loads every function from its package and layers alone, and prints the processor time of it',
    )
    .option('--twice', 'packages a copy of the sources, too, and fails unless it is the same byte by byte')
    .addOption(jsonOption('sizes in bytes as one JSON object'))
    .action((options: Options) => runCommand(() => packageAndMeasure(options)));

if (import.meta.main) await runScript('package', packageCommand());
