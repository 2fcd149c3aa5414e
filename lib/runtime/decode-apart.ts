import { randomUUID } from 'node:crypto';
import { type DecodeTask, decodeApart } from '../uploads/decode-apart.ts';
import { services } from './services.ts';

/** Decodes files of clients in the function that can do nothing else. @param deadline of the request */
export function decodedApart<Facts extends object>(task: DecodeTask<Facts>, deadline: AbortSignal) {
  const { files, decoder } = services();
  return decodeApart({ files, decoder, newToken: randomUUID }, task, deadline);
}
