import type { Resolution } from '../format.ts';

/** The kind of file that has a video, named by its extension. */
export type VideoContainer = 'mp4' | 'webm';

/** Estimated bytes of a picture as a key frame (`still`), and of one picture of a movement (`moving`). */
export interface PictureByteEstimate {
  still: number;
  moving: number;
}

/** Stored form of a codec in MP4. */
interface Mp4Storage {
  container: 'mp4';
  /** The name of its sample entry (ISO/IEC 14496-15; the binding of AV1). */
  sampleEntry: string;
  /** The box in the sample entry that has the decoder configuration. */
  configuration: string;
  /** The brand that players look for. */
  brand: string;
}

/** Stored form of a codec in WebM. */
interface WebmStorage {
  container: 'webm';
  /** `CodecID` of its track. */
  codecId: string;
}

/**
 * All facts about a codec that do not need its program. Functions that only validate requests, and the console, contain only this table.
 * Its program is an object in `<codec>.ts`, found by `video-codec-of.ts`.
 */
interface CodecFacts {
  /** Its usual name. */
  name: string;
  /** A reason to choose it, apart from its container, as part of its label; absent: none. */
  merit?: string;
  storage: Mp4Storage | WebmStorage;
  /** True if the ffmpeg that is deployed encodes it: then deployed stages offer it (`VIDEO_CODECS`). */
  isDeployed: boolean;
  /** True if decoders can blend a fade from the two pictures around it, so that it is not encoded. */
  blendsFades: boolean;
  /** The width in pixels up to which decoders can move a picture in from a side, so that it is not encoded: vectors have a longest length. 0: none. */
  widestMove: number;
  /** True if a still is one key frame that is repeated by copies of some bytes; false: a still is encoded as a GOP. */
  copiesStills: boolean;
  /**
   * Cost of encoding, with the drawing of a still, but not of a movement, in seconds of one core for 1080p (2.07 megapixels), on 2 shared cores.
   * Rough: it only decides how work is divided among workers.
   */
  seconds: { still: number; movingFrame: number };
  /**
   * Bytes of a photograph that fills the picture, 16:9, in the quality `standard`: one with as much detail at each scale as leaves or gravel have. `node
   * test/tools/film-bytes.ts` made the figures on 2026-11-26, with the middle of a zoom of 10 s at 30 frames per second.
   */
  photograph: Readonly<Record<Resolution, PictureByteEstimate>>;
}

const VP9_PHOTOGRAPH: CodecFacts['photograph'] = {
  '480p': { still: 146_000, moving: 8_700 },
  '720p': { still: 296_000, moving: 16_900 },
  '1080p': { still: 639_000, moving: 31_400 },
  '1440p': { still: 1_056_000, moving: 48_200 },
  '2160p': { still: 2_364_000, moving: 90_100 },
};

/** The codecs, in the order in which they are listed. This is the only place for the differences between them, other than their programs. */
export const CODEC_FACTS = {
  h264: {
    name: 'H.264',
    merit: 'plays everywhere',
    storage: { container: 'mp4', sampleEntry: 'avc1', configuration: 'avcC', brand: 'avc1' },
    isDeployed: true,
    blendsFades: true,
    widestMove: 2048,
    copiesStills: true,
    seconds: { still: 0.035, movingFrame: 0.02 },
    photograph: {
      '480p': { still: 112_000, moving: 8_400 },
      '720p': { still: 219_000, moving: 19_400 },
      '1080p': { still: 502_000, moving: 36_700 },
      '1440p': { still: 770_000, moving: 59_000 },
      '2160p': { still: 1_885_000, moving: 105_800 },
    },
  },
  h265: {
    name: 'H.265',
    merit: 'smaller',
    // It has no separate brand.
    storage: { container: 'mp4', sampleEntry: 'hvc1', configuration: 'hvcC', brand: 'iso6' },
    isDeployed: true,
    blendsFades: false,
    widestMove: 0,
    copiesStills: true,
    seconds: { still: 0.15, movingFrame: 0.08 },
    photograph: {
      '480p': { still: 126_000, moving: 15_900 },
      '720p': { still: 249_000, moving: 31_200 },
      '1080p': { still: 531_000, moving: 50_700 },
      '1440p': { still: 826_000, moving: 64_800 },
      '2160p': { still: 1_961_000, moving: 94_300 },
    },
  },
  vp9: {
    name: 'VP9',
    storage: { container: 'webm', codecId: 'V_VP9' },
    isDeployed: true,
    blendsFades: false,
    widestMove: 0,
    copiesStills: true,
    seconds: { still: 0.08, movingFrame: 0.06 },
    photograph: VP9_PHOTOGRAPH,
  },
  av1: {
    name: 'AV1',
    storage: { container: 'mp4', sampleEntry: 'av01', configuration: 'av1C', brand: 'av01' },
    // The deployed ffmpeg has no encoder that is fast enough (lib/decisions/0030).
    isDeployed: false,
    blendsFades: false,
    widestMove: 0,
    copiesStills: false,
    seconds: { still: 0.9, movingFrame: 0.1 },
    // Not measured: those of VP9.
    photograph: VP9_PHOTOGRAPH,
  },
} as const satisfies Readonly<Record<string, CodecFacts>>;

/** A video codec of the API. Which of them are available also depends on the installed encoder. */
export type VideoCodecId = keyof typeof CODEC_FACTS;

/** The codecs that are stored in a container. */
export type VideoCodecIdOfContainer<Kind extends VideoContainer> = {
  [Each in VideoCodecId]: (typeof CODEC_FACTS)[Each]['storage']['container'] extends Kind ? Each : never;
}[VideoCodecId];

/** The ids of all codecs. */
export const VIDEO_CODEC_IDS = Object.keys(CODEC_FACTS) as readonly VideoCodecId[];

/** The facts of a codec. */
export const codecFactsOf = (codec: VideoCodecId): CodecFacts => CODEC_FACTS[codec];

/** The container of a codec's videos. WebM has Opus, MP4 AAC. */
export const containerOfCodec = (codec: VideoCodecId): VideoContainer => codecFactsOf(codec).storage.container;

/** The codecs that a deployed stage offers, unless `VIDEO_CODECS` says otherwise: those of the ffmpeg in its layer. */
export const DEPLOYED_VIDEO_CODECS: readonly VideoCodecId[] = VIDEO_CODEC_IDS.filter(
  (codec) => codecFactsOf(codec).isDeployed,
);
