/** The part of this feature that the rest of the service may use. */
export {
  amountsReservedForWaitingRows,
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
export { nextSweeperCheckTimeOfBatch } from './batches/next-sweeper-check-time-of-batch.ts';
export type { BatchQueue, BatchStore } from './batches/ports.ts';
export { UNKNOWN_COLUMN_TREATMENTS } from './batches/unknown-column-treatment.ts';
export type {
  ArtifactInFile,
  ArtifactStore,
  ArtifactTimelineRef,
  CachedArtifact,
} from './cached-artifact.ts';
export { CHECK_WARNING_CODES } from './check/timeline-check.ts';
export { RENDER_EVENTS, type RenderEvent, type RenderEventName } from './events.ts';
export {
  type BatchRowOfRender,
  FileMissingError,
  type FileStore,
  type RenderFailureCause,
  type RenderSlotLimits,
  type RenderSlots,
  type RenderStore,
  type RenderTaskLease,
  type RenderTaskQueue,
} from './ports.ts';
export {
  CAPTION_MODES,
  ENDED_RENDER_STATUSES,
  EXTRA_FILE_KINDS,
  isTerminalRenderStatus,
  LIVE_RENDER_STATUSES,
  NARRATION_MODES,
  nextSweeperCheckTimeOfRender,
  RENDER_FAILURE_CODES,
  RENDER_STAGES,
  RENDER_STATUSES,
  type Render,
  type RenderResultFiles,
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
export { classifyRendererVersionChange, type RendererVersion } from './renderer.ts';
export type { ReusableVideo, ReusableVideoFinder } from './reusable-video.ts';
export { TRANSCRIPT_FORMATS } from './transcript/transcript.ts';
