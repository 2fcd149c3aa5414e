/** The parts of this feature that the rest of the service may use. */
export { AUDIO_FILE, type FileKind } from './file-kind.ts';
export type { AnnouncedUpload, AnnouncedUploads, FetchFile, UploadBlobs } from './ports.ts';
export { type ReceiveFileDeps, receiveFile, type UploadOperation } from './receive-file.ts';
export { storeAndName } from './store-and-name.ts';
