import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressSignedByClient } from '#emulators/s3/sigv4.ts';
import { PUBLIC_FILES_PATH } from '../public-addresses.ts';

/** A request for a file, as the bucket's server needs it. */
export interface SignedFileRequest {
  /** The path from the bucket's name on, and the query. */
  url: string;
  /** The address that the client signed. */
  signed: AddressSignedByClient;
}

/** Answers a request for a file: the bucket's server checks its signature. */
export type PublicFileRequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  file: SignedFileRequest,
) => void;

/** The methods of signed addresses, and that of a browser's question before an upload. */
const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'PUT', 'OPTIONS']);

/** The rest of a path after a prefix; undefined for a path that does not start with it. */
const pathAfterPrefix = (path: string, prefix: string): string | undefined =>
  path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;

/** Finds the path of a file in that of a request. A proxy may keep the path of the public address, or replace it by `/media`. */
function pathOfFile({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>, media: URL): string | undefined {
  const prefix = media.pathname.replace(/\/+$/, '');
  if (prefix === '') return headers.host?.toLowerCase() === media.host ? url : undefined;
  return pathAfterPrefix(url, prefix) ?? pathAfterPrefix(url, PUBLIC_FILES_PATH);
}

/**
 * Reads a request for a file at its public address.
 * @param mediaUrl PUBLIC_MEDIA_URL
 * @returns undefined for another request; `refused` for one without a signature in its address
 */
export function publicFileRequestOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  mediaUrl: string | undefined,
): SignedFileRequest | 'refused' | undefined {
  if (mediaUrl === undefined) return undefined;
  const media = new URL(mediaUrl);
  const url = pathOfFile(request, media);
  if (url === undefined) return undefined;
  const isSigned = request.method === 'OPTIONS' || /[?&]X-Amz-Signature=/.test(url);
  if (!METHODS.has(request.method) || !isSigned) return 'refused';
  return { url, signed: { host: media.host, prefix: media.pathname.replace(/\/+$/, '') } };
}
