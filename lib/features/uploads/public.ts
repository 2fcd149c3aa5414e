/** The parts of this feature that the rest of the service may use. */

export {
  announceUpload,
  completeUploadWithWork,
  readUploadedBytes,
  requireUpload,
  type UploadDeps,
} from './announced-upload.ts';
export { callDecoderWithRetry, decoderFailedError } from './decode-file-in-isolated-function.ts';
export { pictureCropSchema } from './decoding.ts';
export {
  createHttpFileFetcher,
  createSsrfGuardedGet,
  type FetchConnectionSettings,
  fileNotFetchedError,
} from './fetch-file.ts';
export {
  type AccountDecoderSlots,
  type AnnouncedUpload,
  type AnnouncedUploads,
  DecoderFault,
  type DecodeUploadFunction,
  type DecodeVideoFunction,
  type FetchFile,
  type SendSsrfGuardedGet,
  type UploadBlobs,
} from './ports.ts';
export type { ReceiveFileDeps, UploadOperation } from './receive-file.ts';
export { AUDIO_FILE_RULES, fileTooLargeError, type SentFileRules } from './sent-file-rules.ts';
export { storeFileThenWriteReference } from './store-and-name.ts';
export { DECK_IMPORT_UPLOAD_PATH, IMAGE_UPLOAD_PATH } from './upload-targets.ts';
export { FETCHED_VIDEO_FILE_RULES, VIDEO_FILE_RULES, VIDEO_TYPES } from './video-rules.ts';
