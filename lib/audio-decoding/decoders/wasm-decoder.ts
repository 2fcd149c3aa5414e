import { type DecodedAudio, invalidAudio } from '../decoded-audio.ts';

/** What the WebAssembly decoders give back. */
export interface Decoded {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
  errors: readonly { message: string }[];
}

/**
 * Bytes handed to a decoder at a time. A frame of silence has a few bytes and up to 65,535 samples: 4 KiB of such frames
 * come to some 100 MB of samples, a whole file of them would be more than there is memory.
 */
const STEP = 4096;

export const damagedAudio = (cause?: unknown) => invalidAudio('The audio is damaged.', cause);

/** What a decoder gave, without what there was none of. @throws AudioFault where it met something that is no sound. */
export function decodedBlocks({ channelData, samplesDecoded, sampleRate, errors }: Decoded): DecodedAudio[] {
  const [error] = errors;
  if (error) throw damagedAudio(error.message);
  return samplesDecoded > 0
    ? [{ channels: channelData.map((samples) => samples.subarray(0, samplesDecoded)), sampleRate }]
    : [];
}

/** Feeds a file to a decoder in small steps. */
export async function* decodeInSteps(
  bytes: Uint8Array,
  decode: (part: Uint8Array) => Decoded | Promise<Decoded>,
  flush?: () => Promise<Decoded>,
): AsyncGenerator<DecodedAudio> {
  for (let at = 0; at < bytes.length; at += STEP) yield* decodedBlocks(await decode(bytes.subarray(at, at + STEP)));
  if (flush) yield* decodedBlocks(await flush());
}
