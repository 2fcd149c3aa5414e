import { MPEGDecoder } from 'mpg123-decoder';
import { type DecodedAudio, invalidAudioFault } from '../decoded-audio.ts';
import { findFirstMp3Frame } from '../mpeg-frames.ts';
import { decodeAudioInSteps } from './wasm-decoder.ts';

/** The highest number of frames of an encoder's delay and padding, which the decoder removes, plus one. */
const SLACK_FRAMES = 5;

/** The samples of an MP3 file, without the encoder's delay and padding. @throws AudioFault */
export async function* decodeMp3(bytes: Uint8Array): AsyncGenerator<DecodedAudio> {
  const firstFrame = findFirstMp3Frame(bytes);
  if (!firstFrame) throw invalidAudioFault('This is not an MP3 file.');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let decodedSamples = 0;
  for await (const block of decodeAudioInSteps(bytes.subarray(firstFrame.offset), (part) => decoder.decode(part))) {
    decodedSamples += block.channels[0]?.length ?? 0;
    yield block;
  }
  // A file without a declared length counts as complete: it may be a recording of a broadcast.
  const decodedFrames = Math.ceil(decodedSamples / firstFrame.frameSamples);
  if (firstFrame.declaredFrames !== undefined && decodedFrames + SLACK_FRAMES < firstFrame.declaredFrames)
    throw invalidAudioFault('The MP3 file is cut off.');
}
