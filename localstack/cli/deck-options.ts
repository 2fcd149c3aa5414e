import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '#emulators/host/command-errors.ts';
import { DECK_KINDS, type DeckKind, fileEndingsOfDeckKind } from '#engine/deck-reading/deck-formats.ts';
import { LEXICON_SYNTAX_HINT, parseDeckLexiconText } from '#engine/deck-reading/markdown/lexicon-text.ts';
import { parseTransitionText, TRANSITION_SYNTAX_HINT } from '#engine/deck-reading/markdown/transition-text.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName, RESOLUTION_NAMES, type Resolution } from '#engine/video/format.ts';
import { DEFAULT_MOTION_LEVEL, MOTION_LEVELS, type MotionLevel } from '#engine/video/motion/motions.ts';
import { DECK_BRAND_USES, IMPORT_LOOKS, type ImportLook, PDF_TEXT_USES } from '#features/imports/import.ts';
import { BUILT_IN_TEMPLATE_IDS } from '#features/templates/built-in-templates.ts';
import { languageTagSchema } from '#kernel/contract/language-tag.ts';
import type { NarrationSource } from '#kernel/shared/narration-source.ts';
import type { TimelinePatch } from './cli-api-client.ts';
import type { DeckImportOptions } from './import-deck-and-wait.ts';
import { type LoadedMusicFile, loadMusicFile } from './music-file.ts';
import { type NamedTimelineVideos, readVideoOption } from './timeline-videos.ts';

/** Values of the options of `addDeckOptions`. */
export interface DeckCommandOptions {
  title?: string;
  pdf?: string;
  root?: string;
  look?: ImportLook;
  pdfText?: (typeof PDF_TEXT_USES)[number];
  brand?: (typeof DECK_BRAND_USES)[number];
  strict?: boolean;
  report?: string;
  format?: AspectRatioName;
  resolution?: Resolution;
  template?: string;
  language?: string;
  motion?: MotionLevel;
  transition?: NonNullable<TimelinePatch['transition']>;
  speak?: keyof typeof SPOKEN_SOURCES;
  voice?: string;
  speed?: number;
  lexicon?: NonNullable<TimelinePatch['lexicon']>;
  music?: string;
  musicVolume?: number;
  intro?: string;
  outro?: string;
}

/** Values of `--speak`, with the sources of narration that they mean. */
const SPOKEN_SOURCES = { notes: 'notes', slides: 'slide' } as const satisfies Record<string, NarrationSource>;

/**
 * The settings of a timeline that come from the options of a command and are sent by a patch after the import: no option of the import
 * overrides these settings of the deck.
 */
export type SettingsWithoutImportOption = Pick<
  TimelinePatch,
  'motion' | 'transition' | 'narration_source' | 'voice' | 'speed' | 'lexicon'
>;

/** Notes of a help text after the endings of a kind of decks; undefined: none. */
const DECK_NOTES: Readonly<Record<DeckKind, string | undefined>> = {
  pptx: undefined,
  odp: undefined,
  pdf: undefined,
  docx: 'its headings are slides',
  markdown: 'Marp, Slidev or plain',
  html: 'reveal.js or plain',
};

/** A kind of decks in a help text: its most common ending, and its note or other endings. */
function kindHelp(kind: DeckKind): string {
  const [mainEnding = '', ...otherEndings] = fileEndingsOfDeckKind(kind).map((ending) => `.${ending}`);
  const note = DECK_NOTES[kind] ?? (otherEndings.length > 0 ? `also ${otherEndings.join(', ')}` : undefined);
  return note === undefined ? mainEnding : `${mainEnding} (${note})`;
}

/** The description of a command's deck argument, with all kinds of decks. */
export const DECK_ARGUMENT_HELP = `the file: ${DECK_KINDS.map(kindHelp).join(', ')}, or a .zip of a Markdown or HTML deck and its pictures; or the https address of such a file or of a Google Slides deck`;

function readLanguage(text: string): string {
  const parsedTag = languageTagSchema.safeParse(text);
  if (!parsedTag.success) throw new InvalidArgumentError(parsedTag.error.issues[0]?.message ?? 'Not a language.');
  return parsedTag.data;
}

function readCommandTransition(text: string): NonNullable<TimelinePatch['transition']> {
  const transition = parseTransitionText(text);
  if (!transition) throw new InvalidArgumentError(`It takes ${TRANSITION_SYNTAX_HINT}.`);
  return transition;
}

/** A parser of numbers within bounds. */
const numberBetween =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= min && value <= max))
      throw new InvalidArgumentError(`It takes a number from ${min} to ${max}.`);
    return value;
  };

function readCommandLexicon(text: string): NonNullable<TimelinePatch['lexicon']> {
  const entries = parseDeckLexiconText(text);
  if (!entries) throw new InvalidArgumentError(`It takes ${LEXICON_SYNTAX_HINT}.`);
  return entries;
}

