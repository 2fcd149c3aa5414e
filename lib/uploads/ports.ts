/** An upload that was announced. */
export interface Upload {
  id: string;
  account_id: string;
  /** What the file is for: the path of the operation that announced it. */
  target: string;
  content_type: string;
  size_bytes: number;
  sha256?: string | undefined;
  created_at: string;
  expires_at: string;
}

export interface UploadStore {
  insert(upload: Upload): Promise<void>;
  find(accountId: string, uploadId: string): Promise<Upload | undefined>;
  remove(accountId: string, uploadId: string): Promise<void>;
}

/** Where the bytes of an upload lie until it is completed. */
export interface UploadBlobs {
  presignPut(key: string, expected: { content_type: string; size_bytes: number }, seconds: number): Promise<string>;
  /** undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  getBytes(key: string): Promise<Uint8Array>;
  remove(key: string): Promise<void>;
}

/**
 * The bytes at an address that a client named. @throws ServiceError `url_forbidden` for a private, local or reserved one;
 * the kind's own codes for too many bytes, or when nothing came of it.
 */
export type FetchFile = (url: string) => Promise<Uint8Array>;
