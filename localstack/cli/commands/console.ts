/** `npm run console`: builds the web console as static files for any web host. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import { buildConsole } from '#front/console/build-console.ts';
import { consoleContentSecurityPolicy, consolePageHtml } from '#front/console/console-page.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

/** The URL in an option. @throws CommandError if it is missing or is not an http or https URL */
function parseUrlOption(name: string, text: string | undefined): URL {
  if (text === undefined) throw new CommandError(`--${name} is missing. npm run console -- --help explains it.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new CommandError(`--${name} takes an address such as https://example.com, not "${text}".`);
  return url;
}

interface ConsoleOptions {
  api?: string;
  storage?: string;
  out: string;
  json: boolean;
}

async function writeConsole({ api, storage, out, json }: ConsoleOptions): Promise<void> {
  const apiUrl = parseUrlOption('api', api);
  const storageUrl = parseUrlOption('storage', storage);
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  const files = await buildConsole();
  for (const [name, { body, isBase64 }] of Object.entries(files))
    await writeFile(join(folder, name), Buffer.from(body, isBase64 ? 'base64' : 'utf8'));
  const pageUrls = { files: './', api: apiUrl.href.replace(/\/+$/, '') };
  await writeFile(
    join(folder, 'index.html'),
    consolePageHtml(pageUrls, consoleContentSecurityPolicy(storageUrl.origin, apiUrl.origin)),
  );
  process.stdout.write(json ? `${JSON.stringify({ folder })}\n` : `built ${relative(process.cwd(), folder) || '.'}\n`);
}

/** `video console`, with its options. */
export const consoleCommand = () =>
  createCommandFromCatalog('console')
    .option('--api <address>', 'base address of the API, such as https://api.example.com/v1')
    .option('--storage <origin>', 'origin of the bucket, such as https://NAME.s3.REGION.amazonaws.com')
    .option('--out <folder>', 'the folder to write the files to', 'out/console')
    .addOption(createJsonOption('the folder as one JSON object'))
    .action((options: ConsoleOptions) => runCommandAndExit(() => writeConsole(options)));

if (import.meta.main) await runNpmScriptCommand('console', consoleCommand());
