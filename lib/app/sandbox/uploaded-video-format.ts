/** Containers of videos, by ffmpeg's names of their demuxers, and pictures that move. */
export type UploadedVideoFormat = 'mov' | 'matroska' | 'animation';

/** The types of the first box of MP4 and MOV files. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** Recognizes a video by its first 16 bytes, never by its name or stated type; undefined for all else. */
export function videoFormatOf(head: Uint8Array): UploadedVideoFormat | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const text = bytes.toString('latin1', 0, 16);
  if (FIRST_BOXES.includes(text.slice(4, 8)) && !/^ftyp(?:hei|hev|mif|msf|avi)/.test(text.slice(4, 11))) return 'mov';
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'matroska';
  if (/^GIF8[79]a/.test(text)) return 'animation';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'animation' : undefined;
}
