import { z } from 'zod';
import { DECK_FORMATS, DECK_KINDS, DECK_MEDIA_TYPE_BY_ENDING } from '#engine/deck-reading/deck-formats.ts';
import { findUnsupportedFileKind, UNSUPPORTED_FILES } from '#engine/deck-reading/unsupported-files.ts';
import { DEFAULT_MOTION_LEVEL } from '#engine/video/motion/motions.ts';
import type { importAnswerSchema } from '#features/imports/contract.ts';
import { getImportContract, importRequestOptionsSchema, importTimelineContract } from '#features/imports/contract.ts';
import {
  createTimelineContract,
  type timelineAnswerSchema,
  updateTimelineContract,
} from '#features/timelines/contract.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { defineAgentTool, type ToolAnswer, type ToolContext } from '../define-agent-tool.ts';
import { PartlyDoneToolCallError, ServiceRefusal } from '../service-caller.ts';
import { bodySchemaOf } from './body-schema-of.ts';

const timelineFields = bodySchemaOf(createTimelineContract).shape;
const MAX_MARKDOWN_CHARACTERS = 500_000;

const inputSchema = z.strictObject({
  ...timelineFields,
  title: timelineFields.title.optional().describe('Absent: that of the deck, or of its first slide.'),
  format: timelineFields.format.unwrap().optional(),
  resolution: timelineFields.resolution.unwrap().optional(),
  template_id: timelineFields.template_id.unwrap().optional(),
  language: timelineFields.language.unwrap().optional().describe('BCP 47, of the narration.'),
  motion: timelineFields.motion.describe(`Default: ${DEFAULT_MOTION_LEVEL}.`),
  transition: timelineFields.transition.describe('Slides may have their own, and their own `speed`.'),
  markdown: textSchema(1, MAX_MARKDOWN_CHARACTERS)
    .optional()
    .describe('Instead of slides: `---` between slides, `#` a title, `-` points, and after `Note:` what is said.'),
  url: z
    .string()
    .max(2048)
    .optional()
    .describe('An https address of a PPTX, ODP, PDF, DOCX, Markdown or HTML file, or of public Google Slides.'),
  file: textSchema(1, 4096).optional().describe('The path of such a file, in the working folder.'),
  import_id: z.string().max(64).optional().describe('The id of an import that has not ended: waits for its end.'),
});
type Input = z.input<typeof inputSchema>;
type Timeline = z.output<typeof timelineAnswerSchema>;
type Import = z.output<typeof importAnswerSchema>;

/** Arguments that name the source of the slides; a call has at most one of them. */
const SOURCE_ARGUMENTS = ['slides', 'markdown', 'url', 'file', 'import_id'] as const;
/**
 * Names of the arguments that are options of an import. `motion` is a setting instead, so that it takes precedence: as an option of the import,
 * it applies only to decks that name none.
 */
const IMPORT_OPTION_NAMES = Object.keys(importRequestOptionsSchema.shape).filter((name) => name !== 'motion');

const invalidArgument = (param: string, message: string) =>
  new ServiceRefusal('validation_failed', `${param}: ${message}`, [{ param, message }]);

const DECK_FORMAT_FACTS = DECK_KINDS.map((kind) => DECK_FORMATS[kind]);
const ENDINGS_TEXT = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  DECK_FORMAT_FACTS.map(({ endings }) => `.${endings[0]}`),
);

const mediaTypeOf = (path: string): string => {
  const type = DECK_MEDIA_TYPE_BY_ENDING.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  if (type !== undefined) return type;
  const unsupportedKind = findUnsupportedFileKind(path);
  throw invalidArgument(
    'file',
    unsupportedKind === undefined ? `Must end with ${ENDINGS_TEXT}.` : UNSUPPORTED_FILES[unsupportedKind].advice,
  );
};

/** Splits the arguments into options of the import, and settings that its timeline gets when the import has ended. */
function splitArguments(input: Input): { options: Record<string, string>; settings: object } {
  const sentFields = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !SOURCE_ARGUMENTS.some((source) => source === name),
  );
  const isOption = ([name]: [string, unknown]): boolean => IMPORT_OPTION_NAMES.includes(name);
  return {
    options: {
      motion: DEFAULT_MOTION_LEVEL,
      ...Object.fromEntries(sentFields.filter(isOption).map(([name, value]) => [name, String(value)])),
    },
    settings: Object.fromEntries(sentFields.filter((field) => !isOption(field))),
  };
}

/** Starts the import of a deck: of one at an address, of a file, or of Markdown. @throws ServiceRefusal */
async function startImport(input: Input, { call, files }: ToolContext): Promise<Import> {
  const { markdown, url, file } = input;
  const { options } = splitArguments(input);
  if (url !== undefined) return (await call(importTimelineContract, { body: { url, ...options } })) as Import;
  if (file !== undefined && !files)
    throw invalidArgument('file', 'This service is on another machine. Use url or markdown.');
  const deckFile =
    file !== undefined && files
      ? { type: mediaTypeOf(file), bytes: await files.read(file) }
      : { type: 'text/markdown', bytes: markdown ?? '' };
  return (await call(importTimelineContract, { query: options, file: deckFile })) as Import;
}

