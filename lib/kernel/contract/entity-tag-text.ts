import { z } from 'zod';

/** A tag as a field of an answer, where one answer shows several resources that have their own tags. */
export const entityTagText = z.string();

/** The part of a tag that `if-match` compares, of a resource that shows its tag. */
export const writtenTag = (etag: string): string => etag.slice(1, -1);

/** The part of a tag that `if-match` compares, of a resource that counts its changes; a built-in template has none. */
export const versionTag = ({ version }: { version: number | null }): string => String(version ?? '');

/** The part of a tag that `if-match` compares, of work that clients can end: a change is asked for as long as it is, say, queued. */
export const statusTag = ({ status }: { status: string }): string => status;
