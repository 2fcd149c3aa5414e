/**
 * `npm run openapi`: writes the description of the API (to `out/openapi.json`, or to the file named) and generates the
 * types of the client from it. `--base-url` is the address that the description names; by default that of `npm start`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describeService } from '../../lib/api/openapi/description.ts';
import { clientTypes } from '../cli/client-types.ts';
import { jsonOption, newCommand, runScript } from '../cli/program.ts';

const PROJECT = join(import.meta.dirname, '../..');
const TYPES = join(PROJECT, 'lib', 'client', 'schema.ts');

/** `video openapi`, with its options. */
export const openapiCommand = () =>
  newCommand('openapi')
    .argument('[file]', 'where the description goes', join(PROJECT, 'out', 'openapi.json'))
    .option('--base-url <url>', 'the address of the service, with the version', 'http://localhost:3000/v1')
    .addOption(jsonOption('the files as one JSON object'))
    .action(async (file: string, { baseUrl, json }: { baseUrl: string; json: boolean }) => {
      const description = describeService(baseUrl);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify(description, null, 2)}\n`);
      await writeFile(TYPES, await clientTypes(description));
      const files = [file, TYPES];
      if (json) process.stdout.write(`${JSON.stringify({ files })}\n`);
      else for (const path of files) process.stdout.write(`wrote ${relative(process.cwd(), path)}\n`);
    });

if (import.meta.main) await runScript('openapi', openapiCommand());
