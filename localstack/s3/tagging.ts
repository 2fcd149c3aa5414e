import { renderTags, tagsOfDocument } from './attributes.ts';
import { readDocument } from './body.ts';
import type { Exchange } from './exchange.ts';
import { sendEmpty, sendXml } from './exchange.ts';

/** `GetObjectTagging`. */
export function getTagging({ store, target, response }: Exchange): void {
  sendXml(response, 'Tagging', renderTags(store.bucket(target.bucket).get(target.key).tags));
}

/** `PutObjectTagging`: replaces the tags and leaves the content alone. @throws S3Error MalformedXML, InvalidTag */
export async function putTagging(exchange: Exchange): Promise<void> {
  setTags(exchange, tagsOfDocument(await readDocument(exchange)));
  sendEmpty(exchange.response, 200);
}

/** `DeleteObjectTagging`. */
export function deleteTagging(exchange: Exchange): void {
  setTags(exchange, {});
  sendEmpty(exchange.response, 204);
}

function setTags({ store, target }: Exchange, tags: Record<string, string>): void {
  const bucket = store.bucket(target.bucket);
  bucket.put({ ...bucket.get(target.key), tags }, () => {});
}
