import type { ReadDeck, SlideRecording } from '#engine/deck-reading/deck.ts';
import type { Limits } from '#features/accounts/public.ts';
import type { LoadedTimeline } from '#features/timelines/public.ts';
import type { CreatedFilter, Page, PageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedAnswer } from '#kernel/shared/prepared-answer.ts';
import type { TombstoneChange } from '#platform/erasure/public.ts';
import type { LeaseClaim, Postponements } from '#platform/leases/public.ts';
import type { ListDue } from '#platform/recovery/public.ts';
import type { Import, ImportFailure, ImportRef, ImportReport } from './import.ts';

/** An import that has not ended, for the sweeper to check. */
export interface DueImport {
  made: Import;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

export type ImportLimits = Pick<Limits, 'imports_waiting' | 'stored_bytes'>;

/** The imports of accounts. A change that no longer applies throws WriteConflict. */
export interface ImportStore {
  /**
   * Adds an import that waits, and counts the bytes of its files until it ends. Nothing is written when the account has too many
   * imports or bytes, or was deleted after the request started.
   */
  insert(
    made: Import,
    limits: ImportLimits,
    answer?: PreparedAnswer,
  ): Promise<'inserted' | 'too_many' | 'no_room' | 'account_deleted'>;
  /** Strongly consistent. */
  find(ref: ImportRef): Promise<Import | undefined>;
  /** Those that have not ended, or did so in the last 30 days; newest first. */
  list(accountId: string, filter: CreatedFilter, page: PageRequest): Promise<Page<Import>>;
  /** Takes an import that no worker has, unless it was claimed `max_claims` times, or `claims_allowed` times where it says so. */
  claim(ref: ImportRef, claim: LeaseClaim & { max_claims: number }): Promise<Import>;
  /** Extends the lease of the last claim. */
  renew(made: Import, leaseUntil: string): Promise<void>;
  /** Tells clients how far the last claim is. */
  noteProgress(made: Import, progress: number, pages: number | undefined): Promise<void>;
  /**
   * Ends the last claim: the timeline, its slides and the end of the import in one write.
   * @returns `no_room` when the plan has none for the timeline or its files, `no_template` when its template is gone: nothing is written
   */
  complete(
    made: Import,
    end: { at: string; report: ImportReport; pages: number },
    loaded: LoadedTimeline,
    limits: Pick<Limits, 'timelines' | 'stored_bytes'>,
    tombstones: TombstoneChange,
  ): Promise<'completed' | 'no_room' | 'no_template'>;
  /** @param tombstones in the same write: of the files of the import */
  fail(made: Import, end: { at: string; error: ImportFailure }, tombstones: TombstoneChange): Promise<void>;
  /** Ends an import whose last worker died, as it was seen. @throws WriteConflict when that worker has renewed its lease since, too */
  failAbandoned(seen: Import, end: { at: string; error: ImportFailure }, tombstones: TombstoneChange): Promise<void>;
  /** Gives it back for another attempt, after a failure. */
  release(made: Import): Promise<void>;
  /** Gives it back for a later attempt, without a failure; `at` is when the message for it is sent. */
  postpone(made: Import, at: string, counts: { claims_allowed: number; postponed: Postponements }): Promise<void>;
  listDue: ListDue<DueImport>;
  /**
   * Sets the time of the next check, and records and counts another message where one is sent.
   * @throws WriteConflict when another sweeper or a worker was first
   */
  noteCheck(due: DueImport, next: string, sentAt?: string): Promise<void>;
}

export interface ImportQueue {
  send(ref: ImportRef, delaySeconds?: number): Promise<void>;
}

/** A picture of a deck, decoded within limits and encoded again. */
export interface TakenPicture {
  /** Name of the file; the slides of the deck name it as a path. */
  path: string;
  width: number;
  height: number;
  content_type: 'image/jpeg' | 'image/png';
  /** It has text or a chart. Absent: it does not, or it shows a whole slide. */
  is_figure?: true | undefined;
}

/** A deck that was read by its own process. */
export interface TakenDeck {
  deck: ReadDeck;
  pictures: readonly TakenPicture[];
  /** Slides as the deck has them, by their numbers in it, as far as they were drawn. */
  before: ReadonlyMap<number, TakenPicture>;
  /** The bytes of a picture. */
  bytesOf(picture: TakenPicture): Promise<Uint8Array>;
  /**
   * The sound of a recording, decoded and levelled: mono, 48 kHz, signed 16 bit, little endian.
   * @throws ServiceError `audio_invalid`, `audio_too_long`; `rate_limited`, `unavailable` when the decoder is busy
   */
  soundOf(recording: SlideRecording): Promise<Buffer>;
}

/** The deck to read, with its options. */
export interface DeckJob {
  /** Account that the deck belongs to. */
  account_id: string;
  deck: Uint8Array;
  /** The PDF that shows how the slides look. */
  pdf?: Uint8Array | undefined;
  look: Import['options']['look'];
  pdf_text: Import['options']['pdf_text'];
  deck_file?: Import['options']['deck_file'];
  /** Pixels of the longer side of drawn pages. */
  long_side: number;
  /** The most slides or pages. */
  max_slides: number;
}

/**
 * Reads a deck in its own process, within limits of time and memory, and hands it to `use`; its files are gone after that.
 * @param onProgress is notified of pages that are done and of all pages
 * @throws DeckRefusal for a file that is refused, also for one that takes too much time or memory; the signal's reason after an abort
 */
export type ReadDeckApart = <Result>(
  job: DeckJob,
  use: (taken: TakenDeck) => Promise<Result>,
  onProgress: (done: number, pages: number) => void,
  signal: AbortSignal,
) => Promise<Result>;
