import { type DecodedAudio, invalidAudioFault } from '../decoded-audio.ts';

/** The result of one call of a WebAssembly decoder. */
export interface WasmDecoderResult {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
  errors: readonly { message: string }[];
}

/**
 * Bytes per step. A frame of silence has a few bytes and up to 65,535 samples: 4 KiB of such frames are about 100 MB of
 * samples, a whole file of them would exceed the memory.
 */
const STEP_BYTES = 4096;

/** The fault of bytes that a decoder cannot read. */
export const damagedAudioFault = (cause?: unknown) => invalidAudioFault('The audio is damaged.', cause);

/** The sound in a decoder's result; empty when there is none. @throws AudioFault when the decoder reports an error. */
export function soundOfDecoderResult({
  channelData,
  samplesDecoded,
  sampleRate,
  errors,
}: WasmDecoderResult): DecodedAudio[] {
  const [error] = errors;
  if (error) throw damagedAudioFault(error.message);
  return samplesDecoded > 0
    ? [{ channels: channelData.map((samples) => samples.subarray(0, samplesDecoded)), sampleRate }]
    : [];
}

/**
 * Decodes a file in steps of 4 KiB.
 * @param flush returns the sound that remains in the decoder after the last step; absent for a decoder in which none remains
 * @throws AudioFault for damaged bytes
 */
export async function* decodeAudioInSteps(
  bytes: Uint8Array,
  decode: (part: Uint8Array) => WasmDecoderResult | Promise<WasmDecoderResult>,
  flush?: () => Promise<WasmDecoderResult>,
): AsyncGenerator<DecodedAudio> {
  for (let offset = 0; offset < bytes.length; offset += STEP_BYTES)
    yield* soundOfDecoderResult(await decode(bytes.subarray(offset, offset + STEP_BYTES)));
  if (flush) yield* soundOfDecoderResult(await flush());
}
