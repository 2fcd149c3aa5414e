/**
 * `npm run render -- deck.md -o deck.mp4`: a Markdown deck becomes a video through the public API: of the service that
 * `--api` and `--key` (or RENDER_API_URL and RENDER_API_KEY) name, else of one that is started for it and stopped
 * again.
 */
import { basename, extname, relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { languageTag } from '../../lib/contract/language-tag.ts';
import { CAPTION_MODES, QUALITIES } from '../../lib/renders/render.ts';
import { FORMAT_NAMES, type Format, RESOLUTION_NAMES, type Resolution } from '../../lib/video/format.ts';
import { CODECS, type Codec, containerOf, FRAME_RATES } from '../../lib/video/settings.ts';
import { createApiClient } from '../cli/api-client.ts';
import { CommandError, runCommand } from '../cli/command.ts';
import { countSlides, type LoadedDeck, loadDeck } from '../cli/load-deck.ts';
import { withLocalService } from '../cli/local-service.ts';
import { createProgress } from '../cli/progress.ts';
import { withReceiver } from '../cli/registered-receiver.ts';
import { type RenderedDeck, renderDeck } from '../cli/render-deck.ts';
import { summaryLines } from '../cli/summary.ts';
import { transitionText } from '../cli/transition-text.ts';

interface Options {
  output?: string;
  format?: Format;
  resolution?: Resolution;
  template?: string;
  language?: string;
  transition?: string;
  codec?: Codec;
  fps?: string;
  quality?: (typeof QUALITIES)[number];
  captions?: (typeof CAPTION_MODES)[number];
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

const program = new Command('render')
  .description('Makes a video of a Markdown deck.')
  .argument('<deck>', 'the Markdown file')
  .option('-o, --output <file>', 'the video; by default the name of the deck with .mp4 or .webm')
  .addOption(new Option('--format <name>', 'shape of the picture').choices(FORMAT_NAMES))
  .addOption(new Option('--resolution <name>', 'its short side').choices(RESOLUTION_NAMES))
  .option('--template <id>', 'look of the slides')
  .option('--language <tag>', 'language of the narration, as a BCP 47 tag')
  .option('--transition <name>', 'how slides come in, such as fade or fade:0.8')
  .addOption(new Option('--codec <name>', 'of the video; vp9 makes a WebM file').choices(CODECS))
  .addOption(new Option('--fps <rate>', 'frames a second').choices(FRAME_RATES.map(String)))
  .addOption(new Option('--quality <name>', 'of the pictures').choices(QUALITIES))
  .addOption(new Option('--captions <where>', 'what is said, as text').choices(CAPTION_MODES))
  .option('--no-narration', 'without a voice')
  .addOption(new Option('--api <url>', 'a running service, such as http://localhost:3000/v1').env('RENDER_API_URL'))
  .addOption(new Option('--key <key>', 'an API key of it').env('RENDER_API_KEY'));

async function render(path: string, options: Options, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  const deck = await loadDeck(path);
  const extension = containerOf(options.codec ?? 'h264');
  const output = resolve(options.output ?? `${basename(path, extname(path))}.${extension}`);
  const settings = readSettings(options);
  const make = (access: Access): Promise<RenderedDeck> => renderBy(access, { deck, output, settings, options, signal });
  const access = accessOf(options);
  const rendered = access ? await make(access) : await withOwnService(make, signal);
  const wallSeconds = (performance.now() - began) / 1000;
  for (const line of summaryLines({ ...rendered, file: relative(process.cwd(), output), wallSeconds })) say(line);
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
    say(`Rendering "${deck.title}", ${countSlides(deck.slides.length)}, at ${client.baseUrl}`);
    return renderDeck({
      client,
      deck,
      settings,
      videoOutput: readOutput(options),
      narration: options.narration ? 'auto' : 'none',
      output,
      receiver,
      progress: () => createProgress(process.stdout),
      signal,
    });
  });
}

/** Settings of the timeline from the command line; they take precedence over the deck. */
function readSettings({ format, resolution, template, language, transition }: Options) {
  const tag = languageTag.optional().safeParse(language);
  if (!tag.success) throw new CommandError(`--language: ${tag.error.issues[0]?.message}`);
  const entry = transitionText.optional().safeParse(transition);
  if (!entry.success) throw new CommandError(`--transition: ${entry.error.issues[0]?.message}`);
  return {
    ...(format === undefined ? {} : { format }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(template === undefined ? {} : { template_id: template }),
    ...(tag.data === undefined ? {} : { language: tag.data }),
    ...(entry.data === undefined ? {} : { transition: entry.data }),
  };
}

/** What the command line says of the video. */
function readOutput({ codec, fps, quality, captions }: Options) {
  const rate = FRAME_RATES.find((each) => String(each) === fps);
  return {
    ...(codec === undefined ? {} : { codec }),
    ...(rate === undefined ? {} : { fps: rate }),
    ...(quality === undefined ? {} : { quality }),
    ...(captions === undefined ? {} : { captions }),
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
