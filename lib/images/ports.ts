/** An upload that was announced. */
export interface ImageUpload {
  id: string;
  account_id: string;
  timeline_id: string;
  slide_id: string;
  content_type: string;
  size_bytes: number;
  sha256?: string | undefined;
  created_at: string;
  expires_at: string;
}

export interface UploadStore {
  insert(upload: ImageUpload): Promise<void>;
  find(accountId: string, uploadId: string): Promise<ImageUpload | undefined>;
  remove(accountId: string, uploadId: string): Promise<void>;
}

/** An image of our own making: decoded within limits, upright, without metadata, encoded anew. */
export interface CleanImage {
  bytes: Uint8Array;
  width: number;
  height: number;
  content_type: 'image/jpeg' | 'image/png';
}

/** @throws ServiceError `image_invalid` for everything that is not a whole image of an accepted format. */
export type Reencode = (bytes: Uint8Array) => Promise<CleanImage>;

/**
 * The bytes at an address that a client named. @throws ServiceError `url_forbidden` for a private, local or reserved one,
 * `image_too_large` beyond 25 MB, `image_invalid` when nothing came of it.
 */
export type FetchImage = (url: string) => Promise<Uint8Array>;
