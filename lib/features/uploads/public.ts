/** The parts of this feature that the rest of the service may use. */

export { announceUpload, completeUpload, findUpload, type UploadDeps, uploadedBytes } from './announced-upload.ts';
export { askDecoder, noAnswerError } from './decode-isolated.ts';
export { pictureCrop } from './decoding.ts';
export { type FetchSettings, fileNotFetchedError, guardedGet, httpFetchFile } from './fetch-file.ts';
export { AUDIO_FILE, type FileKind, tooLarge } from './file-kind.ts';
export {
  type AnnouncedUpload,
  type AnnouncedUploads,
  type Decoder,
  DecoderFault,
  type DecoderSlots,
  type FetchFile,
  type GetAnswer,
  type UploadBlobs,
  type VideoDecoder,
} from './ports.ts';
export type { ReceiveFileDeps, UploadOperation } from './receive-file.ts';
export { storeAndName } from './store-and-name.ts';
export { IMPORT_TARGET, UPLOADS_TARGET } from './upload-targets.ts';
export { FETCHED_VIDEO, VIDEO_FILE, VIDEO_TYPES } from './video-kind.ts';
