import type { SoundtrackPartToEncode } from '#engine/video/audio/encode-soundtrack.ts';
import type { EncodedSoundtrackPart } from '#engine/video/audio/join-soundtrack.ts';
import type { SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import type { ClipOnTimeLine, EncodedClip, MovingStretch, PictureStream } from '#engine/video/clips/clip.ts';
import type { SlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import type { FootageExcerpt } from '#engine/video/footage/footage-excerpt.ts';
import type { RawOrYuvPicture, RawPicture, YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { MonthlyAmounts, PlanLimits } from '#features/accounts/public.ts';
import type { LoadedTimeline, StoredVideo } from '#features/timelines/public.ts';
import type { CreationTimeFilter, RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { Tombstone } from '#platform/erasure/public.ts';
import type { PostponementCounts } from '#platform/leases/public.ts';
import type { ListDueEntries } from '#platform/recovery/public.ts';
import type { RenderEvent } from './events.ts';
import type { Render, RenderError, RenderResultFiles, RenderStage, RenderStatus } from './render.ts';
import type { RenderEpochRef, RenderTask, RenderTaskRef, RenderTaskResult } from './render-task.ts';
import type { RendererVersion } from './renderer.ts';
import type { ReusableVideo } from './reusable-video.ts';

/** Filters of a list of renders; absent ones do not filter. */
export interface RenderFilter extends CreationTimeFilter {
  status?: RenderStatus | undefined;
  timeline_id?: string | undefined;
  batch_id?: string | undefined;
  external_id?: string | undefined;
  /** A metadata entry as `name=value`. */
  metadata?: string | undefined;
}

/**
 * The running and waiting renders of an account. A canceled or failed render counts as running while a worker has one of its tasks. A new
 * render waits. The worker that receives its first task acquires a slot for it; if no slot is free, the worker drops the message. The worker
 * that ends a render sends a message for the next waiting render. The sweeper sends messages again that were lost in a crash.
 */
export interface RenderSlots {
  running: readonly string[];
  /** Sorted by age, the oldest first. */
  waiting: readonly string[];
  /** Number of renders that may run at the same time. */
  limit: number;
  /** The open batches of the account, whose rows start in free slots. */
  batches: readonly string[];
}

/** The limits of a plan for running and waiting renders. */
export type RenderSlotLimits = Pick<PlanLimits, 'running_renders' | 'queued_renders'>;

/** The limits of a plan under which a render is accepted. */
export type AdmissionLimits = RenderSlotLimits &
  Pick<PlanLimits, 'render_seconds_per_month' | 'narration_characters_per_month'>;

/** A reservation that was refused: `refused` names the amount of which the month has too little left. */
export type RefusedReservation = { refused: keyof MonthlyAmounts };

/** The row of a batch for which a render is made. */
export interface BatchRowOfRender {
  batch_id: string;
  /** Index of the row in the batch, from 0. */
  index: number;
  /** Its share of the batch's reservation, which the reservation of its render replaces. */
  share: MonthlyAmounts;
}

/** A claimed task with the token of its lease. */
export interface RenderTaskLease {
  task: RenderTask;
  token: string;
}

/**
 * The reason why a render fails. The write that ends the render has it as a condition, because a process may be frozen between the decision
 * and the write.
 */
export type RenderFailureCause =
  /** The worker that has this lease met an error. */
  | { lease: RenderTaskLease }
  /** The last worker of this task died; the task must be unchanged since. */
  | { abandoned: RenderTask }
  /** The render took too long; it must still have this deadline. */
  | { deadline: string };

/** A render that the sweeper has to check. */
export interface RenderDueForSweep {
  render: Render;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** Store of renders and their tasks. Every change is a conditional write, which throws WriteConflictError when its condition is not met. */
export interface RenderStore {
  /**
   * Inserts a waiting render with its first task, counts it for its month and reserves its amounts. Nothing is written when the queue is
   * full, when the month has too little left, or when the account was deleted after the request started.
   * @param newTimeline a timeline that the same transaction inserts and counts
   * @returns `too_many_timelines`: the account has no room for the new timeline; `no_template`: its template no longer exists
   */
  insert(
    render: Render,
    firstTask: RenderTask,
    limits: AdmissionLimits,
    reserved: MonthlyAmounts,
    answer?: PreparedIdempotentAnswer,
    newTimeline?: { loaded: LoadedTimeline; limits: Pick<PlanLimits, 'timelines'> },
  ): Promise<'inserted' | 'queue_full' | 'account_deleted' | 'too_many_timelines' | 'no_template' | RefusedReservation>;
  /**
   * Inserts a render for the next row of its batch, and counts it for the batch and the month in the same transaction.
   * @param row the next row to start
   * @param place `runs`: it takes a slot at once. `waits`: it waits among the renders of the account
   * @returns `no_place`: all slots are taken, or another render waits; with `waits`: the queue is full
   * @throws WriteConflictError when the row has started, or the batch was canceled
   */
  insertRow(
    render: Render,
    first: RenderTask,
    row: BatchRowOfRender,
    limits: AdmissionLimits,
    reserved: MonthlyAmounts,
    place: 'runs' | 'waits',
  ): Promise<'inserted' | 'no_place' | 'account_deleted' | RefusedReservation>;
  /**
   * Inserts a render that failed before it started, with its event, for the next row of its batch.
   * @throws WriteConflictError like `insertRow`
   */
  insertFailedRow(render: Render, row: BatchRowOfRender, event: RenderEvent): Promise<'inserted' | 'account_deleted'>;
  /**
   * Changes the reservation of a live render to these amounts, under the limits of its admission. An absent amount is not changed. Seconds
   * may rise. Characters may only fall: only another version of the program could need more speech than at the admission. Zero characters
   * mean that all speech exists and that no worker is synthesizing any. A second call reserves the same.
   * @returns `seconds_used`: the month has too few seconds left
   * @throws WriteConflictError when the render has ended, or the worker has lost its lease
   */
  reserve(
    render: Render,
    lease: RenderTaskLease,
    wanted: Partial<MonthlyAmounts>,
  ): Promise<'reserved' | 'seconds_used'>;
  /** Reads the waiting and running renders of an account; strongly consistent. */
  slots(accountId: string): Promise<RenderSlots>;
  /** Gives a slot to a waiting render. @throws WriteConflictError if it does not wait, or all slots are taken */
  acquireSlot(accountId: string, renderId: string, limit: number): Promise<void>;
  /** Releases the slot of a render that has ended, and removes the render from the sweeper's index. */
  releaseSlot(accountId: string, renderId: string): Promise<void>;
  /** Reads a render and the slots of its account in one request. */
  findWithSlots(accountId: string, renderId: string): Promise<{ render?: Render; slots: RenderSlots }>;
  find(accountId: string, renderId: string): Promise<Render | undefined>;
  /** Reads the renders that exist, in no particular order; strongly consistent. */
  findMany(accountId: string, renderIds: readonly string[]): Promise<Render[]>;
  list(accountId: string, filter: RenderFilter, page: RepositoryPageRequest): Promise<RepositoryPage<Render>>;
  /** Lists renders that have not ended or still have a slot, by the time of their next check. */
  listDue: ListDueEntries<RenderDueForSweep>;
  /** Sets the time of the next check. @throws WriteConflictError when another sweeper was first, or the render is no longer listed */
  noteCheck(due: RenderDueForSweep, next: string): Promise<void>;

  /**
   * Changes the status to `processing` or `rendering`; nothing when the render has advanced further already.
   * @throws WriteConflictError when the render has ended, is in another epoch, or another version of the program makes its epoch
   */
  enterStage(
    render: Render,
    status: 'processing' | 'rendering',
    stage: RenderStage,
    at: string,
    /**
     * Values that the first task of an epoch sets: the deadline of the render, and the version of the program that makes the epoch.
     */
    begun?: { deadline: string; renderer: RendererVersion },
  ): Promise<void>;
  /**
   * Starts the work of a render again, in its next epoch, which `renderer` makes. Tasks of the present epoch can no longer be claimed.
   * @throws WriteConflictError when the render has ended, is in another epoch, or the lease is lost
   */
  beginAgain(
    render: Render,
    lease: RenderTaskLease,
    next: { first: RenderTask; renderer: RendererVersion },
  ): Promise<void>;
  /**
   * Raises the progress of a live render, with its event if one is due.
   * @param render as it was read; of several workers that read the same progress, only one can raise it within a stage
   */
  raiseProgress(render: Render, progress: number, stage: RenderStage, at: string, event?: RenderEvent): Promise<void>;
  /**
   * Completes a render, on condition that the worker has its lease, so exactly once. Like every end, the transaction counts what the render
   * used in its month, and gives the rest of its reservation back.
   * @param video record by which later renders can copy the video; written in the same transaction
   */
  complete(
    render: Render,
    lease: RenderTaskLease,
    result: RenderResultFiles,
    event: RenderEvent,
    video?: ReusableVideo,
  ): Promise<void>;
  /**
   * Ends a render as failed. As for a canceled render, its slot is released by `releaseSlot` when its workers have stopped.
   * @param encoded share of the video that was encoded, 0–1; this part of the reserved seconds is counted
   * @throws WriteConflictError when the render has ended or is in another epoch, and when the cause no longer applies
   */
  fail(
    render: Render,
    error: RenderError,
    event: RenderEvent,
    encoded: number,
    cause: RenderFailureCause,
  ): Promise<void>;
  /**
   * Ends a render as canceled.
   * @param encoded as for `fail`
   * @param seen status that the render must still have; absent: any status before its end
   * @throws WriteConflictError when the render has ended, or has another status than `seen`
   */
  cancel(render: Render, at: string, encoded: number, seen?: RenderStatus): Promise<void>;
  /**
   * Notes that the files of an ended render are deleted, and adds the tombstone by which the sweeper removes them, in one transaction.
   * @throws WriteConflictError when that was noted before, or the render has not ended
   */
  deleteFiles(render: Render, at: string, tombstone: Tombstone): Promise<void>;

  /** Reads the tasks of one epoch; strongly consistent. */
  tasks(of: RenderEpochRef): Promise<RenderTask[]>;
  task(ref: RenderTaskRef): Promise<RenderTask | undefined>;
  /** Adds tasks; existing ones are not changed. */
  addTasks(tasks: readonly RenderTask[]): Promise<void>;
  /**
   * Claims a free task of the present epoch of a live render. Only the task is written; an end of the render at the same time is noticed by
   * the next renewal.
   * @returns the task, and its render as it was read after the claim
   */
  claim(
    ref: RenderTaskRef,
    claim: { token: string; now: string; leaseUntil: string; messageId: string },
  ): Promise<{ task: RenderTask; render: Render }>;
  /**
   * Renews the lease of a task. Only the task is written.
   * @throws WriteConflictError when the lease is lost, or the render has ended or was started again
   */
  renew(lease: RenderTaskLease, leaseUntil: string): Promise<void>;
  /** Returns a task for another attempt before its lease ends. */
  release(lease: RenderTaskLease): Promise<void>;
  /** Returns a task for a later attempt; its claim does not count. @param at time at which its next message is sent */
  postpone(lease: RenderTaskLease, at: string, postponed: PostponementCounts): Promise<void>;
  /** Returns a task that waits for images; its claim does not count, and the wait is counted. @param at now */
  wait(lease: RenderTaskLease, at: string): Promise<void>;
  /** Stores the result of a task so far, with which its next attempt continues. @throws WriteConflictError when the lease is lost */
  record(lease: RenderTaskLease, result: RenderTaskResult): Promise<void>;
  /**
   * Marks a task as done. Only the task is written: the step after it checks whether the render has ended or was started again.
   * @throws WriteConflictError when the lease is lost
   */
  commit(lease: RenderTaskLease, result: RenderTaskResult, at: string): Promise<void>;
  /** Records and counts another message for a task. @throws WriteConflictError when another sweeper was first, or the task is done */
  noteEnqueued(task: RenderTask, at: string): Promise<void>;
}

/** Sends messages for tasks to the queues of their kinds. */
export interface RenderTaskQueue {
  send(ref: RenderTaskRef, delaySeconds?: number): Promise<void>;
}

/** Sends messages for many tasks, also of several queues, in batches. */
export interface RenderTaskBatchQueue extends RenderTaskQueue {
  sendAll(refs: readonly RenderTaskRef[]): Promise<void>;
}

/** Storage of files. Keys are paths in one bucket. */
export interface FileStore {
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  getBytes(key: string): Promise<Uint8Array>;
  putFile(key: string, path: string, contentType: string): Promise<{ size_bytes: number }>;
  getFile(key: string, path: string): Promise<void>;
  /** Reads a range of a file, and writes it at the same offset of the local file at `path`, which must exist. @throws FileMissingError */
  getRange(key: string, range: { offset: number; bytes: number }, path: string): Promise<void>;
  /** Copies a file within the bucket, with its content type. @throws FileMissingError */
  copy(from: string, to: string): Promise<void>;
  /** Makes a URL that gives the file. @param options `filename`: name under which browsers save the file */
  presignGet(key: string, options?: { seconds?: number; filename?: string }): Promise<string>;
  /** Removes a file; nothing if it does not exist. */
  remove(key: string): Promise<void>;
}

/** The error for a stored file that does not exist: `FileStore` throws it when it reads or copies one, and `FootageReader` when it reads one. */
export class FileMissingError extends Error {
  override name = 'FileMissingError';
}

/** The part of the painter of slides that videos use. */
export type SlidePainter = Pick<
  SlideAndCaptionPainter,
  'paint' | 'paintLayers' | 'paintPair' | 'paintEntrance' | 'paintZoom' | 'zoomRoom' | 'paintCaption'
>;

/** Reads the frames of videos of slides. */
export interface FootageReader {
  /** Reads the frames of an excerpt, each with separate memory. @throws FileMissingError */
  frames(
    video: Pick<StoredVideo, 'key' | 'index_bytes'>,
    piece: FootageExcerpt,
    signal: AbortSignal,
  ): AsyncIterable<YuvPicture>;
  /**
   * Reads the frames of an excerpt as a stream for an encoder.
   * @returns undefined unless each frame of the excerpt is the next one of the footage (`doesExcerptUseConsecutiveFrames`)
   * @throws FileMissingError
   */
  stream(video: Pick<StoredVideo, 'key' | 'index_bytes'>, piece: FootageExcerpt): Promise<PictureStream | undefined>;
}

/** Encodes the parts of a video into local files. All methods stop at once when their signal is aborted. */
export interface VideoPartEncoder {
  /** Encodes each picture as one clip, all into one file. */
  encodeStillClips(
    settings: VideoSettings,
    pictures: AsyncIterable<RawOrYuvPicture>,
    outFile: string,
    signal: AbortSignal,
  ): Promise<EncodedClip[]>;
  /** Encodes each stretch as one clip, all into one file. */
  encodeMovingClips(
    settings: VideoSettings,
    moves: AsyncIterable<MovingStretch>,
    outFile: string,
    signal: AbortSignal,
  ): Promise<EncodedClip[]>;
  /** Encodes parts of one or several soundtracks, each into its `outFile`. */
  encodeSoundtrackParts(
    parts: readonly SoundtrackPartToEncode[],
    fileOf: (source: string) => string,
    signal: AbortSignal,
  ): Promise<void>;
  /** Joins encoded parts of the sound. @returns `no_join` if they do not fit together, so that the sound must be encoded as a whole */
  joinSoundtrack(
    spec: SoundtrackSpec,
    parts: readonly EncodedSoundtrackPart[],
    outFile: string,
    signal: AbortSignal,
  ): Promise<'joined' | 'no_join'>;
  /** Encodes the sound as a whole. */
  encodeSoundWhole(
    spec: SoundtrackSpec,
    fileOf: (source: string) => string,
    outFile: string,
    signal: AbortSignal,
  ): Promise<void>;
  /** Joins clips and sound into the finished file. */
  mux(spec: VideoFileContent, outFile: string, signal: AbortSignal): Promise<{ bytes: number }>;
  /** Encodes a picture as the JPEG of a poster. */
  encodePoster(picture: RawPicture): Promise<Uint8Array>;
}

/** The content of the file of a video. */
export interface VideoFileContent {
  settings: VideoSettings;
  frames: number;
  clips: readonly ClipOnTimeLine[];
  audioFile?: string | undefined;
  chapters: readonly { title: string; startFrame: number }[];
  captions?:
    | { language: string; cues: readonly { text: string; start_seconds: number; end_seconds: number }[] }
    | undefined;
  title: string;
  language: string;
  /** Creation time of the file, RFC 3339. */
  creationTime: string;
}

/** Gives work a temporary directory, which is deleted when the work has ended. */
export type WithTemporaryDirectory = <T>(work: (directory: string) => Promise<T>) => Promise<T>;
