import type { PartToEncode } from '#engine/video/audio/encode-soundtrack.ts';
import type { EncodedSoundtrackPart } from '#engine/video/audio/join-soundtrack.ts';
import type { SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import type { EncodedClip, MovingStretch, PlacedClip } from '#engine/video/clips/clip.ts';
import type { Painter } from '#engine/video/drawing/paint/painter.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { Limits, MonthlyAmounts } from '#features/accounts/public.ts';
import type { LoadedTimeline } from '#features/timelines/public.ts';
import type { CreatedFilter, Page, PageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedAnswer } from '#kernel/shared/prepared-answer.ts';
import type { Tombstone } from '#platform/erasure/public.ts';
import type { Postponements } from '#platform/leases/public.ts';
import type { ListDue } from '#platform/recovery/public.ts';
import type { RenderEvent } from './events.ts';
import type { Render, RenderError, RenderResult, RenderStage, RenderStatus } from './render.ts';
import type { EpochRef, RenderTask, TaskRef, TaskResult } from './render-task.ts';
import type { RendererVersion } from './renderer.ts';
import type { ReusableVideo } from './reusable-video.ts';

export interface RenderFilter extends CreatedFilter {
  status?: RenderStatus | undefined;
  timeline_id?: string | undefined;
  batch_id?: string | undefined;
  external_id?: string | undefined;
  /** `name=value` */
  metadata?: string | undefined;
}

/**
 * Running and waiting renders of an account. One that was canceled or has failed still runs while a worker has one of its tasks. A new
 * render waits. The worker of its first task acquires a slot if one is free, and otherwise drops the message: the worker that ends a
 * render sends a message to the next waiting one. The sweeper sends what a crash kept from being sent, as for every pending task.
 */
export interface RenderSlots {
  running: readonly string[];
  /** The oldest first. */
  waiting: readonly string[];
  /** Number of renders that may run at the same time. */
  limit: number;
  /** The open batches of the account: their rows start as places come free. */
  batches: readonly string[];
}

export type SlotLimits = Pick<Limits, 'running_renders' | 'queued_renders'>;

/** The limits under which a render is admitted. */
export type AdmissionLimits = SlotLimits & Pick<Limits, 'render_seconds_per_month' | 'narration_characters_per_month'>;

/** A reservation that could not be made: the month has too little left of this amount. */
export type AmountRefused = { refused: keyof MonthlyAmounts };

/** Row of a batch that a render is made for. */
export interface RowOfBatch {
  batch_id: string;
  /** From 0. */
  index: number;
  /** Part of the batch's reservation that is for it: the row's reservation replaces it. */
  share: MonthlyAmounts;
}

/** A claimed task, and the token that its worker has. */
export interface TaskLease {
  task: RenderTask;
  token: string;
}

/**
 * Reason why a render fails, as it was when that was decided. The write that ends the render is refused when the reason is no longer
 * true: a process may be frozen between the decision and the write.
 */
export type CauseOfFailure =
  /** The worker that has this lease met an error. */
  | { lease: TaskLease }
  /** The last worker of this task died: no worker has claimed it, renewed its lease, given it back or done it since. */
  | { abandoned: RenderTask }
  /** It took too long: it has the same deadline still. */
  | { deadline: string };

/** A live render that the sweeper is to check. */
export interface DueRender {
  render: Render;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** Renders and their tasks. Every change is a conditional write; a change that no longer applies throws WriteConflict. */
export interface RenderStore {
  /**
   * Adds a waiting render, counts it for its month and reserves what it may need of the month. Nothing is written when the
   * queue is full, the month has too little left, or the account was deleted after the request started.
   * @param made a new timeline, which is added and counted in the same transaction; nothing is written when the account has no room for it
   */
  insert(
    render: Render,
    first: RenderTask,
    limits: AdmissionLimits,
    reserved: MonthlyAmounts,
    answer?: PreparedAnswer,
    made?: { loaded: LoadedTimeline; limits: Pick<Limits, 'timelines'> },
  ): Promise<'inserted' | 'queue_full' | 'account_deleted' | 'too_many_timelines' | 'no_template' | AmountRefused>;
  /**
   * Adds a render that is the next row of its batch: counted there, and for the month, in the same transaction.
   * @param row its batch, and its index: that of the next row to start
   * @param place `runs`: it runs at once. `waits`: it waits for a slot among the renders of the account
   * @returns `no_place`: as many run as the plan allows, or a render waits; for one that waits, as many wait as the plan allows
   * @throws WriteConflict when the row has started, or the batch was canceled
   */
  insertRow(
    render: Render,
    first: RenderTask,
    row: RowOfBatch,
    limits: AdmissionLimits,
    reserved: MonthlyAmounts,
    place: 'runs' | 'waits',
  ): Promise<'inserted' | 'no_place' | 'account_deleted' | AmountRefused>;
  /**
   * Adds a render that has failed before it started, with its event, as the next row of its batch. @throws WriteConflict as
   * `insertRow` does
   */
  insertFailedRow(render: Render, row: RowOfBatch, event: RenderEvent): Promise<'inserted' | 'account_deleted'>;
  /**
   * Changes what a live render has reserved to these amounts, under the limits of its admission; an absent one stays. Seconds may
   * become more; characters only less, because only another version of the program finds more to speak than was found at
   * admission. No characters: all speech is there, and none is under way. Run twice it reserves the same.
   * @returns `seconds_used`: the month has too few left
   * @throws WriteConflict at its end, and for a worker whose lease is lost: another may know better
   */
  reserve(render: Render, lease: TaskLease, wanted: Partial<MonthlyAmounts>): Promise<'reserved' | 'seconds_used'>;
  /** Waiting and running renders of the account; strongly consistent. */
  slots(accountId: string): Promise<RenderSlots>;
  /** Lets a waiting render run. @throws WriteConflict if it does not wait, or all slots are taken */
  acquireSlot(accountId: string, renderId: string, limit: number): Promise<void>;
  /** Takes a render that has ended out of the slots, and off the sweeper's list. */
  leaveSlot(accountId: string, renderId: string): Promise<void>;
  /** A render with the slots of its account, in one read. */
  findWithSlots(accountId: string, renderId: string): Promise<{ render?: Render; slots: RenderSlots }>;
  find(accountId: string, renderId: string): Promise<Render | undefined>;
  /** Those that exist, in no particular order; strongly consistent. */
  findMany(accountId: string, renderIds: readonly string[]): Promise<Render[]>;
  list(accountId: string, filter: RenderFilter, page: PageRequest): Promise<Page<Render>>;
  /** Renders that have not ended or still have a slot, by the time of the sweeper's next check. */
  listDue: ListDue<DueRender>;
  /** Sets the time of the next check. @throws WriteConflict when another sweeper took it, or the render is no longer listed */
  noteCheck(due: DueRender, next: string): Promise<void>;

  /**
   * To `processing` or `rendering`; changes nothing when the render is already further on. @throws WriteConflict at its end,
   * in another epoch, and when another version of the program makes the epoch.
   */
  enter(
    render: Render,
    status: 'processing' | 'rendering',
    stage: RenderStage,
    at: string,
    /**
     * Values that a first task sets for its epoch: the latest time at which the render fails, and the version of the program that makes
     * it.
     */
    begun?: { deadline: string; renderer: RendererVersion },
  ): Promise<void>;
  /**
   * Starts the work of a render once more, in its next epoch, which `renderer` makes: all tasks of the present one are dead
   * from now on. @throws WriteConflict at its end, in another epoch, and when the lease is lost
   */
  beginAgain(render: Render, lease: TaskLease, next: { first: RenderTask; renderer: RendererVersion }): Promise<void>;
  /**
   * Raises the progress of a live render, with its event if one is due.
   * @param render as it was read: in the same stage, of the workers that read the same, one is heard
   */
  raiseProgress(render: Render, progress: number, stage: RenderStage, at: string, event?: RenderEvent): Promise<void>;
  /**
   * The last step, with the lease of the worker's task as a condition: the render is completed exactly once. Like every end, it
   * counts what the render used for the month of its creation, and gives back the rest of its reservation, in its transaction.
   * @param video what a later render may copy; stored in the same transaction
   */
  complete(
    render: Render,
    lease: TaskLease,
    result: RenderResult,
    event: RenderEvent,
    film?: ReusableVideo,
  ): Promise<void>;
  /**
   * Its slot is left by `leaveSlot`, when its workers have stopped. So is that of a canceled render.
   * @param encoded the share of the video that was encoded, 0–1: that part of the reserved seconds is counted
   * @throws WriteConflict at its end, in another epoch, and when the cause no longer applies
   */
  fail(render: Render, error: RenderError, event: RenderEvent, encoded: number, cause: CauseOfFailure): Promise<void>;
  /**
   * @param encoded as for `fail`
   * @param seen only while it has this status; absent: whatever it is, unless it has ended
   */
  cancel(render: Render, at: string, encoded: number, seen?: RenderStatus): Promise<void>;
  /**
   * Notes that the files of a render which has ended are deleted, with the tombstone that has the sweeper remove them, in one
   * transaction. @throws WriteConflict when that was noted before, or the render has not ended
   */
  deleteFiles(render: Render, at: string, tombstone: Tombstone): Promise<void>;

  /** The tasks of one epoch. */
  tasks(of: EpochRef): Promise<RenderTask[]>;
  task(ref: TaskRef): Promise<RenderTask | undefined>;
  /** Adds tasks; those that are there already stay as they are. */
  addTasks(tasks: readonly RenderTask[]): Promise<void>;
  /**
   * Takes a free task of the present epoch of a live render. Writes the task alone. If the render ends meanwhile, the next renewal
   * notices it.
   * @returns the task, and its render as it was right after the claim
   */
  claim(
    ref: TaskRef,
    claim: { token: string; now: string; leaseUntil: string; messageId: string },
  ): Promise<{ task: RenderTask; render: Render }>;
  /**
   * Renews a lease while its render is live, and in the epoch of the task. Writes the task alone.
   * @throws WriteConflict when the lease is lost, and once the render has ended or was started again
   */
  renew(lease: TaskLease, leaseUntil: string): Promise<void>;
  /** Gives a task back before its lease ends, for another attempt. */
  release(lease: TaskLease): Promise<void>;
  /** Gives a task back for a later attempt, its claim uncounted; `at` is when the message for it is sent. */
  postpone(lease: TaskLease, at: string, postponed: Postponements): Promise<void>;
  /** Gives a task back that waits for images, its claim uncounted and the wait counted. @param at now */
  wait(lease: TaskLease, at: string): Promise<void>;
  /** Stores what a task has made so far, while its lease is valid: its next attempt continues with it. */
  record(lease: TaskLease, result: TaskResult): Promise<void>;
  /**
   * Marks a task done while its lease is valid. Writes the task alone: what follows a task asks whether its render has ended or was started
   * again, and then a task that is done changes nothing.
   */
  commit(lease: TaskLease, result: TaskResult, at: string): Promise<void>;
  /** Records and counts another message for a task. @throws WriteConflict when another sweeper did, or the task is done */
  noteEnqueued(task: RenderTask, at: string): Promise<void>;
}

/** Sends a message for a task to the queue of its kind. */
export interface TaskQueue {
  send(ref: TaskRef, delaySeconds?: number): Promise<void>;
}

/** Sends the messages of many tasks, which may be those of several queues. */
export interface TaskBatchQueue extends TaskQueue {
  sendAll(refs: readonly TaskRef[]): Promise<void>;
}

/** Files of renders. Keys are paths within one bucket. */
export interface FileStore {
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  getBytes(key: string): Promise<Uint8Array>;
  putFile(key: string, path: string, contentType: string): Promise<{ size_bytes: number }>;
  getFile(key: string, path: string): Promise<void>;
  /** Some bytes of a file, written to the same place in the file at `path`, which must exist. @throws FileMissing */
  getRange(key: string, range: { offset: number; bytes: number }, path: string): Promise<void>;
  /** Copies a file within the bucket, with its content type. @throws FileMissing */
  copy(from: string, to: string): Promise<void>;
  presignGet(key: string, options?: { seconds?: number; filename?: string }): Promise<string>;
  /** Removes a file; one that is gone already is ignored. */
  remove(key: string): Promise<void>;
}

/** A stored file does not exist. */
export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The part of the painter of slides that videos use. */
export type SlidePainter = Pick<Painter, 'paint' | 'paintLayers' | 'paintCaption'>;

/** Makes the parts of a video in local files. Every act ends at once when its signal is aborted. */
export interface VideoMaker {
  /** Encodes each picture as one clip. */
  encodeStillClips(
    settings: VideoSettings,
    pictures: AsyncIterable<RawPicture>,
    outFile: string,
    signal: AbortSignal,
  ): Promise<EncodedClip[]>;
  encodeMovingClips(
    settings: VideoSettings,
    moves: AsyncIterable<MovingStretch>,
    outFile: string,
    signal: AbortSignal,
  ): Promise<EncodedClip[]>;
  /** Encodes parts of one soundtrack or of several. */
  encodeSoundtrackParts(
    parts: readonly PartToEncode[],
    fileOf: (source: string) => string,
    signal: AbortSignal,
  ): Promise<void>;
  /** `no_join` where the parts do not fit together: then the sound is to be encoded as a whole. */
  joinSoundtrack(
    spec: SoundtrackSpec,
    parts: readonly EncodedSoundtrackPart[],
    outFile: string,
    signal: AbortSignal,
  ): Promise<'joined' | 'no_join'>;
  encodeSoundWhole(
    spec: SoundtrackSpec,
    fileOf: (source: string) => string,
    outFile: string,
    signal: AbortSignal,
  ): Promise<void>;
  /** Joins clips and sound into the finished file. */
  mux(spec: FinishedVideo, outFile: string, signal: AbortSignal): Promise<{ bytes: number }>;
  /** A JPEG of a picture, for the poster. */
  poster(picture: RawPicture): Promise<Uint8Array>;
}

/** All that goes into the file of a video. */
export interface FinishedVideo {
  settings: VideoSettings;
  frames: number;
  clips: readonly PlacedClip[];
  audioFile?: string | undefined;
  chapters: readonly { title: string; startFrame: number }[];
  captions?:
    | { language: string; cues: readonly { text: string; start_seconds: number; end_seconds: number }[] }
    | undefined;
  title: string;
  language: string;
  /** RFC 3339. */
  creationTime: string;
}

/** Gives work its own directory, which is deleted when the work has ended. */
export type WithDirectory = <T>(work: (directory: string) => Promise<T>) => Promise<T>;
