/**
 * `node test/decks/run.ts <folder>`: imports the decks of decks.json that lie in a folder, at `<repository>/<path>`, into a service of
 * its own, and prints a line for each. `--compare` says how many pages another reader finds the same, and how like the pictures
 * are to the PDF. It fetches nothing and is no part of the suite. Exits with 1 when a deck is not imported.
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
import { type EndedImport, reportLines, sendDeck } from '../../localstack/cli/send-deck.ts';
import { compareDeck, type ImportedSlide, likenessToPdf } from './compare-deck.ts';

interface ListedDeck {
  repository: string;
  path: string;
  /** The PDF that the deck's own program exported, beside it in the repository. */
  pdf?: string;
  sha256: string;
}

interface Options {
  report?: boolean;
  compare?: boolean;
  python: string;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** A deck with many pictures takes longer than a usual request. */
const TIMEOUT_MS = 120_000;

const figure = (values: readonly number[]): string => {
  const sorted = [...values].sort((a, b) => a - b);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `likeness ${mean.toFixed(3)}, worst slide ${(sorted[0] ?? 0).toFixed(3)}`;
};

async function importDecks(folder: string, { report, compare, python }: Options, signal: AbortSignal): Promise<void> {
  const listed: ListedDeck[] = JSON.parse(readFileSync(join(import.meta.dirname, 'decks.json'), 'utf8'));
  const present = listed.filter(({ repository, path }) => existsSync(join(folder, repository, path)));
  let failed = listed.length - present.length;
  for (const { repository, path } of listed)
    if (!present.some((deck) => deck.repository === repository && deck.path === path))
      say(`${repository}/${path}: is not there`);
  await withLocalService({ signal, say }, async ({ baseUrl, apiKey }) => {
    const client = createApiClient({ baseUrl, apiKey, signal, timeoutMs: TIMEOUT_MS });
    const slidesOf = async (id: string): Promise<ImportedSlide[]> => {
      const response = await fetch(`${baseUrl}/timelines/${id}`, { headers: { 'x-api-key': apiKey }, signal });
      const { slides } = (await response.json()) as { slides: ImportedSlide[] };
      return slides;
    };
    const comparison = async (file: string, pdf: string | undefined, made: EndedImport): Promise<string> => {
      const slides = await slidesOf(made.timeline_id);
      const { pages, titled, titles, notes, pictures, differences } = await compareDeck(file, python, made, slides);
      const shown = file.endsWith('.pdf') ? file : pdf;
      const like = shown === undefined ? '' : `; ${figure(await likenessToPdf(shown, made, slides))}`;
      const found = `titles ${titles} of ${titled}, notes ${notes} of ${pages}, pictures ${pictures} of ${pages}`;
      return [`; ${found}${like}`, ...(report ? differences : [])].join('\n  ');
    };
    for (const { repository, path, pdf: beside, sha256 } of present) {
      const file = join(folder, repository, path);
      const pdf = beside === undefined ? undefined : join(folder, repository, beside);
      const isSame = createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
      const name = `${repository}/${path}${isSame ? '' : ' (another version)'}`;
      try {
        const deck = { ...(await loadDeck(file)), ...(pdf === undefined ? {} : { pdf: readFileSync(pdf) }) };
        const isPdf = file.endsWith('.pdf');
        const made = await sendDeck(client, deck, compare && isPdf ? { pdf_text: 'notes' } : {}, signal);
        const [first, ...lines] = reportLines(made);
        const compared = compare && /\.(pdf|pptx)$/i.test(file) ? await comparison(file, pdf, made) : '';
        say(`${name}: ${first}, ${lines.length} lines${compared}`);
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
  .option('--compare', 'compare with python-pptx, pypdf and poppler, which must be installed')
  .option('--python <program>', 'a Python that has python-pptx and pypdf', 'python3')
  .action((folder: string, options: Options) => runCommand((signal) => importDecks(folder, options, signal)));
await program.parseAsync();
