/**
 * `npm run render -- deck.pptx -o deck.mp4`: a deck (PPTX, PDF, Markdown, a zip of Markdown and pictures) becomes a video
 * through the public API: of the service that `--api` and `--key` (or RENDER_API_URL and RENDER_API_KEY) name, else of one that
 * is started for it and stopped again. Prints what could not be taken over; with `--strict` it then makes no video.
 */
import { basename, extname, relative, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { languageTag } from '../../lib/contract/language-tag.ts';
import { readTransition, TRANSITION_HINT } from '../../lib/deck-reading/markdown/transition-text.ts';
import { IMPORT_LOOKS, type ImportLook, PDF_TEXTS } from '../../lib/imports/import.ts';
import { CAPTION_MODES, EXTRAS, type Extra, QUALITIES } from '../../lib/renders/render.ts';
import { FORMAT_NAMES, type Format, RESOLUTION_NAMES, type Resolution } from '../../lib/video/format.ts';
import { CODECS, type Codec, containerOf, FRAME_RATES } from '../../lib/video/settings.ts';
import { createApiClient } from '../cli/api-client.ts';
import { CommandError, runCommand } from '../cli/command.ts';
import { type LoadedDeck, loadDeck } from '../cli/load-deck.ts';
import { withLocalService } from '../cli/local-service.ts';
import { createProgress } from '../cli/progress.ts';
import { withReceiver } from '../cli/registered-receiver.ts';
import { extraFile, type RenderedDeck, renderDeck } from '../cli/render-deck.ts';
import { type EndedImport, reportLines } from '../cli/send-deck.ts';
import { summaryLines } from '../cli/summary.ts';

interface Options {
  output?: string;
  title?: string;
  pdf?: string;
  look?: ImportLook;
  pdfText?: (typeof PDF_TEXTS)[number];
  strict?: boolean;
  format?: Format;
  resolution?: Resolution;
  template?: string;
  language?: string;
  transition?: string;
  codec?: Codec;
  fps?: string;
  quality?: (typeof QUALITIES)[number];
  captions?: (typeof CAPTION_MODES)[number];
  extras?: Extra[];
  narration: boolean;
  api?: string;
  key?: string;
}

/** The address of a service, and an API key for it. */
interface Access {
  baseUrl: string;
  apiKey: string;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @throws InvalidArgumentError for a name that is none */
function readExtras(list: string): Extra[] {
  return list.split(',').map((name) => {
    const extra = EXTRAS.find((known) => known === name.trim());
    if (!extra) throw new InvalidArgumentError(`Allowed choices are ${EXTRAS.join(', ')}, with commas between them.`);
    return extra;
  });
}

const program = new Command('render')
  .description('Makes a video of a deck, and saves its captions and extras beside it.')
  .argument('<deck>', 'the file: .pptx, .pdf, .md (Marp, Slidev or plain), or a .zip of Markdown and pictures')
  .option('-o, --output <file>', 'the video; by default the name of the deck with .mp4 or .webm')
  .option('--strict', 'make no video when the report has a line: something was not taken over')
  .option('--title <text>', "title of the video; by default the deck's")
  .option('--pdf <file>', 'the PDF that a .pptx was exported to: it shows how the slides look')
  .addOption(
    new Option('--look <name>', 'pictures of the slides themselves, or drawn in a template').choices(IMPORT_LOOKS),
  )
  .addOption(new Option('--pdf-text <use>', 'what the text on the pages of a .pdf becomes').choices(PDF_TEXTS))
  .addOption(new Option('--format <name>', 'shape of the picture').choices(FORMAT_NAMES))
  .addOption(new Option('--resolution <name>', 'its short side').choices(RESOLUTION_NAMES))
  .option('--template <id>', 'look of the slides')
  .option('--language <tag>', 'language of the narration, as a BCP 47 tag')
  .option('--transition <name>', 'how slides come in, such as fade or fade:0.8')
  .addOption(new Option('--codec <name>', 'of the video; vp9 makes a WebM file').choices(CODECS))
  .addOption(new Option('--fps <rate>', 'frames a second').choices(FRAME_RATES.map(String)))
  .addOption(new Option('--quality <name>', 'of the pictures').choices(QUALITIES))
  .addOption(new Option('--captions <where>', 'what is said, as text').choices(CAPTION_MODES))
  .option('--extras <list>', `files beside the video: any of ${EXTRAS.join(',')}`, readExtras)
  .option('--no-narration', 'without a voice')
  .addOption(new Option('--api <url>', 'a running service, such as http://localhost:3000/v1').env('RENDER_API_URL'))
  .addOption(new Option('--key <key>', 'an API key of it').env('RENDER_API_KEY'));

async function render(path: string, options: Options, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  const deck = await loadDeck(path, options.pdf);
  const extension = containerOf(options.codec ?? 'h264');
  const output = resolve(options.output ?? `${basename(path, extname(path))}.${extension}`);
  if (options.extras?.includes('pdf')) keepDeck(extraFile(output, 'pdf'), [path, options.pdf]);
  const settings = readSettings(options);
  const make = (access: Access): Promise<RenderedDeck> => renderBy(access, { deck, output, settings, options, signal });
  const access = accessOf(options);
  const rendered = access ? await make(access) : await withOwnService(make, signal);
  const wallSeconds = (performance.now() - began) / 1000;
  for (const line of summaryLines({ ...rendered, file: relative(process.cwd(), output), wallSeconds })) say(line);
}

/** @throws CommandError for a file that the command reads and would write over */
function keepDeck(written: string, read: readonly (string | undefined)[]): void {
  if (read.some((path) => path !== undefined && resolve(path) === written))
    throw new CommandError(
      `--extras: ${basename(written)} would write over the deck. Give the video another name with -o.`,
    );
}

function withOwnService(make: (access: Access) => Promise<RenderedDeck>, signal: AbortSignal): Promise<RenderedDeck> {
  say('Starting a service of its own');
  return withLocalService({ signal, endpoint: process.env.AWS_ENDPOINT_URL || undefined, say }, make);
}

interface Job {
  deck: LoadedDeck;
  output: string;
  settings: ReturnType<typeof readSettings>;
  options: Options;
  signal: AbortSignal;
}

function renderBy(access: Access, { deck, output, settings, options, signal }: Job): Promise<RenderedDeck> {
  const client = createApiClient({ ...access, signal });
  return withReceiver(createApiClient(access), client.baseUrl, (receiver) => {
    say(`Reading ${deck.name} at ${client.baseUrl}`);
    return renderDeck({
      client,
      deck,
      options: settings.options,
      settings: settings.timeline,
      onImported: (made) => tellReport(made, options),
      videoOutput: readOutput(options),
      narration: options.narration ? 'auto' : 'none',
      output,
      receiver,
      progress: () => createProgress(process.stdout),
      signal,
    });
  });
}

/** Prints what was taken over, and what was not. @throws CommandError when there is such a line and none may be */
function tellReport(made: EndedImport, { strict = false, narration }: Options): void {
  for (const line of reportLines(made)) say(line);
  // A film without a voice is silent, whatever its deck says.
  const lines = made.report.warnings.filter(({ code }) => narration || code !== 'deck_silent').length;
  if (strict && lines > 0)
    throw new CommandError(
      `--strict: not everything was taken over (${lines} ${lines === 1 ? 'line' : 'lines'} of the report), so no video was made.`,
    );
}

/** Settings from the command line; they take precedence over the deck. */
function readSettings({ title, look, pdfText, format, resolution, template, language, transition }: Options) {
  const tag = languageTag.optional().safeParse(language);
  if (!tag.success) throw new CommandError(`--language: ${tag.error.issues[0]?.message}`);
  const entry = transition === undefined ? undefined : readTransition(transition);
  if (transition !== undefined && !entry) throw new CommandError(`--transition: ${TRANSITION_HINT}`);
  return {
    options: {
      ...(title === undefined ? {} : { title }),
      ...(look === undefined ? {} : { look }),
      ...(pdfText === undefined ? {} : { pdf_text: pdfText }),
      ...(format === undefined ? {} : { format }),
      ...(resolution === undefined ? {} : { resolution }),
      ...(template === undefined ? {} : { template_id: template }),
      ...(tag.data === undefined ? {} : { language: tag.data }),
    },
    timeline: entry ? { transition: entry } : {},
  };
}

/** What the command line says of the video. */
function readOutput({ codec, fps, quality, captions, extras }: Options) {
  const rate = FRAME_RATES.find((each) => String(each) === fps);
  return {
    ...(codec === undefined ? {} : { codec }),
    ...(rate === undefined ? {} : { fps: rate }),
    ...(quality === undefined ? {} : { quality }),
    ...(captions === undefined ? {} : { captions }),
    ...(extras === undefined ? {} : { extras }),
  };
}

function accessOf({ api, key }: Options): Access | undefined {
  if (!api && !key) return undefined;
  if (!api || !key)
    throw new CommandError('A running service needs both --api and --key; without them one is started.');
  if (!URL.canParse(api)) throw new CommandError(`--api: "${api}" is not a URL.`);
  return { baseUrl: api, apiKey: key };
}

program.action((path: string, options: Options) => runCommand((signal) => render(path, options, signal)));
await program.parseAsync();
