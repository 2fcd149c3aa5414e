/** `npm run collection`: writes a Bruno collection with all operations, generated from the OpenAPI document. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { brunoCollection } from '../bruno-collection.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

interface CollectionOptions {
  baseUrl: string;
  out: string;
  json: boolean;
}

async function writeCollection({ baseUrl, out, json }: CollectionOptions): Promise<void> {
  const folder = resolve(out);
  for (const [name, text] of Object.entries(
    brunoCollection(createServiceOpenApiDocument(baseUrl.replace(/\/+$/, ''))),
  )) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  process.stdout.write(json ? `${JSON.stringify({ folder })}\n` : `built ${relative(process.cwd(), folder) || '.'}\n`);
}

/** `video collection`, with its options. */
export const collectionCommand = () =>
  createCommandFromCatalog('collection')
    .option('--base-url <url>', 'the address of the service, with the version', 'http://localhost:3000/v1')
    .option('--out <folder>', 'the folder to write the files to', 'out/bruno')
    .addOption(createJsonOption('the folder as one JSON object'))
    .action((options: CollectionOptions) => runCommandAndExit(() => writeCollection(options)));

if (import.meta.main) await runNpmScriptCommand('collection', collectionCommand());
