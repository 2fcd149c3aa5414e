import type { FileWriter } from '../container/file-io.ts';
import { ebmlElementBytes, ebmlElementHeader, ebmlInt64, ebmlUintElement } from './ebml.ts';
import type { WebmSeekPoint } from './head.ts';
import { EBML_ID } from './ids.ts';

const KEY_FRAME_FLAG = 0x80;
/** The shortest cluster. It starts at a key frame and includes the key frames of the next second. */
const MIN_CLUSTER_MS = 1000;
/** The longest cluster: its times have 16 bits. It is reached only without a key frame in all that time. */
const MAX_CLUSTER_MS = 20_000;

/** An upper bound of the clusters, and so of the seek points, of a video of this length. */
export const maxWebmClusters = (seconds: number): number => Math.ceil((seconds * 1000) / MIN_CLUSTER_MS) + 1;

/** A frame of a track. */
export interface WebmBlock {
  track: number;
  ms: number;
  parts: readonly Uint8Array[];
  isKey: boolean;
  /** The duration; for captions only. */
  durationMs?: number;
  /** Part of its end that is not played, in nanoseconds. */
  discardNs?: number;
}

/** Writes blocks in clusters of a second or more; only one cluster is in memory. */
export class WebmClusterWriter {
  readonly seekPoints: WebmSeekPoint[] = [];
  readonly #writer: FileWriter;
  #startMs: number | undefined;
  #content: Uint8Array[] = [];
  #contentBytes = 0;

  constructor(writer: FileWriter) {
    this.#writer = writer;
  }

  /** Starts a cluster if one is due. It has to be called before each frame of the video, in order, with its time in milliseconds. */
  async startFrame(ms: number, isKey: boolean): Promise<void> {
    const elapsed = this.#startMs === undefined ? Number.POSITIVE_INFINITY : ms - this.#startMs;
    if (elapsed < (isKey ? MIN_CLUSTER_MS : MAX_CLUSTER_MS)) return;
    await this.end();
    if (isKey) this.seekPoints.push({ ms, position: this.#writer.position });
    this.#startMs = ms;
    this.#push(ebmlUintElement(EBML_ID.timestamp, ms));
  }

  /** Adds a block to the current cluster. */
  add({ track, ms, parts, isKey, durationMs, discardNs }: WebmBlock): void {
    const isSimple = durationMs === undefined && discardNs === undefined;
    const head = Buffer.alloc(4);
    head.writeUInt8(0x80 | track, 0);
    head.writeInt16BE(ms - (this.#startMs ?? 0), 1);
    head.writeUInt8(isSimple && isKey ? KEY_FRAME_FLAG : 0, 3);
    const bytes = head.length + parts.reduce((sum, part) => sum + part.length, 0);
    if (isSimple) {
      for (const part of [ebmlElementHeader(EBML_ID.simpleBlock, bytes), head, ...parts]) this.#push(part);
      return;
    }
    const duration = durationMs === undefined ? [] : [ebmlUintElement(EBML_ID.blockDuration, durationMs)];
    const discard = discardNs === undefined ? [] : [ebmlInt64(EBML_ID.discardPadding, BigInt(discardNs))];
    this.#push(
      ebmlElementBytes(EBML_ID.blockGroup, ebmlElementBytes(EBML_ID.block, head, ...parts), ...duration, ...discard),
    );
  }

  /** Writes the current cluster. */
  async end(): Promise<void> {
    if (this.#contentBytes === 0) return;
    this.#writer.push(ebmlElementHeader(EBML_ID.cluster, this.#contentBytes));
    for (const bytes of this.#content) this.#writer.push(bytes);
    this.#content = [];
    this.#contentBytes = 0;
    if (this.#writer.hasFullBlock) await this.#writer.flush();
  }

  #push(bytes: Uint8Array): void {
    this.#content.push(bytes);
    this.#contentBytes += bytes.length;
  }
}
