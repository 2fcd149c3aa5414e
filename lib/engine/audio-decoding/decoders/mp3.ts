import { MPEGDecoder } from 'mpg123-decoder';
import { type DecodedAudio, invalidAudioFault } from '../decoded-audio.ts';
import { findFirstMp3Frame } from '../mpeg-frames.ts';
import { decodeAudioInSteps } from './wasm-decoder.ts';

/** The most frames of an encoder's delay and padding, which the decoder removes, plus one. */
const SLACK_FRAMES = 5;

/** The samples of an MP3 file, without the encoder's delay and padding. @throws AudioFault */
export async function* decodeMp3(bytes: Uint8Array): AsyncGenerator<DecodedAudio> {
  const start = findFirstMp3Frame(bytes);
  if (!start) throw invalidAudioFault('This is not an MP3 file.');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let samples = 0;
  for await (const block of decodeAudioInSteps(bytes.subarray(start.offset), (part) => decoder.decode(part))) {
    samples += block.channels[0]?.length ?? 0;
    yield block;
  }
  // A file without a declared length counts as complete: it may be a recording of a broadcast.
  const frames = Math.ceil(samples / start.frameSamples);
  if (start.declaredFrames !== undefined && frames + SLACK_FRAMES < start.declaredFrames)
    throw invalidAudioFault('The MP3 file is cut off.');
}
