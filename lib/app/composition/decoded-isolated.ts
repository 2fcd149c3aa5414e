import { randomUUID } from 'node:crypto';
import {
  decodeFileInIsolatedFunction,
  type IsolatedDecodeTask,
} from '#features/uploads/decode-file-in-isolated-function.ts';
import { withDecoderSlot } from '#features/uploads/decoder-slots.ts';
import { config, sharedServices } from './services.ts';

/** Milliseconds that a request waits for a free decoder slot of its account; the rest of its time is for decoding. */
const MAX_SLOT_WAIT_MS = 10_000;

/**
 * Makes a function that decodes files of clients in the isolated decoder function. An account decodes at most its share of files
 * at the same time; others wait for a slot.
 * @param deadline of the request
 * @param patienceMs longest wait for a free slot, in milliseconds
 * @returns a function that throws the error of `withDecoderSlot` or `decodeFileInIsolatedFunction`
 */
export function createSlottedFileDecoder<Facts extends object>(
  task: IsolatedDecodeTask<Facts>,
  deadline: AbortSignal,
  patienceMs = MAX_SLOT_WAIT_MS,
) {
  const { files, decoder, decoderSlots: slots, clock } = sharedServices();
  const share = config().decodingShare;
  const decode = decodeFileInIsolatedFunction({ files, decoder, newToken: randomUUID }, task, deadline);
  const slotDeps = { slots, share, patienceMs, clock, newToken: randomUUID, random: Math.random };
  return (bytes: Uint8Array, accountId: string): Promise<Facts & { bytes: Uint8Array }> =>
    withDecoderSlot(slotDeps, accountId, deadline, () => decode(bytes, accountId));
}
