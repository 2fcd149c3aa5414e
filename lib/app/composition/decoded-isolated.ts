import { randomUUID } from 'node:crypto';
import { type DecodeTask, decodeIsolated } from '#features/uploads/decode-isolated.ts';
import { withDecoderSlot } from '#features/uploads/decoder-slots.ts';
import { config, services } from './services.ts';

/** Milliseconds that a request waits for a decoder of its account: it has time to decode after that. */
const PATIENCE_MS = 10_000;

/**
 * Decodes files of clients in the function that can do nothing else, as many of an account at once as its share.
 * @param deadline of the request
 * @param patienceMs how long a free decoder is waited for
 */
export function decodedIsolated<Facts extends object>(
  task: DecodeTask<Facts>,
  deadline: AbortSignal,
  patienceMs = PATIENCE_MS,
) {
  const { files, decoder, decoderSlots: slots, clock } = services();
  const share = config().decodingShare;
  const decode = decodeIsolated({ files, decoder, newToken: randomUUID }, task, deadline);
  const slotDeps = { slots, share, patienceMs, clock, newToken: randomUUID, random: Math.random };
  return (bytes: Uint8Array, accountId: string): Promise<Facts & { bytes: Uint8Array }> =>
    withDecoderSlot(slotDeps, accountId, deadline, () => decode(bytes, accountId));
}
