import { invalidAudioFault } from './decoded-audio.ts';

const HEADER_BYTES = 27;
const LAST_PAGE = 4;
const cutOff = () => invalidAudioFault('The Ogg file is cut off.');

/**
 * Checks that an Ogg file (RFC 3533) is one complete stream. The decoders would accept a file that is cut off; a file with several
 * streams is a video, or several recordings.
 * @throws AudioFault
 */
export function checkOggPages(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let serial: number | undefined;
  let flags = 0;
  for (let at = 0; at < file.length; ) {
    if (at + HEADER_BYTES > file.length) throw cutOff();
    if (file.toString('latin1', at, at + 4) !== 'OggS') throw invalidAudioFault('The Ogg file is damaged.');
    if ((flags & LAST_PAGE) !== 0) throw invalidAudioFault('An Ogg file must have exactly one stream.');
    flags = file.readUInt8(at + 5);
    const stream = file.readUInt32LE(at + 14);
    if (serial !== undefined && stream !== serial) throw invalidAudioFault('An Ogg file must have exactly one stream.');
    serial = stream;
    const body = at + HEADER_BYTES + file.readUInt8(at + 26);
    const end = file.subarray(at + HEADER_BYTES, body).reduce((sum, segment) => sum + segment, body);
    if (end > file.length) throw cutOff();
    at = end;
  }
  if ((flags & LAST_PAGE) === 0) throw cutOff();
}
