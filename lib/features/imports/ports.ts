import type { DeckSlideRecording, ParsedDeck } from '#engine/deck-reading/deck.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import type { ImageFocus, LoadedTimeline } from '#features/timelines/public.ts';
import type { CreationTimeFilter, RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { TombstoneChange } from '#platform/erasure/public.ts';
import type { LeaseClaim, PostponementCounts } from '#platform/leases/public.ts';
import type { ListDueEntries } from '#platform/recovery/public.ts';
import type { Import, ImportFailure, ImportRef, ImportReport } from './import.ts';

/** An import that has not ended, and is due for a check by the sweeper. */
export interface DueImport {
  made: Import;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** Limits of a plan that apply when an import is added. */
export type ImportLimits = Pick<PlanLimits, 'imports_waiting' | 'stored_bytes'>;

/** The imports of accounts. A change throws WriteConflictError if the import changed in the meantime. */
export interface ImportStore {
  /**
   * Adds a waiting import, and counts the bytes of its files until it ends.
   * @returns the reason for which nothing was written, or `inserted`
   */
  insert(
    deckImport: Import,
    limits: ImportLimits,
    answer?: PreparedIdempotentAnswer,
  ): Promise<'inserted' | 'too_many' | 'no_room' | 'account_deleted'>;
  /** Finds an import, by a strongly consistent read. */
  find(ref: ImportRef): Promise<Import | undefined>;
  /** Lists the imports that have not ended, or ended in the last 30 days; newest first. */
  list(accountId: string, filter: CreationTimeFilter, page: RepositoryPageRequest): Promise<RepositoryPage<Import>>;
  /** Claims an import that no worker has. Its number of claims may not exceed its `claims_allowed`, or else `max_claims`. */
  claim(ref: ImportRef, claim: LeaseClaim & { max_claims: number }): Promise<Import>;
  /** Extends the lease of the last claim. */
  renew(deckImport: Import, leaseUntil: string): Promise<void>;
  /** Stores the progress of the last claim, for clients. @param progress 0–100 */
  noteProgress(deckImport: Import, progress: number, pages: number | undefined): Promise<void>;
  /**
   * Ends the last claim: writes the timeline, its slides and the end of the import in one transaction.
   * @returns `no_room` if the limits do not allow the timeline or its files, `no_template` if its template does not exist: nothing is
   * written then
   */
  complete(
    deckImport: Import,
    end: { at: string; report: ImportReport; pages: number },
    loaded: LoadedTimeline,
    limits: Pick<PlanLimits, 'timelines' | 'stored_bytes'>,
    tombstones: TombstoneChange,
  ): Promise<'completed' | 'no_room' | 'no_template'>;
  /** Fails the last claim. @param tombstones tombstones of the files of the import, written in the same transaction */
  fail(deckImport: Import, end: { at: string; error: ImportFailure }, tombstones: TombstoneChange): Promise<void>;
  /** Fails an import whose last worker died. @throws WriteConflictError if it changed since `readImport` was read, such as by a renewed lease */
  failAbandoned(
    readImport: Import,
    end: { at: string; error: ImportFailure },
    tombstones: TombstoneChange,
  ): Promise<void>;
  /** Releases the last claim after a failure, for another attempt. */
  release(deckImport: Import): Promise<void>;
  /** Releases the last claim without a failure, for a later attempt. @param at time at which its message is sent */
  postpone(
    deckImport: Import,
    at: string,
    counts: { claims_allowed: number; postponed: PostponementCounts },
  ): Promise<void>;
  listDue: ListDueEntries<DueImport>;
  /**
   * Sets the time of the next check.
   * @param sentAt time of another message, which is counted; absent: none is sent
   * @throws WriteConflictError if another sweeper or a worker changed the import
   */
  noteCheck(due: DueImport, next: string, sentAt?: string): Promise<void>;
}

/** The queue of messages to import workers. */
export interface ImportQueue {
  send(ref: ImportRef, delaySeconds?: number): Promise<void>;
}

/** A picture of a deck, decoded within limits and encoded again. */
export interface ReencodedDeckPicture {
  /** Name of its file, by which the slides of the deck refer to it. */
  path: string;
  width: number;
  height: number;
  content_type: 'image/jpeg' | 'image/png';
  /** True if the picture has text or a chart. Absent if it has none, or shows a whole slide. */
  is_figure?: true | undefined;
  /** The point that a crop should keep. Absent if nothing stands out, or if it shows a whole slide. */
  found_focus?: ImageFocus | undefined;
}

/** A deck that was read in an isolated process. */
export interface IsolatedDeckResult {
  deck: ParsedDeck;
  pictures: readonly ReencodedDeckPicture[];
  /** Pictures of the slides in the look of the deck, by their numbers from 1. A slide that could not be drawn has no picture. */
  before: ReadonlyMap<number, ReencodedDeckPicture>;
  /** The bytes of a picture. */
  bytesOf(picture: ReencodedDeckPicture): Promise<Uint8Array>;
  /**
   * The PCM of a recording at the level of speech: mono, 48 kHz, signed 16 bit, little endian.
   * @throws ServiceError `audio_invalid`, `audio_too_long`; `rate_limited`, `unavailable` if the decoder is busy
   */
  soundOf(recording: DeckSlideRecording): Promise<Buffer>;
  /**
   * The local path of the file of a video, which exists until the deck has been used.
   * @throws DeckRefusal for a path that is not a file, and for a file that is too large
   */
  fileOf(path: string): Promise<string>;
}

/** The deck to read, with its options. */
export interface DeckReadingJob {
  /** The account of the deck, whose share of the decoder is used. */
  account_id: string;
  deck: Uint8Array;
  /** The PDF that shows how the slides look. */
  pdf?: Uint8Array | undefined;
  look: Import['options']['look'];
  pdf_text: Import['options']['pdf_text'];
  deck_file?: Import['options']['deck_file'];
  /** Pixels of the longer side of drawn pages. */
  long_side: number;
  /** The maximum number of slides or pages. */
  max_slides: number;
}

/** Measurements of an import, for operators: the times of its parts, and the number of decoded pictures. */
export interface DeckReadingMetrics {
  /** CPU milliseconds of the isolated processes until they draw or take the first slide. Measured every 50 ms. */
  reading_cpu_ms: number;
  /** Their CPU milliseconds from then on. */
  drawing_cpu_ms: number;
  /** Pictures that were decoded: of whole slides, and in them. */
  pictures: number;
  /** Milliseconds in which pictures or recordings were decoded, waits for the decoder included. */
  decode_ms: number;
  /** Milliseconds in which the timeline was planned and its files were stored. */
  store_ms: number;
}

/**
 * Reads a deck in an isolated process, within limits of time and memory.
 * @param use receives the deck; its files are removed afterwards
 * @param onProgress receives the number of pages that are done, and of all pages
 * @param onTimes receives the durations of the steps at the end, also for a refused deck
 * @throws DeckRefusal for a file that is refused, or that takes too much time or memory
 * @throws the reason of the signal after an abort
 */
export type ReadDeckIsolated = <Result>(
  job: DeckReadingJob,
  use: (deckResult: IsolatedDeckResult) => Promise<Result>,
  onProgress: (donePages: number, pages: number) => void,
  signal: AbortSignal,
  onTimes?: (times: DeckReadingMetrics) => void,
) => Promise<Result>;
