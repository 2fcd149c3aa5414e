import type { DecodeRequest } from '#features/uploads/decoding.ts';
import type { DecodeUploadFunction } from '#features/uploads/ports.ts';

/** A decoder in this process. `asked` has what it was asked. @param answer throws DecoderFault where there is none */
export function memoryDecoder(
  answer: (request: DecodeRequest, signal: AbortSignal) => unknown,
): DecodeUploadFunction & { asked: DecodeRequest[] } {
  const asked: DecodeRequest[] = [];
  return {
    asked,
    async decode(request, signal) {
      signal.throwIfAborted();
      asked.push(request);
      return answer(request, signal);
    },
  };
}