/** The music that the options of a command name; undefined: none. @throws UsageError, CommandError as `loadMusicFile` */
export function loadMusicOfCommandOptions({ music, musicVolume }: DeckCommandOptions): LoadedMusicFile | undefined {
  if (music !== undefined) return loadMusicFile(music, musicVolume);
  if (musicVolume !== undefined) throw new UsageError('--music-volume: there is no music. Add --music <file>.');
  return undefined;
}

/** The intro and the outro that the options of a command name. @throws UsageError, CommandError as `readVideoOption` */
export const timelineVideosOfOptions = ({ intro, outro }: DeckCommandOptions): NamedTimelineVideos => ({
  ...(intro === undefined ? {} : { intro: readVideoOption('intro', intro) }),
  ...(outro === undefined ? {} : { outro: readVideoOption('outro', outro) }),
});

/** Adds the options for the deck and its import to a command. @param withheldResult what `--strict` does not make after a loss, for the help */
export function addDeckOptions(command: Command, withheldResult: string): Command {
  return command
    .optionsGroup('The deck:')
    .option('--strict', `make no ${withheldResult} if anything of the deck is missing or differs`)
    .option('--report <file>', 'write a page (.html) that shows each slide in the deck and in the video')
    .option('--title <text>', "title of the video; by default the deck's")
    .option('--root <folder>', 'the folder within which a Markdown deck may name files; by default that of the deck')
    .option('--pdf <file>', 'the PDF that a .pptx or .odp was exported to: its pages are shown as they are')
    .addOption(
      new Option('--look <name>', 'show pictures of the original slides, or redraw them in a template').choices(
        IMPORT_LOOKS,
      ),
    )
    .addOption(new Option('--pdf-text <use>', 'how the text on the pages of a .pdf is used').choices(PDF_TEXT_USES))
    .addOption(
      new Option(
        '--brand <use>',
        'use the colours, fonts and logo of a .pptx or .odp for what is drawn in a template',
      ).choices(DECK_BRAND_USES),
    )
    .addOption(new Option('--format <name>', 'aspect ratio of the video').choices(ASPECT_RATIO_NAMES))
    .addOption(new Option('--resolution <name>', 'length of its short side in pixels').choices(RESOLUTION_NAMES))
    .option(
      '--template <id>',
      `template of the slides: ${BUILT_IN_TEMPLATE_IDS.join(', ')}, or the id of a custom template`,
    )
    .option('--language <tag>', 'language of the narration, as a BCP 47 tag', readLanguage)
    .addOption(
      new Option(
        '--motion <name>',
        `what moves where the deck does not say it; by default the motion of the deck, else ${DEFAULT_MOTION_LEVEL}`,
      ).choices(MOTION_LEVELS),
    )
    .option('--transition <name>', 'transition between slides, such as fade or fade:0.8', readCommandTransition)
    .addOption(
      new Option('--speak <what>', 'speak the speaker notes, or the titles, points and items of the slides').choices(
        Object.keys(SPOKEN_SOURCES),
      ),
    )
    .option('--voice <id>', 'voice of the narration: an id from GET /voices')
    .option('--speed <factor>', 'speed of the narration, 0.5 to 2', numberBetween(0.5, 2))
    .option('--lexicon <entries>', 'pronunciations, such as "SQL = sequel; nginx = engine x"', readCommandLexicon)
    .option('--music <file>', 'music beneath the narration (.mp3, .wav, .flac, .m4a, .ogg)')
    .option('--music-volume <factor>', 'its volume, 0 to 1', numberBetween(0, 1))
    .option('--intro <video>', 'a video before the first slide: a file (.mp4, .mov, .webm) or its https address')
    .option('--outro <video>', 'a video after the last slide');
}

/** The options of the import, and the settings of its timeline, from the options of a command. They override the settings of the deck. */
export function readDeckOptions(commandOptions: DeckCommandOptions): {
  options: DeckImportOptions;
  settings: SettingsWithoutImportOption;
} {
  const { title, look, pdfText, brand, format, resolution, template, language, motion, transition, speak } =
    commandOptions;
  const { voice, speed, lexicon } = commandOptions;
  return {
    options: {
      motion: DEFAULT_MOTION_LEVEL,
      ...(title === undefined ? {} : { title }),
      ...(look === undefined ? {} : { look }),
      ...(pdfText === undefined ? {} : { pdf_text: pdfText }),
      ...(brand === undefined ? {} : { brand }),
      ...(format === undefined ? {} : { format }),
      ...(resolution === undefined ? {} : { resolution }),
      ...(template === undefined ? {} : { template_id: template }),
      ...(language === undefined ? {} : { language }),
    },
    settings: {
      ...(motion === undefined ? {} : { motion }),
      ...(transition === undefined ? {} : { transition }),
      ...(speak === undefined ? {} : { narration_source: SPOKEN_SOURCES[speak] }),
      ...(voice === undefined ? {} : { voice }),
      ...(speed === undefined ? {} : { speed }),
      ...(lexicon === undefined ? {} : { lexicon }),
    },
  };
}
