/**
 * `npm run package [-- --stage dev --param name=value --out .serverless --starts --twice]`: packages a stage as `serverless deploy` would
 * send it, without an AWS account or a network, and prints a table of the package and how to deploy it. It fails if a budget is exceeded
 * or a program is not for Lambda's platform (localstack/deploy/packages/package-faults.ts).
 */
import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { assertStageRequest, DEFAULT_REGION, type DeploymentStageRequest } from '#deploy/deployment-stage-request.ts';
import { deployHint } from '#deploy/packages/deploy-hint.ts';
import { formatFunctionPackageTable } from '#deploy/packages/format-function-package-table.ts';
import { measureColdStarts } from '#deploy/packages/measure-cold-starts.ts';
import { packageStage } from '#deploy/packages/package-stage.ts';
import { readPackagedStage } from '#deploy/packages/packaged-stage.ts';
import { compareRepeatedPackaging } from '#deploy/packages/second-package.ts';
import { formatStageParameterHelp } from '#deploy/stage-parameters.ts';
import { CommandError } from '#emulators/host/command-errors.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');

interface Options extends DeploymentStageRequest {
  out: string;
  starts?: true;
  twice?: true;
  json: boolean;
}

async function packageAndMeasure(options: Options): Promise<void> {
  assertStageRequest(PROJECT, options);
  const folder = resolve(options.out);
  process.stderr.write(`Packaging the stage ${options.stage}, for one to two minutes …\n`);
  await packageStage(PROJECT, options, folder);
  const stage = await readPackagedStage(folder);
  const startMsByName = options.starts ? await measureColdStarts(folder, stage.code) : undefined;
  if (options.json) {
    const code = stage.code.map((artifact) => ({
      ...artifact,
      milliseconds_to_load: startMsByName?.get(artifact.name),
    }));
    process.stdout.write(`${JSON.stringify({ folder, code, resources: stage.resources })}\n`);
  } else process.stdout.write(formatFunctionPackageTable(stage, startMsByName));
  if (options.twice) await packageAgain(options, folder);
  if (!options.json) process.stdout.write(deployHint(PROJECT, options, folder));
}

async function packageAgain(options: Options, folder: string): Promise<void> {
  // The copy is made next to the project, so that both are on one file system: its node_modules are linked into the copy.
  const temporaryFolder = await mkdtemp(join(PROJECT, '..', '.package-'));
  const { compared, different } = await compareRepeatedPackaging(PROJECT, options, folder, temporaryFolder);
  if (different.length > 0) throw new CommandError(`The second package differs: ${different.join(', ')}`);
  (options.json ? process.stderr : process.stdout).write(`The second package is the same: ${compared} files.\n`);
}

/** `video package`, with its options. */
export const packageCommand = () =>
  createCommandFromCatalog('package')
    .option('--stage <name>', 'the stage', 'dev')
    .option('--region <region>', 'the region of AWS', DEFAULT_REGION)
    .option(
      '--param <name=value...>',
      'a parameter of the stage, instead of the value in serverless.yml or the environment',
    )
    .option('--out <folder>', 'the folder to write the package to', '.serverless')
    .option('--starts', 'also loads every function from only its package and layers, and prints the processor time')
    .option('--twice', 'also packages a copy of the sources, and fails unless both packages are equal byte by byte')
    .addOption(createJsonOption('sizes in bytes as one JSON object'))
    .addHelpText('after', `\nParameters:\n${formatStageParameterHelp()}`)
    .action((options: Options) => runCommandAndExit(() => packageAndMeasure(options)));

if (import.meta.main) await runNpmScriptCommand('package', packageCommand());
