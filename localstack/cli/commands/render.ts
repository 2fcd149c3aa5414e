/**
 * `npm run render -- deck.pptx -o deck.mp4`: makes a video from a deck through the public API. The deck is a PPTX, ODP, PDF, DOCX, Markdown
 * or HTML file, a zip of a Markdown or HTML deck and its pictures, or the address of a deck (also of Google Slides). The service is the one
 * of `--url` and `--key` (or VIDEO_API_URL and VIDEO_API_KEY), or a temporary one that is started and stopped. Prints what could not be
 * imported, and the warnings of the check of the timeline; with `--strict`, no video is made that lost something.
 */
import { relative } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import { canDrawOriginalLookOfDeckKind } from '#engine/deck-reading/deck-formats.ts';
import { CAPTION_PRESETS } from '#engine/video/captions/caption-style.ts';
import { containerOfCodec, VIDEO_CODEC_IDS, type VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { CONTAINER_MEDIA_TYPES, FRAME_RATES } from '#engine/video/settings.ts';
import { CAPTION_MODES, EXTRA_FILE_KINDS, type ExtraFileKind, VIDEO_QUALITIES } from '#features/renders/render.ts';
import { assertImportLostNothing } from '../assert-whole.ts';
import { createCliApiClient, type TimelineCheckResponse } from '../cli-api-client.ts';
import { runCommandAndExit } from '../command.ts';
import {
  addDeckOptions,
  DECK_ARGUMENT_HELP,
  type DeckCommandOptions,
  loadMusicOfCommandOptions,
  readDeckOptions,
  timelineVideosOfOptions,
} from '../deck-options.ts';
import { parseDeckUrlArgument } from '../deck-url.ts';
import { type CompletedImport, importReportLines } from '../import-deck-and-wait.ts';
import { assertImportReportPath, writeImportReportFile } from '../import-report-file.ts';
import { loadDeckUnlessUrl } from '../load-deck.ts';
import { withLocalService } from '../local-service.ts';
import { motionHintLines } from '../motion-lines.ts';
import { parsePortOption } from '../port-option.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';
import { createProgressDisplay } from '../progress.ts';
import { renderDeck, webVttPathNextToVideo } from '../render-deck.ts';
import { renderedDeckJson, renderedDeckLines } from '../rendered-deck-summary.ts';
import { findRobotEngineOfTimeline } from '../robot-of.ts';
import {
  addServiceConnectionOptions,
  findServiceUrlAndKey,
  type ServiceConnectionOptions,
  type ServiceUrlAndKey,
} from '../service-connection-options.ts';
import { assertVideoLosesNothing, checkWarningLines, selectRenderWarnings } from '../timeline-check-lines.ts';
import { videoOutputPathAndCodec } from '../video-output-path-and-codec.ts';
import { serveDeckWatchPage } from '../watch/deck-watch-page-server.ts';
import { rerenderDeckOnSave, watchStateLogLine } from '../watch/rerender-deck-on-save.ts';
import { withRegisteredReceiver } from '../with-registered-receiver.ts';
import { assertPathWritable } from '../writable-folder.ts';

/** The codecs of WebM files, in the words of a help text. */
const WEBM_CODECS = VIDEO_CODEC_IDS.filter((codec) => containerOfCodec(codec) === 'webm').join(' or ');

interface Options extends DeckCommandOptions, ServiceConnectionOptions {
  output?: string;
  codec?: VideoCodecId;
  fps?: string;
  quality?: (typeof VIDEO_QUALITIES)[number];
  captions?: (typeof CAPTION_MODES)[number];
  captionStyle?: (typeof CAPTION_PRESETS)[number];
  captionWords?: boolean;
  extras?: ExtraFileKind[];
  narration: boolean;
  watch: boolean;
  port: number;
  json: boolean;
}

/** The names in a list of extra files. @throws InvalidArgumentError for an unknown name */
function parseExtras(list: string): ExtraFileKind[] {
  return list.split(',').map((name) => {
    const extra = EXTRA_FILE_KINDS.find((kind) => kind === name.trim());
    if (!extra)
      throw new InvalidArgumentError(`Allowed choices are ${EXTRA_FILE_KINDS.join(', ')}, with commas between them.`);
    return extra;
  });
}

async function render(path: string, options: Options, signal: AbortSignal): Promise<void> {
  const startTime = performance.now();
  // With --json, standard output has only the JSON; other output goes to stderr.
  const stream = options.json ? process.stderr : process.stdout;
  const say = (line: string): void => void stream.write(`${line}\n`);
  const namedService = findServiceUrlAndKey(options);
  const deckUrl = parseDeckUrlArgument(path);
  if (deckUrl && options.watch)
    throw new UsageError('--watch: a deck at an address cannot be watched. Download it, and name the file.');
  const { output, codec } = videoOutputPathAndCodec({ path: deckUrl?.file ?? path, ...options });
  // Checked first, so that no video is rendered that cannot be saved.
  assertPathWritable(output);
  assertImportReportPath(options.report, path);
  const music = loadMusicOfCommandOptions(options);
  const videos = timelineVideosOfOptions(options);
  if (options.captionStyle !== undefined && (options.captions ?? 'burned_in') !== 'burned_in')
    throw new UsageError('--caption-style: only captions in the picture have a style. Use --captions burned_in.');
  const job: Job = { path, output, options: { ...options, codec }, music, videos, stream, say, signal };
  if (options.watch) return watch(job, namedService);
  // The deck is loaded before a service is started, so that its errors are reported at once.
  const deck = await loadDeckUnlessUrl(path, options);
  const renderedDeck = await withService(job, namedService, (access) =>
    withRegisteredReceiver(createCliApiClient(access), access.baseUrl, (receiver) => {
      say(`Reading ${deck.name} at ${access.baseUrl}`);
      const settings = renderSettingsOf(job, access);
      return renderDeck({
        ...settings,
        deck,
        async onImported(endedImport) {
          await writeImportReportFile(settings.client, endedImport, options.report);
          printReport(endedImport, options, say);
          for (const line of adviceLines(
            endedImport,
            options,
            namedService ? undefined : await findRobotEngineOfTimeline(settings.client, endedImport, options),
          ))
            say(line);
        },
        onChecked: (check) => printCheck(check, options, say),
        receiver,
        progress: () => createProgressDisplay(stream),
      });
    }),
  );
  const wallSeconds = (performance.now() - startTime) / 1000;
  const summary = { ...renderedDeck, file: relative(process.cwd(), output), wallSeconds };
  if (options.json) process.stdout.write(`${JSON.stringify(renderedDeckJson(summary))}\n`);
  else for (const line of renderedDeckLines(summary)) say(line);
}

/** A call of the command. */
interface Job {
  path: string;
  output: string;
  options: Options;
  music: ReturnType<typeof loadMusicOfCommandOptions>;
  videos: ReturnType<typeof timelineVideosOfOptions>;
  stream: NodeJS.WriteStream;
  say(line: string): void;
  signal: AbortSignal;
}

/** Calls `use` with the named service, or with a temporary one. */
function withService<Result>(
  { options, say, signal }: Job,
  namedService: ServiceUrlAndKey | undefined,
  use: (access: ServiceUrlAndKey) => Promise<Result>,
): Promise<Result> {
  if (namedService) return use(namedService);
  say('Starting a temporary service');
  const endpoint = process.env.AWS_ENDPOINT_URL || undefined;
  return withLocalService({ signal, endpoint, prewarm: options.watch, say }, use);
}

/** The settings that all renders of a call have. */
const renderSettingsOf = ({ output, options, music, videos, signal }: Job, access: ServiceUrlAndKey) => ({
  client: createCliApiClient({ ...access, signal }),
  ...readDeckOptions(options),
  music,
  videos,
  videoOutput: outputSettingsOf(options),
  narration: options.narration ? ('auto' as const) : ('none' as const),
  output,
  signal,
});

/** Reports whether no slide would speak: there are no speaker notes, and nothing else is spoken. */
const isSilentDeck = ({ report }: CompletedImport, { speak }: Options): boolean =>
  speak !== 'slides' && report.warnings.some(({ code }) => code === 'deck_silent');

/** The import without the warning about missing speaker notes, if the texts of the slides are spoken instead of them. */
const withoutUnspokenNotesWarning = (endedImport: CompletedImport, { speak }: Options): CompletedImport =>
  speak === 'slides'
    ? {
        ...endedImport,
        report: {
          ...endedImport.report,
          warnings: endedImport.report.warnings.filter(({ code }) => code !== 'deck_silent'),
        },
      }
    : endedImport;

/**
 * Advice about the look and the voice, printed before the video is made.
 * @param robotEngine name of the speech engine, if it sounds like a robot
 */
function adviceLines(endedImport: CompletedImport, options: Options, robotEngine: string | undefined): string[] {
  const { source, report } = endedImport;
  const { pdf, look, narration } = options;
  const wantsOriginalLook = canDrawOriginalLookOfDeckKind(source.kind) && pdf === undefined && look !== 'redesign';
  const redrawnCount = wantsOriginalLook ? report.slides.filter((slide) => slide.look === 'redesign').length : 0;
  const isSilent = isSilentDeck(endedImport, options);
  return [
    ...(redrawnCount > 0
      ? [
          `${redrawnCount} of ${report.slides_imported} slides ${redrawnCount === 1 ? 'is' : 'are'} redrawn in a template. To keep their look, export the deck as PDF too, and add --pdf talk.pdf.`,
        ]
      : []),
    ...(narration && isSilent
      ? ['With --speak slides, a voice speaks the titles, points and items of the slides.']
      : []),
    ...(robotEngine !== undefined && narration && !isSilent
      ? [
          `The voice is ${robotEngine}, which sounds like a robot. lib/front/docs/guides/narration.md explains how to set up another one.`,
        ]
      : []),
  ];
}

/** Renders the deck again after each save, and shows the video on a page, until a signal. */
async function watch(job: Job, namedService: ServiceUrlAndKey | undefined): Promise<void> {
  const { path, options, stream, say } = job;
  const type = CONTAINER_MEDIA_TYPES[containerOfCodec(options.codec ?? 'h264')];
  await using page = await serveDeckWatchPage({
    port: options.port,
    film: job.output,
    type,
    captions: webVttPathNextToVideo(job.output),
  });
  await withService(job, namedService, (access) => {
    say(`Watching ${path}: the video is at ${page.url} (Ctrl-C ends it)`);
    let isAdvised = false;
    const settings = renderSettingsOf(job, access);
    return withRegisteredReceiver(createCliApiClient(access), access.baseUrl, (receiver) =>
      rerenderDeckOnSave({
        ...settings,
        path,
        pdf: options.pdf,
        root: options.root,
        async onImported(endedImport) {
          await writeImportReportFile(settings.client, endedImport, options.report);
          printReport(endedImport, options, () => undefined);
          if (!isAdvised) {
            const robotEngine = namedService
              ? undefined
              : await findRobotEngineOfTimeline(settings.client, endedImport, options);
            for (const line of adviceLines(endedImport, options, robotEngine)) say(line);
          }
          isAdvised = true;
        },
        receiver,
        onState(state) {
          page.show(state);
          const line = watchStateLogLine(state, job.output);
          if (options.json) process.stdout.write(`${JSON.stringify(state)}\n`);
          else if (line !== undefined) stream.write(`${line}\n`);
        },
      }),
    );
  });
}

/** Prints the report of an import. @throws CommandError with `--strict` if something was not imported */
function printReport(fullImport: CompletedImport, options: Options, say: (line: string) => void): void {
  const { strict = false, narration, report } = options;
  const endedImport = withoutUnspokenNotesWarning(fullImport, options);
  for (const line of [...importReportLines(endedImport), ...motionHintLines(options)]) say(line);
  if (report !== undefined) say(`Report   ${report}`);
  if (strict) assertImportLostNothing(endedImport, 'so no video was made', { isSilent: !narration });
}

/**
 * Prints the check of a timeline.
 * @throws CommandError with `--strict` if the video would not show or say everything, or if that is not known
 */
function printCheck(
  check: TimelineCheckResponse | undefined,
  { strict = false, narration }: Options,
  say: Job['say'],
): void {
  if (check === undefined) {
    if (strict) throw new CommandError('--strict: the service is too busy to check the slides, so no video was made.');
    say('Video: the slides are not checked, because the service is too busy.');
    return;
  }
  const warnings = selectRenderWarnings(check, { isSilent: !narration });
  for (const line of checkWarningLines(warnings)) say(line);
  if (strict) assertVideoLosesNothing(warnings);
}

/** The output settings of the render, from the options of the command line. */
function outputSettingsOf({ codec, fps, quality, captions, captionStyle, captionWords, extras }: Options) {
  const frameRate = FRAME_RATES.find((candidate) => String(candidate) === fps);
  return {
    ...(codec === undefined ? {} : { codec }),
    ...(frameRate === undefined ? {} : { fps: frameRate }),
    ...(quality === undefined ? {} : { quality }),
    ...(captions === undefined ? {} : { captions }),
    ...(captionStyle === undefined ? {} : { captions: 'burned_in' as const, caption_style: { preset: captionStyle } }),
    ...(captionWords ? { caption_words: true } : {}),
    ...(extras === undefined ? {} : { extras }),
  };
}

/** `video render`, with its options. */
export function renderCommand() {
  const command = createCommandFromCatalog('render')
    .argument('<deck>', DECK_ARGUMENT_HELP)
    .optionsGroup('The video:')
    .option(
      '-o, --output <file>',
      'the file or folder for the video; by default next to the deck, with its name and .mp4',
    )
    .addOption(
      new Option('--codec <name>', `codec of the video; ${WEBM_CODECS} makes a .webm file`).choices(VIDEO_CODEC_IDS),
    )
    .addOption(new Option('--fps <rate>', 'frames per second').choices(FRAME_RATES.map(String)))
    .addOption(new Option('--quality <name>', 'quality of the pictures').choices(VIDEO_QUALITIES))
    .addOption(new Option('--captions <where>', 'form of the captions').choices(CAPTION_MODES))
    .addOption(new Option('--caption-style <name>', 'look of captions in the picture').choices(CAPTION_PRESETS))
    .option('--caption-words', 'times of words in the captions, and a file of all words')
    .option('--extras <list>', `extra files to make: any of ${EXTRA_FILE_KINDS.join(',')}`, parseExtras)
    .option('--no-narration', 'make a silent video')
    .optionsGroup('Watching:')
    .option('--watch', 'render again after each save, and show the video on a page of this machine, until Ctrl-C')
    .option('--port <port>', 'with --watch: port of the page on 127.0.0.1; 0: any free one', parsePortOption, 0);
  addDeckOptions(command, 'video');
  addServiceConnectionOptions(command, 'one is started for the video');
  return command
    .optionsGroup('Output:')
    .addOption(createJsonOption())
    .action((path: string, options: Options) =>
      runCommandAndExit((signal) => render(path, options, signal), { untilSignal: options.watch }),
    );
}

if (import.meta.main) await runNpmScriptCommand('render', renderCommand());
