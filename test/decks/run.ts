/**
 * `node test/decks/run.ts <folder>`: imports the decks of decks.json that lie in a folder, at `<repository>/<path>`, into its own service, and prints a line for each. `--compare` says how many pages another reader finds the same, and how like the pictures
 * are to the PDF. `--check` compares instead of that what a check says of each slide with its picture, in every template and
 * format. It fetches nothing and is not part of the suite. Exits with 1 when a deck is not imported, or a check is wrong.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { createCliApiClient } from '#cli/cli-api-client.ts';
import { runCommandAndExit } from '#cli/command.ts';
import { type CompletedImport, importDeckAndWait, importReportLines } from '#cli/import-deck-and-wait.ts';
import { loadDeck } from '#cli/load-deck.ts';
import { withLocalService } from '#cli/local-service.ts';
import { CommandError } from '#emulators/host/command-errors.ts';
import { ASPECT_RATIO_NAMES } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATE_IDS } from '#features/templates/built-in-templates.ts';
import { timelineOfDeck } from '#test/support/decks/timeline-of-deck.ts';
import { compareCheck } from '#test/support/drawing/compare-check.ts';
import { compareDeck, type ImportedSlide, likenessToPdf } from './compare-deck.ts';

interface ListedDeck {
  repository: string;
  path: string;
  /** The PDF that the deck's own program exported, next to it in the repository. */
  pdf?: string;
  sha256: string;
}

interface Options {
  check?: boolean;
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

/** The decks that lie in the folder; the others are named. */
function decksIn(folder: string): { listed: ListedDeck[]; present: ListedDeck[] } {
  const listed: ListedDeck[] = JSON.parse(readFileSync(join(import.meta.dirname, 'decks.json'), 'utf8'));
  const present = listed.filter(({ repository, path }) => existsSync(join(folder, repository, path)));
  for (const { repository, path } of listed)
    if (!present.some((deck) => deck.repository === repository && deck.path === path))
      say(`${repository}/${path}: is not there`);
  return { listed, present };
}

/** Compares checks with pictures. A page of a PDF is a picture already, and has no text that is set here. */
async function checkDecks(folder: string, signal: AbortSignal): Promise<void> {
  const sum = { pictures: 0, lost: 0, differences: 0 };
  for (const { repository, path } of decksIn(folder).present.filter((deck) => !deck.path.endsWith('.pdf'))) {
    const loaded = await timelineOfDeck(path, readFileSync(join(folder, repository, path)));
    let [lost, differences] = [0, 0];
    for (const template of BUILT_IN_TEMPLATE_IDS)
      for (const format of ASPECT_RATIO_NAMES) {
        signal.throwIfAborted();
        const compared = await compareCheck(loaded, template, format);
        for (const line of compared.differences) say(`  ${line}`);
        lost += compared.lost;
        differences += compared.differences.length;
      }
    const pictures = loaded.slides.length * BUILT_IN_TEMPLATE_IDS.length * ASPECT_RATIO_NAMES.length;
    say(
      `${repository}/${path}: ${pictures} pictures, ${lost} lost text, of ${differences} the check says another thing`,
    );
    sum.pictures += pictures;
    sum.lost += lost;
    sum.differences += differences;
  }
  say(`${sum.pictures} pictures, ${sum.lost} lost text, of ${sum.differences} the check says another thing`);
  if (sum.differences > 0) throw new CommandError('The check is wrong.');
}

async function importDecks(folder: string, { report, compare, python }: Options, signal: AbortSignal): Promise<void> {
  const { listed, present } = decksIn(folder);
  let failed = listed.length - present.length;
  await withLocalService({ signal, say }, async ({ baseUrl, apiKey }) => {
    const client = createCliApiClient({ baseUrl, apiKey, signal, timeoutMs: TIMEOUT_MS });
    const slidesOf = async (id: string): Promise<ImportedSlide[]> => {
      const response = await fetch(`${baseUrl}/timelines/${id}`, { headers: { 'x-api-key': apiKey }, signal });
      const { slides } = (await response.json()) as { slides: ImportedSlide[] };
      return slides;
    };
    const comparison = async (file: string, pdf: string | undefined, made: CompletedImport): Promise<string> => {
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
        const made = await importDeckAndWait(client, deck, compare && isPdf ? { pdf_text: 'notes' } : {}, signal);
        const [first, ...lines] = importReportLines(made);
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
  .option('--report', 'print content that could not be imported')
  .option('--compare', 'compare with python-pptx, pypdf and poppler, which must be installed')
  .option('--check', 'compare what a check says of each slide with its picture, in every template and format')
  .option('--python <program>', 'a Python that has python-pptx and pypdf', 'python3')
  .action((folder: string, options: Options) =>
    runCommandAndExit((signal) => (options.check ? checkDecks(folder, signal) : importDecks(folder, options, signal))),
  );
await program.parseAsync();
