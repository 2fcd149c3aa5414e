import type { ImportedSlideLook } from '#engine/deck-reading/deck.ts';
import type { DeckKind } from '#engine/deck-reading/deck-formats.ts';
import { DECK_REFUSAL_CODES, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { AspectRatioName, Resolution } from '#engine/video/format.ts';
import type { MotionLevel } from '#engine/video/motion/motions.ts';
import type { Plan } from '#features/accounts/public.ts';
import type { LeasedItem } from '#platform/leases/public.ts';
import type { BrandInImportReport } from './brand-in-import-report.ts';
import type { ImportedNarrationFacts } from './reported-recording.ts';

/** States of an import, in their order. */
export const IMPORT_STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Requested looks of imported slides; `auto` decides slide by slide. */
export const IMPORT_LOOKS = ['auto', 'original', 'redesign'] as const;
export type ImportLook = (typeof IMPORT_LOOKS)[number];

/** Uses of the text on the pages of a PDF. */
export const PDF_TEXT_USES = ['none', 'notes'] as const;

/** Uses of the colours, fonts and logo of a deck: a custom template, or none. */
export const DECK_BRAND_USES = ['deck', 'none'] as const;

/** Options of an import. */
export interface ImportOptions {
  look: ImportLook;
  /** Absent: the title that the deck names, else the name of its file. */
  title?: string | undefined;
  /** Absent: the format that the deck names, else the one with the ratio of its sides. */
  format?: AspectRatioName | undefined;
  /** Absent: the resolution that the deck names, else 1080p. */
  resolution?: Resolution | undefined;
  /** Absent: the template that the deck names, else that of its brand, else `plain`. */
  template_id?: string | undefined;
  /** The motion of a deck that names none; absent: none. */
  motion?: MotionLevel | undefined;
  /** BCP 47; absent: the language of the deck, else English. */
  language?: string | undefined;
  pdf_text: (typeof PDF_TEXT_USES)[number];
  /** Absent in imports of earlier versions: `none`. */
  brand?: (typeof DECK_BRAND_USES)[number] | undefined;
  /** Path of the deck in a zip of Markdown or HTML. Absent: the names in the zip decide. */
  deck_file?: string | undefined;
}

/** One slide of the file in the report. */
export interface ReportedSlide {
  /** Number of the slide in the file, from 1. */
  source: number;
  /** The slide in the timeline; null: it was left out. */
  slide_id: string | null;
  look: ImportedSlideLook | null;
  reason: string | null;
  pictures: number;
  clicks: number;
  /** The number of its states in the video, at least 1. Absent in reports of earlier versions: 1. */
  states?: number | undefined;
  advance_seconds: number | null;
  /** The recorded narration of the slide. Absent if the slide has none, or none that was imported. */
  recording?: ImportedNarrationFacts | undefined;
}

/** Report about an import: its slides, and what was lost. */
export interface ImportReport {
  slides_imported: number;
  slides_skipped: number;
  pictures_found: number;
  pictures_taken: number;
  slides: ReportedSlide[];
  /** The template of the deck's brand. Absent: the deck has no brand, or it did not become a template. */
  brand?: BrandInImportReport | undefined;
  /** At most MAX_REPORT_WARNINGS. */
  warnings: DeckWarning[];
}

/** The maximum number of warnings of a report. */
export const MAX_REPORT_WARNINGS = 500;

/** Reasons for which an import fails. */
export const IMPORT_FAILURE_CODES = [...DECK_REFUSAL_CODES, 'entitlement_required', 'internal_error'] as const;

/** The reason why an import failed. */
export interface ImportFailure {
  code: (typeof IMPORT_FAILURE_CODES)[number];
  message: string;
}

/** Identifies an import. */
export interface ImportRef {
  account_id: string;
  import_id: string;
}

/** The work of making a timeline from a deck. */
export interface Import extends LeasedItem {
  id: string;
  account_id: string;
  /** The plan at the time of the request, whose limits apply to the import. */
  plan: Plan;
  status: ImportStatus;
  /** 0–100. */
  progress: number;
  /** The timeline that it creates. Clients see it when the import has completed. */
  timeline_id: string;
  options: ImportOptions;
  kind: DeckKind;
  /** Name of the file; null if the client named none. */
  name: string | null;
  size_bytes: number;
  /** Slides or pages of the file; absent until they are counted. */
  pages?: number | undefined;
  /** Storage keys of the deck and of its PDF. Both files are removed when the import ends. */
  deck_key: string;
  pdf_key?: string | undefined;
  report?: ImportReport | undefined;
  error?: ImportFailure | undefined;
  created_at: string;
  completed_at?: string | undefined;
}

/** Reports whether an import has not ended. */
export const isImportUnfinished = ({ status }: Pick<Import, 'status'>): boolean =>
  status === 'queued' || status === 'processing';
