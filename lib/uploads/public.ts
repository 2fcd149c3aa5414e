/** What the rest of the service may use of this feature. */
export { announceUpload, completeUpload, type Destination, type UploadDeps } from './announced-upload.ts';
export { httpFetchFile } from './fetch-file.ts';
export type { FileKind } from './file-kind.ts';
export type { FetchFile, Upload, UploadBlobs, UploadStore } from './ports.ts';
