import { createHash } from 'node:crypto';
import type { Contract } from '#kernel/contract/contract.ts';

/** Half of the hour for which the links of answers are valid: an answer that is said to be unchanged has links for as long. */
const LINK_MS = 30 * 60_000;
/**
 * Parts that differ in each answer: the signature of a link, and the time until which it is valid. No match goes past a second `?`: from
 * each of thousands in the text of a client, the rest of the text would be searched again.
 */
const SIGNATURE = /\?[^"\s?]*X-Amz-Signature=[^"\s]*|"url_expires_at":"[^"]*"/g;
const DIGEST_CHARACTERS = 22;

/** Reports whether the answers of an operation can have a tag: those in JSON that are of the account. */
export const showsTag = ({ open, media, whole_answer }: Pick<Contract, 'open' | 'media' | 'whole_answer'>): boolean =>
  open !== true && media === undefined && !whole_answer;

/**
 * The opaque part of the tag of a JSON answer: what clients have written of the resource, where there is such a part, and a digest of
 * the answer. Links count as the same for half of the time for which they are valid.
 * @param json the answer as it is sent
 * @param answer the same as a value; undefined: one that an earlier version of the program gave
 * @returns undefined when the answer does not show a resource
 */
export function entityTag(
  { method, written: writtenIn, ...contract }: Pick<Contract, 'method' | 'written'> & Parameters<typeof showsTag>[0],
  { json, answer }: { json: string; answer: unknown },
  now: Date,
): string | undefined {
  if (!showsTag(contract)) return undefined;
  const ofAnswer = writtenIn && answer !== undefined ? writtenIn(answer) : undefined;
  const written = method === 'GET' && !writtenIn ? '' : ofAnswer;
  if (written === undefined) return undefined;
  const unsigned = json.replace(SIGNATURE, '');
  const hash = createHash('sha256').update(unsigned);
  if (unsigned !== json) hash.update(String(Math.floor(now.getTime() / LINK_MS)));
  const digest = hash.digest('base64url').slice(0, DIGEST_CHARACTERS);
  return written === '' ? digest : `${written}.${digest}`;
}
