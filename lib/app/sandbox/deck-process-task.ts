import { z } from 'zod';
import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import { IMPORT_LOOKS, PDF_TEXT_USES } from '#features/imports/import.ts';
import type { DeckReadingJob } from '#features/imports/ports.ts';
import type { DeckCpuBudget } from './deck-budget.ts';
import type { DeckProcessPicture, DeckProcessResult, DeckProcessStep } from './deck-process-result.ts';

const fetchedPictureSchema = z.union([z.object({ file: z.string() }), z.object({ why: z.string() })]);
/** A picture that was fetched for a deck: its file in the folder, or the reason why it is missing. */
export type FetchedPictureOrFailure = z.output<typeof fetchedPictureSchema>;

const budgetSchema = z.object({
  cpuSeconds: z.number(),
  usualPictures: z.number(),
  cpuSecondsOfPicture: z.number(),
} satisfies Record<keyof DeckCpuBudget, z.ZodType>);

/** Task of the process that reads a deck. Its parent writes it into the folder as `job.json`. */
export const deckProcessTaskSchema = z.object({
  /** The look that the slides shall have. */
  look: z.enum(IMPORT_LOOKS),
  pdf_text: z.enum(PDF_TEXT_USES),
  /** The file of the deck in the folder, where it is not read from a request. */
  deck_file: z.string().optional(),
  /** Pixels. */
  long_side: z.number(),
  max_slides: z.number(),
  has_pdf: z.boolean(),
  /** The module that draws slides of a PPTX; absent if it is not installed; null if it crashed an earlier process. */
  maker_file: z.string().nullable().optional(),
  /** Pages that crashed an earlier process, from 1: they are left out. */
  skipped: z.array(z.int()),
  /** Processor time that all processes of the deck may take together. */
  budget: budgetSchema,
  /** CPU seconds that earlier processes took. */
  spent_cpu_seconds: z.number(),
  /** Pictures that earlier processes started. */
  started_pictures: z.int(),
  /** As `cpuTimeFactor` of `StepProcessLimits`. */
  cpu_time_factor: z.number(),
  /** Pictures by the addresses that the deck names: the file in the folder, or the reason why it is missing. */
  fetched: z.record(z.string(), fetchedPictureSchema).readonly(),
} satisfies Record<
  | keyof Omit<DeckReadingJob, 'deck' | 'pdf' | 'account_id'>
  | 'has_pdf'
  | 'maker_file'
  | 'skipped'
  | 'fetched'
  | 'budget'
  | 'spent_cpu_seconds'
  | 'started_pictures'
  | 'cpu_time_factor',
  z.ZodType
>);
/** A task of the process that reads a deck. */
export type DeckProcessTask = z.output<typeof deckProcessTaskSchema>;

/** Result of the process, before its parent validates it as `DeckProcessResult`. */
export type UncheckedDeckResult =
  | { deck: ParsedDeck; pictures: DeckProcessPicture[] }
  | Exclude<DeckProcessResult, { deck: unknown }>;

/** The access of a deck-reading process to its folder and its parent: reads and writes files, and reports steps and processor time. */
export interface DeckProcessHostAccess {
  read(name: string): Promise<Buffer>;
  write(name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Notifies the parent that a step starts: its limits start again. */
  startStep(step: DeckProcessStep): void;
  /** CPU seconds of a usual machine that this process has taken for the deck. */
  cpuSeconds(): number;
}
