const VP9_PHOTOGRAPH = {
  '480p': { still: 146_000, moving: 8_700 },
  '720p': { still: 296_000, moving: 16_900 },
  '1080p': { still: 639_000, moving: 31_400 },
  '1440p': { still: 1_056_000, moving: 48_200 },
  '2160p': { still: 2_364_000, moving: 90_100 },
};
/** The codecs, in the order in which they are listed. What differs between them, other than their programs, is said here only. */
export const CODEC_FACTS = {
  h264: {
    name: 'H.264',
    merit: 'plays everywhere',
    storage: { container: 'mp4', sampleEntry: 'avc1', configuration: 'avcC', brand: 'avc1' },
    isDeployed: true,
    blendsFades: true,
    copiesStills: true,
    seconds: { still: 0.035, movingFrame: 0.03 },
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
    // It has no brand of its own.
    storage: { container: 'mp4', sampleEntry: 'hvc1', configuration: 'hvcC', brand: 'iso6' },
    isDeployed: true,
    blendsFades: false,
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
    copiesStills: true,
    seconds: { still: 0.08, movingFrame: 0.06 },
    photograph: VP9_PHOTOGRAPH,
  },
  av1: {
    name: 'AV1',
    storage: { container: 'mp4', sampleEntry: 'av01', configuration: 'av1C', brand: 'av01' },
    // The deployed ffmpeg has none that is fast enough (lib/decisions/0030).
    isDeployed: false,
    blendsFades: false,
    copiesStills: false,
    seconds: { still: 0.9, movingFrame: 0.1 },
    // Not measured: those of VP9.
    photograph: VP9_PHOTOGRAPH,
  },
};
/** The ids of all codecs. */
export const CODECS = Object.keys(CODEC_FACTS);
/** The facts of a codec. */
export const factsOf = (codec) => CODEC_FACTS[codec];
/** The container of a codec's videos. WebM holds Opus, MP4 AAC. */
export const containerOf = (codec) => factsOf(codec).storage.container;
/** The codecs that a deployed stage offers, unless `VIDEO_CODECS` says otherwise: those of the ffmpeg in its layer. */
export const DEPLOYED_CODECS = CODECS.filter((codec) => factsOf(codec).isDeployed);
