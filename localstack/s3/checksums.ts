import { createHash } from 'node:crypto';
import { runningCrc32, runningCrc32c, runningCrc64Nvme } from './crc.ts';
import { S3Error } from './errors.ts';

/** One of the checksums that a client may send with a body: `x-amz-checksum-<algorithm>`. */
export const CHECKSUM_ALGORITHMS = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** What the checksum of a multipart object covers: all its bytes, or the checksums of its parts. */
export const CHECKSUM_TYPES = ['FULL_OBJECT', 'COMPOSITE'] as const;
export type ChecksumType = (typeof CHECKSUM_TYPES)[number];

export interface Checksum {
  algorithm: ChecksumAlgorithm;
  /** base64; a composite one ends in `-<number of parts>`. */
  value: string;
  type: ChecksumType;
}

interface Running {
  update(bytes: Buffer): unknown;
  digest(): Buffer;
}

const RUNNING: Record<ChecksumAlgorithm, () => Running> = {
  crc32: runningCrc32,
  crc32c: runningCrc32c,
  crc64nvme: runningCrc64Nvme,
  sha1: () => createHash('sha1'),
  sha256: () => createHash('sha256'),
};

/** A checksum that is fed as bytes arrive. */
export function startChecksum(algorithm: ChecksumAlgorithm): Running {
  return RUNNING[algorithm]();
}

/** Any case; throws InvalidRequest for an algorithm that S3 does not know. */
export function parseAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = name.toLowerCase();
  if (!isAlgorithm(algorithm)) throw new S3Error('InvalidRequest', `Unknown checksum algorithm: ${name}`);
  return algorithm;
}

/** The header that carries a checksum, e.g. `x-amz-checksum-crc32`. */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm}`;
}

/** The name of the element that carries it in S3's documents, e.g. `ChecksumCRC32`. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm.toUpperCase()}`;
}

/** The one `x-amz-checksum-*` value among headers or trailers. Throws InvalidRequest when there are several. */
export function findChecksum(
  read: (name: string) => string | undefined,
): { algorithm: ChecksumAlgorithm; value: string } | undefined {
  const found = Object.keys(RUNNING)
    .filter(isAlgorithm)
    .flatMap((algorithm) => {
      const value = read(checksumHeader(algorithm));
      return value === undefined ? [] : [{ algorithm, value }];
    });
  if (found.length > 1) throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.');
  return found[0];
}

/** The checksum of the checksums of parts, in their order. */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly string[]): string {
  const running = startChecksum(algorithm);
  for (const part of parts) running.update(Buffer.from(part, 'base64'));
  return `${running.digest().toString('base64')}-${parts.length}`;
}

function isAlgorithm(name: string): name is ChecksumAlgorithm {
  return Object.hasOwn(RUNNING, name);
}