const timelineSummary = ({ id, title, slides, slide_count, duration_seconds, motion, version }: Timeline) => ({
  id,
  title,
  slide_count,
  duration_seconds,
  motion,
  version,
  slides: slides.map((slide) => ({ id: slide.id, title: slide.title })),
  next: 'Look at a slide with preview_slide, change slides with update_slides, or make the video with render_video.',
});

/**
 * Waits for the end of an import, then changes the settings of its timeline.
 * @throws ServiceRefusal if the import failed; PartlyDoneToolCallError if the settings were refused
 */
async function waitForImport(
  startedImport: Import,
  input: Input,
  { call, wait, progress }: ToolContext,
): Promise<ToolAnswer> {
  const deckImport = await wait(
    async () => {
      const currentImport = (await call(getImportContract, { params: { id: startedImport.id } })) as Import;
      await progress(currentImport.progress, `Importing: ${currentImport.status}`);
      return currentImport;
    },
    { done: ({ status }) => status === 'completed' || status === 'failed', seen: startedImport },
  );
  if (deckImport.status === 'failed')
    throw new ServiceRefusal(
      deckImport.error?.code ?? 'import_invalid',
      deckImport.error?.message ?? 'The deck cannot be read.',
    );
  const { timeline_id, report } = deckImport;
  if (timeline_id === null)
    return {
      data: { import_id: deckImport.id, status: deckImport.status, next: 'Call create_timeline with this import_id.' },
    };
  const { settings } = splitArguments(input);
  if (Object.keys(settings).length > 0)
    try {
      await call(updateTimelineContract, { params: { id: timeline_id }, body: settings });
    } catch (error) {
      // The deck is imported: a repetition with the same deck would make a second timeline. One with the import_id does not.
      const retryArguments = { import_id: deckImport.id, ...settings };
      throw error instanceof ServiceRefusal
        ? new PartlyDoneToolCallError(error, { timeline_id }, retryArguments)
        : error;
    }
  const warnings = report?.warnings.map(({ slide, message }) => ({ slide, message })) ?? [];
  const recordings =
    report?.slides.flatMap(({ source, recording }) => (recording ? [{ slide: source, ...recording }] : [])) ?? [];
  return {
    data: {
      timeline_id,
      slides_imported: report?.slides_imported,
      summary: report?.summary,
      report_page: `GET /imports/${deckImport.id}/report.html`,
      ...(recordings.length > 0 ? { recordings } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
      next: 'get_timeline shows the slides; render_video makes the video.',
    },
  };
}

/** Details of charts, tables, images, items and pronunciations: accepted, and described in the guides that agents can read. */
const UNLISTED_DETAILS = [
  'align',
  'focus',
  'caption',
  'source',
  'ipa',
  'highlight_rows',
  'highlight_columns',
  'unit_place',
  'labels',
  'axis_titles',
  'annotations',
  'target',
  'chart.format',
  'unit',
  'typography',
  'decimals',
  'highlight',
  'points',
  'range',
  'thresholds',
  'header_rows',
  'spans',
  'items.image',
  'images.fit',
  'images.alt',
  'presenter.place',
  'presenter.shape',
  'presenter.size',
  'presenter.focus',
  'presenter.offset_seconds',
  'intro',
  'outro',
  'video.fit',
  'video.trim',
  'video.volume',
  'video.muted',
  'video.loop',
  'video.plays',
  'callouts.kind',
  'callouts.area',
  'callouts.at',
  'callouts.until',
  'callouts.text',
  'callouts.color',
];

/** Fields of slides that are not described, because the timeline has them, too. */
const UNLISTED_SLIDE_FIELDS = ['slides.speed', 'slides.transition', 'slides.motion', 'slides.presenter'];

/** The tool `create_timeline`. */
export const createTimelineTool = defineAgentTool({
  name: 'create_timeline',
  title: 'Create a timeline',
  description:
    'Makes a timeline, from which a video is rendered: from fields and slides, Markdown or a deck. Start here. The resource guide://looks has all fields of slides.',
  input: inputSchema,
  unlisted: [
    ...UNLISTED_DETAILS,
    ...UNLISTED_SLIDE_FIELDS,
    'metadata',
    'upload_id',
    'copy_of',
    'lead_seconds',
    'pause_seconds',
    'min_slide_seconds',
  ],
  of_files: ['file'],
  example: {
    title: 'Quarterly review',
    slides: [
      { title: 'Where we stand', bullet_points: ['Revenue up 12 %'], speaker_notes: 'Revenue is up twelve percent.' },
    ],
  },
  open_world: true,
  run: async (input, context) => {
    const [source, secondSource] = SOURCE_ARGUMENTS.filter((name) => input[name] !== undefined);
    if (secondSource !== undefined) throw invalidArgument(secondSource, `Cannot be given together with ${source}.`);
    if (input.import_id !== undefined) {
      const startedImport = (await context.call(getImportContract, { params: { id: input.import_id } })) as Import;
      return waitForImport(startedImport, input, context);
    }
    if (source !== undefined && source !== 'slides')
      return waitForImport(await startImport(input, context), input, context);
    const title = input.title ?? input.slides?.find((slide) => slide.title)?.title;
    if (title === undefined) throw invalidArgument('title', 'Is needed.');
    return {
      data: timelineSummary(
        (await context.call(createTimelineContract, {
          body: { motion: DEFAULT_MOTION_LEVEL, ...input, title },
        })) as Timeline,
      ),
    };
  },
});
