/** An image as it is stored: decoded within limits, upright, without metadata, encoded again. */
export interface ReencodedImage {
  bytes: Uint8Array;
  width: number;
  height: number;
  content_type: 'image/jpeg' | 'image/png';
}

/** @throws ServiceError `image_invalid` for anything but a whole image of an accepted format. */
export type ReencodeImage = (bytes: Uint8Array) => Promise<ReencodedImage>;
