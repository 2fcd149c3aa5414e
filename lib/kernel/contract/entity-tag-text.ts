import { z } from 'zod';

/** Schema of an entity tag as a field, for answers that contain several resources, each with its own tag. */
export const entityTagTextSchema = z.string();

/** The part of a resource's `etag` field that `if-match` compares: the tag without its quotation marks. */
export const unquoteEntityTag = (etag: string): string => etag.slice(1, -1);

/** The tag that `if-match` compares, of a resource with a version; empty for a built-in template, which has none. */
export const entityTagOfVersion = ({ version }: { version: number | null }): string => String(version ?? '');

/** The tag that `if-match` compares, of work that clients can cancel: its status. */
export const entityTagOfStatus = ({ status }: { status: string }): string => status;
