/** The parts of this feature that the rest of the service may use. */

export { announceUpload, completeUpload, findUpload, readUploadedBytes, type UploadDeps } from './announced-upload.ts';
export { callDecoderWithRetry, decoderFailedError } from './decode-file-in-isolated-function.ts';
export { pictureCropSchema } from './decoding.ts';
export {
  createHttpFileFetcher,
  createSsrfGuardedGet,
  type FetchConnectionSettings,
  fileNotFetchedError,
} from './fetch-file.ts';
export { AUDIO_FILE_KIND, fileTooLargeError, type SentFileKind } from './file-kind.ts';
export {
  type AnnouncedUpload,
  type AnnouncedUploads,
  type ClientFileDecoder,
  type ClientVideoDecoder,
  DecoderFault,
  type DecoderSlots,
  type FetchFile,
  type SendSsrfGuardedGet,
  type UploadBlobs,
} from './ports.ts';
export type { ReceiveFileDeps, UploadOperation } from './receive-file.ts';
export { storeFileThenWriteReference } from './store-and-name.ts';
export { DECK_IMPORT_TARGET, IMAGE_UPLOADS_TARGET } from './upload-targets.ts';
export { FETCHED_VIDEO_FILE_KIND, VIDEO_FILE_KIND, VIDEO_TYPES } from './video-kind.ts';
