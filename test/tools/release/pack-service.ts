/** `npm run pack:service`: makes the npm package of the service, which runs without a clone. */
import { join, relative, resolve } from 'node:path';
import { createStyledCommand, runCliProgram } from '#cli/program.ts';
import { PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { packService } from './pack.ts';

const program = createStyledCommand(
  'npm run pack:service --',
  'Makes the npm package of the service, for npm i <file> and npx video-timeline.',
)
  .option('--out <folder>', 'the folder to write the package to', join('out', 'service'))
  .action(async ({ out }: { out: string }) => {
    const file = await packService(PROJECT_FOLDER, resolve(out));
    process.stdout.write(`${relative(process.cwd(), file)}\n`);
  });
await runCliProgram(program);
