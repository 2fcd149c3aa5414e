/**
 * `node test/decks/run.ts <folder>`: imports the decks of decks.json that lie in a folder, at `<repository>/<path>`, into a service of
 * its own, and prints a line for each. It fetches nothing and is no part of the suite. Exits with 1 when a deck is not imported.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { createApiClient } from '../../localstack/cli/api-client.ts';
import { runCommand } from '../../localstack/cli/command.ts';
import { CommandError } from '../../localstack/cli/command-errors.ts';
import { loadDeck } from '../../localstack/cli/load-deck.ts';
import { withLocalService } from '../../localstack/cli/local-service.ts';
import { reportLines, sendDeck } from '../../localstack/cli/send-deck.ts';

interface ListedDeck {
  repository: string;
  path: string;
  sha256: string;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** A deck with many pictures takes longer than a usual request. */
const TIMEOUT_MS = 120_000;

async function importDecks(folder: string, { report }: { report?: boolean }, signal: AbortSignal): Promise<void> {
  const listed: ListedDeck[] = JSON.parse(readFileSync(join(import.meta.dirname, 'decks.json'), 'utf8'));
  const present = listed.filter(({ repository, path }) => existsSync(join(folder, repository, path)));
  let failed = listed.length - present.length;
  for (const { repository, path } of listed)
    if (!present.some((deck) => deck.repository === repository && deck.path === path))
      say(`${repository}/${path}: is not there`);
  await withLocalService({ signal, say }, async ({ baseUrl, apiKey }) => {
    const client = createApiClient({ baseUrl, apiKey, signal, timeoutMs: TIMEOUT_MS });
    for (const { repository, path, sha256 } of present) {
      const file = join(folder, repository, path);
      const isSame = createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
      const name = `${repository}/${path}${isSame ? '' : ' (another version)'}`;
      try {
        const made = await sendDeck(client, await loadDeck(file), {}, signal);
        const [first, ...lines] = reportLines(made);
        say(`${name}: ${first}, ${lines.length} lines`);
        if (report) for (const line of lines) say(`  ${line}`);
        await client.deleteTimeline(made.timeline_id);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        failed += 1;
        say(`${name}: ${error.message}`);
      }
    }
  });
  if (failed > 0) throw new CommandError(`${failed} of ${listed.length} decks were not imported.`);
}

const program = new Command('decks')
  .description('Imports the decks of decks.json that lie in a folder.')
  .argument('<folder>', 'with a folder for each repository, such as slidevjs/slidev')
  .option('--report', 'print what could not be taken over')
  .action((folder: string, options: { report?: boolean }) =>
    runCommand((signal) => importDecks(folder, options, signal)),
  );
await program.parseAsync();
