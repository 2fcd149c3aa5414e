/** `npm run registry`: writes the `server.json` for an entry of the tools in the public registry of the Model Context Protocol. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '#emulators/host/command-errors.ts';
import { createMcpRegistryEntry } from '#front/agents/create-mcp-registry-entry.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

const PACKAGE_FILE = join(import.meta.dirname, '../../../package.json');

const EXPLANATION = `
This project is not on npm: a listing names the service that you deployed (--api), the package that you published (--package), or both.
The registry accepts only names in a namespace that you prove you own, and https addresses that it can reach.`;

interface RegistryOptions {
  api?: string;
  package?: string;
  name?: string;
  out: string;
  json: boolean;
}

/** The base address in an option, without a slash at its end. @throws UsageError for a URL that is not https, which the registry refuses */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:')
    throw new UsageError(`--api takes an address such as https://api.example.com/v1, not "${text}".`);
  return url.href.replace(/\/+$/, '');
}

const packageFileSchema = z.object({ name: z.string(), repository: z.object({ url: z.string() }) });

async function writeEntry({ api, package: npmPackage, name, out, json }: RegistryOptions): Promise<void> {
  if (api === undefined && npmPackage === undefined)
    throw new UsageError('Nothing to list. Give --api, --package, or both.');
  if (name !== undefined && !/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name))
    throw new UsageError(`--name takes a namespace and a name, such as io.github.someone/video, not "${name}".`);
  const packageFile = parseJson(packageFileSchema, await readFile(PACKAGE_FILE, 'utf8'));
  const repository = packageFile.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  const [, owner = ''] = new URL(repository).pathname.split('/');
  const file = resolve(out);
  await mkdir(dirname(file), { recursive: true });
  const entry = createMcpRegistryEntry({
    name: name ?? `io.github.${owner}/${packageFile.name}`,
    repository,
    api: api === undefined ? undefined : addressOf(api),
    npmPackage,
  });
  await writeFile(file, `${JSON.stringify(entry, null, 2)}\n`);
  process.stdout.write(json ? `${JSON.stringify({ file })}\n` : `wrote ${relative(process.cwd(), file)}\n`);
}

/** `video registry`, with its options. */
export const registryCommand = () =>
  createCommandFromCatalog('registry')
    .option('--api <address>', 'base address of a deployed service, such as https://api.example.com/v1')
    .option('--package <name>', 'package on npm under which you published this project')
    .option('--name <name>', 'name in the registry; by default that of the GitHub repository in package.json')
    .option('--out <file>', 'the file to write', 'out/server.json')
    .addOption(createJsonOption('the file as one JSON object'))
    .addHelpText('after', EXPLANATION)
    .action((options: RegistryOptions) => runCommandAndExit(() => writeEntry(options)));

if (import.meta.main) await runNpmScriptCommand('registry', registryCommand());
