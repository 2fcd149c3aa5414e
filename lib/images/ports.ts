/** An image of our own making: decoded within limits, upright, without metadata, encoded anew. */
export interface CleanImage {
  bytes: Uint8Array;
  width: number;
  height: number;
  content_type: 'image/jpeg' | 'image/png';
}

/** @throws ServiceError `image_invalid` for everything that is not a whole image of an accepted format. */
export type Reencode = (bytes: Uint8Array) => Promise<CleanImage>;
