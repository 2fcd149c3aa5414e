/**
 * `npm run openapi`: writes the OpenAPI document (to `out/openapi.json`, or to the given file), and generates from it the types of both
 * clients, and from the contracts the field definitions of the console. `--base-url` is the server of the document; by default that
 * of `npm start`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { generateClientTypes } from '../generate-client-types.ts';
import { generateConsoleFieldDefinitions } from '../generate-console-field-definitions.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';
import { writePythonModels } from '../python-models.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const CLIENT_TYPES_FILE = join(PROJECT, 'lib/front/client/schema.ts');
const CONSOLE_FIELDS_FILE = join(PROJECT, 'lib/front/console/app/console-field-definitions.ts');

/** `video openapi`, with its options. */
export const openapiCommand = () =>
  createCommandFromCatalog('openapi')
    .argument('[file]', 'the file to write the description to', join(PROJECT, 'out', 'openapi.json'))
    .option('--base-url <url>', 'the address of the service, with the version', 'http://localhost:3000/v1')
    .addOption(createJsonOption('the files as one JSON object'))
    .action(async (file: string, { baseUrl, json }: { baseUrl: string; json: boolean }) => {
      const description = createServiceOpenApiDocument(baseUrl);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify(description, null, 2)}\n`);
      await writeFile(CLIENT_TYPES_FILE, await generateClientTypes(description));
      await writeFile(CONSOLE_FIELDS_FILE, generateConsoleFieldDefinitions());
      const modelsFile = await writePythonModels(file);
      if (modelsFile === undefined)
        process.stderr.write(
          'The models of the Python client were not generated: their generator needs python3 with venv, and PyPI.\n',
        );
      const files = [file, CLIENT_TYPES_FILE, CONSOLE_FIELDS_FILE, ...(modelsFile === undefined ? [] : [modelsFile])];
      if (json) process.stdout.write(`${JSON.stringify({ files })}\n`);
      else for (const path of files) process.stdout.write(`wrote ${relative(process.cwd(), path)}\n`);
    });

if (import.meta.main) await runNpmScriptCommand('openapi', openapiCommand());
