import { createHash } from 'node:crypto';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';

/**
 * Milliseconds after which the tag of an answer with signed links changes: half of the hour for which links are valid. The links of an
 * answer that a 304 confirms are therefore still valid.
 */
const LINK_PERIOD_MS = 30 * 60_000;
/**
 * Parts that differ in each answer: the signature of a link, and the time until which it is valid. A match ends at a second `?`;
 * otherwise the time would be quadratic for a text of a client with thousands of them.
 */
const VARYING_PARTS = /\?[^"\s?]*X-Amz-Signature=[^"\s]*|"url_expires_at":"[^"]*"/g;
/** Characters of the digest that a tag has: 132 bits in base64url. */
const DIGEST_CHARACTERS = 22;

/** Reports whether the answers of an operation can have an entity tag: JSON answers that need credentials. */
export const canAnswersHaveEntityTag = ({
  open,
  media,
  whole_answer,
}: Pick<OperationContract, 'open' | 'media' | 'whole_answer'>): boolean =>
  open !== true && media === undefined && !whole_answer;

/**
 * The opaque part of the entity tag of a JSON answer (RFC 9110, section 8.8.3). It consists of the part about the state that clients have
 * written (`Contract.written`), if there is one, and a digest of the answer without the signatures of its links.
 * @param json the answer as it is sent
 * @param answer the answer as a value; undefined if it does not fit the contract, because an earlier version of the program stored it
 * @returns undefined if the answer does not show a resource
 */
export function entityTagOfAnswer(
  {
    method,
    written: writtenPartOf,
    ...contract
  }: Pick<OperationContract, 'method' | 'written'> & Parameters<typeof canAnswersHaveEntityTag>[0],
  { json, answer }: { json: string; answer: unknown },
  now: Date,
): string | undefined {
  if (!canAnswersHaveEntityTag(contract)) return undefined;
  const statePart = writtenPartOf && answer !== undefined ? writtenPartOf(answer) : undefined;
  const tagPrefix = method === 'GET' && !writtenPartOf ? '' : statePart;
  if (tagPrefix === undefined) return undefined;
  const unsignedJson = json.replace(VARYING_PARTS, '');
  const hash = createHash('sha256').update(unsignedJson);
  if (unsignedJson !== json) hash.update(String(Math.floor(now.getTime() / LINK_PERIOD_MS)));
  const digest = hash.digest('base64url').slice(0, DIGEST_CHARACTERS);
  return tagPrefix === '' ? digest : `${tagPrefix}.${digest}`;
}
