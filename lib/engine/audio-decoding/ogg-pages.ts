import { invalidAudioFault } from './decoded-audio.ts';

/** Bytes of the header of a page, before the lengths of its segments (RFC 3533 §6). */
const PAGE_HEADER_BYTES = 27;
/** Flag of the last page of a stream. */
const LAST_PAGE_FLAG = 4;
const truncatedOggFault = () => invalidAudioFault('The Ogg file is cut off.');

/**
 * Checks that an Ogg file (RFC 3533) is one complete stream. The decoders would accept a file that is cut off; a file with several
 * streams is a video, or several recordings.
 * @throws AudioFault for a file that is cut off or damaged, or has several streams
 */
export function checkOggPages(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let streamSerial: number | undefined;
  let pageFlags = 0;
  for (let pageOffset = 0; pageOffset < buffer.length; ) {
    if (pageOffset + PAGE_HEADER_BYTES > buffer.length) throw truncatedOggFault();
    if (buffer.toString('latin1', pageOffset, pageOffset + 4) !== 'OggS')
      throw invalidAudioFault('The Ogg file is damaged.');
    if ((pageFlags & LAST_PAGE_FLAG) !== 0) throw invalidAudioFault('An Ogg file must have exactly one stream.');
    pageFlags = buffer.readUInt8(pageOffset + 5);
    const pageSerial = buffer.readUInt32LE(pageOffset + 14);
    if (streamSerial !== undefined && pageSerial !== streamSerial)
      throw invalidAudioFault('An Ogg file must have exactly one stream.');
    streamSerial = pageSerial;
    const bodyOffset = pageOffset + PAGE_HEADER_BYTES + buffer.readUInt8(pageOffset + 26);
    const pageEnd = buffer
      .subarray(pageOffset + PAGE_HEADER_BYTES, bodyOffset)
      .reduce((sum, segment) => sum + segment, bodyOffset);
    if (pageEnd > buffer.length) throw truncatedOggFault();
    pageOffset = pageEnd;
  }
  if ((pageFlags & LAST_PAGE_FLAG) === 0) throw truncatedOggFault();
}
