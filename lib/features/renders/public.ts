/** The part of this feature that the rest of the service may use. */
export {
  amountsReservedForRows,
  BATCH_CANCEL_CAUSES,
  BATCH_STATUSES,
  type Batch,
  batchAfterCancel,
  batchAfterRowEnded,
  batchAfterRowFailed,
  isBatchOver,
  MAX_BATCH_ROW_WAIT_SECONDS,
} from './batches/batch.ts';
export { BATCH_WARNING_CODES } from './batches/batch-warnings.ts';
export { nextBatchCheckTime } from './batches/next-batch-check-time.ts';
export type { BatchQueue, BatchStore } from './batches/ports.ts';
export { UNKNOWN_COLUMN_TREATMENTS } from './batches/unknown-column-treatment.ts';
export type {
  ArtifactInFile,
  ArtifactScope,
  ArtifactStore,
  CachedArtifact,
} from './cached-artifact.ts';
export { CHECK_WARNING_CODES } from './check/timeline-check.ts';
export { RENDER_EVENTS, type RenderEvent, type RenderEventName } from './events.ts';
export {
  FileMissingError,
  type FileStore,
  type RenderFailureCause,
  type RenderSlots,
  type RenderStore,
  type RenderTaskLease,
  type RenderTaskQueue,
  type RowOfBatch,
  type SlotLimits,
} from './ports.ts';
export {
  CAPTION_MODES,
  ENDED_RENDER_STATUSES,
  EXTRA_FILE_KINDS,
  isTerminalRenderStatus,
  LIVE_RENDER_STATUSES,
  NARRATION_MODES,
  nextRenderCheckTime,
  RENDER_FAILURE_CODES,
  RENDER_STAGES,
  RENDER_STATUSES,
  type Render,
  type RenderResult,
  type RenderStatus,
  renderStatusesBefore,
  timeInUsageMonthOfRender,
  VIDEO_QUALITIES,
} from './render.ts';
export {
  RENDER_TASK_ATTEMPT_LIMITS,
  RENDER_TASK_KINDS,
  type RenderEpochRef,
  type RenderTask,
  type RenderTaskKind,
  type RenderTaskRef,
  type RenderTaskResult,
} from './render-task.ts';
export { compareRendererVersions, type RendererVersion } from './renderer.ts';
export type { ReusableVideo, ReusableVideoFinder } from './reusable-video.ts';
export { TRANSCRIPT_FORMATS } from './transcript/transcript.ts';
