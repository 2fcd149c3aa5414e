import { createHash } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';

/** Half of the hour for which the links of answers are valid: an answer that is said to be unchanged has links for as long. */
const LINK_MS = 30 * 60_000;
/** What is another one in each answer: the signature of a link, and the time until which it is valid. */
const SIGNATURE = /\?[^"\s]*X-Amz-Signature=[^"\s]*|"url_expires_at":"[^"]*"/g;
const DIGEST_CHARACTERS = 22;

/**
 * The opaque part of the tag of a JSON answer: what clients have written of the resource, where there is such a part, and a digest of
 * the answer. Links count as the same for half of the time for which they are valid.
 * @param json the answer as it is sent
 * @param answer the same as a value; undefined: one that an earlier version of the program gave
 * @returns undefined when the answer does not show a resource
 */
export function entityTag(
  {
    method,
    open,
    written: writtenIn,
    media,
    whole_answer,
  }: Pick<Contract, 'method' | 'open' | 'written' | 'media' | 'whole_answer'>,
  { json, answer }: { json: string; answer: unknown },
  now: Date,
): string | undefined {
  if (open || media !== undefined || whole_answer) return undefined;
  const ofAnswer = writtenIn && answer !== undefined ? writtenIn(answer) : undefined;
  const written = method === 'GET' && !writtenIn ? '' : ofAnswer;
  if (written === undefined) return undefined;
  const unsigned = json.replace(SIGNATURE, '');
  const hash = createHash('sha256').update(unsigned);
  if (unsigned !== json) hash.update(String(Math.floor(now.getTime() / LINK_MS)));
  const digest = hash.digest('base64url').slice(0, DIGEST_CHARACTERS);
  return written === '' ? digest : `${written}.${digest}`;
}
