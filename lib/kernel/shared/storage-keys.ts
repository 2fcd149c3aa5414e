/**
 * The keys of all files in the bucket. A key starts with a prefix of `lib/kernel/shared/lifetimes.ts`, which decides when the file is removed.
 * The account id follows, so that all files of an account are found by these prefixes. Parameters such as `acc`, `tl` and `rn` are ids, named
 * by their prefix (`ID_PREFIXES`).
 */
export const storageKeys = {
  slideImage: (acc: string, tl: string, token: string, extension: string) =>
    `${timelineFilesPrefix(acc, tl)}images/${token}.${extension}`,
  /** The video of a slide, as footage, and its sound. */
  footage: (acc: string, tl: string, token: string) => `${timelineFilesPrefix(acc, tl)}videos/${token}.footage`,
  footageSound: (acc: string, tl: string, token: string) => `${timelineFilesPrefix(acc, tl)}videos/${token}.flac`,
  backgroundAudio: (acc: string, tl: string, token: string) => `${timelineFilesPrefix(acc, tl)}audio/${token}.flac`,
  /** Shared by all accounts. Its name has the hash of everything that is drawn, so that a file never changes. */
  templatePreview: (templateId: string, hash: string, name: string) => `templates/${templateId}/${hash}/${name}.png`,
  /**
   * A picture of an account's template, named by the hash of everything that is drawn. `halfMonth` is the number of the half month in which
   * it is used.
   */
  customTemplatePreview: (acc: string, halfMonth: number, hash: string, name: string) =>
    `cache/${acc}/templates/${halfMonth}/${hash}/${name}.png`,
  /** Written by the decoder after it drew every glyph. */
  font: (acc: string, token: string, extension: 'ttf' | 'otf') =>
    `brand/${acc}/fonts/${token}${DRAWN_SUFFIX}.${extension}`,
  /** The bytes of a client, stored by an earlier version: read and removed, but no longer written. */
  clientsFont: (acc: string, token: string, extension: string) => `brand/${acc}/fonts/${token}.${extension}`,
  logo: (acc: string, token: string, extension: string) => `brand/${acc}/logos/${token}.${extension}`,
  /** Shared by all accounts. Named by the hash of everything that decides its sound. */
  voiceSample: (engine: string, hash: string) => `voices/${engine}/${hash}.mp3`,
  /** A client's own file for one slide. Synthesized voice is under `speech`. */
  recording: (acc: string, tl: string, token: string) => `${timelineFilesPrefix(acc, tl)}recordings/${token}.wav`,
  upload: (acc: string, up: string) => `tmp/uploads/${acc}/${up}`,
  /** A deck, or the PDF next to it, until its import ends. */
  importedFile: (acc: string, imp: string, name: 'deck' | 'pdf') => `tmp/imports/${acc}/${imp}/${name}`,
  /** Small pictures of the slides as the imported deck had them, for the report of the import. Removed with the timeline. */
  importBefore: (acc: string, tl: string) => `imports/${acc}/${tl}/before.json`,
  /** A client's file for the decoder; `decoded` is the decoder's result. The token cannot be guessed. */
  undecoded: (acc: string, token: string) => `tmp/undecoded/${acc}/${token}`,
  decoded: (acc: string, token: string) => `tmp/decoded/${acc}/${token}`,
  /** Further files that the decoder makes of a video. */
  decodedSound: (acc: string, token: string) => `tmp/decoded/${acc}/${token}-sound`,
  decodedPoster: (acc: string, token: string) => `tmp/decoded/${acc}/${token}-poster`,
  snapshot: (acc: string, tl: string, rn: string) => `${timelineSnapshotsPrefix(acc, tl)}${rn}.json`,
  /** The frozen timeline of a batch, with its rows, next to the snapshots of its renders. */
  frozenBatch: (acc: string, tl: string, bat: string) => `${timelineSnapshotsPrefix(acc, tl)}${bat}.json`,
  /** Named by the token of the lease under which it was made. The tasks of the render refer to it. */
  plan: (acc: string, rn: string, token: string) => `${renderWorkPrefix(acc, rn)}${token}-plan.json`,
  /** Spoken text of each slide of a render. Named like the plan. */
  spoken: (acc: string, rn: string, token: string) => `${renderWorkPrefix(acc, rn)}${token}-spoken.json`,
  /** Encoded artifacts of videos, many in one file. Named by the token of the lease: two attempts write two files. */
  artifacts: (acc: string, token: string, name: string) => `cache/${acc}/${token}/${name}`,
  /** Encoded speech. Named by the hash of its artifacts: all workers that make it write the same bytes. */
  encodedSpeech: (acc: string, hash: string) => `cache/${acc}/speech/${hash}`,
  /** The slides of a timeline as small pictures, as they were last drawn. */
  slideTiles: (acc: string, tl: string) => `cache/${acc}/tiles/${tl}.json`,
  /** The slides of a timeline as the report of its import last showed them. */
  reportTiles: (acc: string, tl: string) => `cache/${acc}/tiles/${tl}-report.json`,
  /** Known measures of the slides of a timeline: layout, text fits, contrast. */
  slideMeasures: (acc: string, tl: string) => `cache/${acc}/measures/${tl}.json`,
  /** Files of a finished render, by the days for which they are kept. */
  output: (days: number, acc: string, rn: string, token: string, name: string) =>
    `${renderOutputsPrefix(days, acc, rn)}${token}/${name}`,
  /** The sound of a preview of speech, which belongs to no timeline. Named by everything that decides it. */
  spokenPreview: (acc: string, hash: string) => `cache/${acc}/previews/${hash}.wav`,
  speech: (acc: string, hash: string, extension = 'wav') => `speech/${acc}/${hash}.${extension}`,
  /** A stored answer that is too long for an item. */
  answer: (acc: string, token: string) => `tmp/answers/${acc}/${token}.json`,
} as const;

/**
 * Suffix of the name of a font whose glyphs were all drawn before it was stored. Fonts without it are the bytes of clients, stored by earlier
 * versions.
 */
const DRAWN_SUFFIX = '-drawn';
const UNCONVERTED_FONT = new RegExp(`^brand/[^/]+/fonts/(?!.*${DRAWN_SUFFIX}\\.)`);

/** Reports whether a file is a font that an earlier version stored as it was sent. */
export const isUnconvertedFontKey = (key: string): boolean => UNCONVERTED_FONT.test(key);

/**
 * Cached files that are not made again: the sound of previews of speech, because its characters would be counted again; and pictures of
 * templates, because processes remember that these exist.
 */
const NOT_RECREATABLE = /^cache\/[^/]+\/(?:previews|templates)\//;

/**
 * Reports whether the service makes a file again when it needs it, without a cost for an account: encoded parts of videos, small pictures of
 * slides, measures.
 */
export const isRecreatableFileKey = (key: string): boolean => key.startsWith('cache/') && !NOT_RECREATABLE.test(key);

/** The prefix of all files that belong to a timeline. */
export function timelineFilesPrefix(acc: string, tl: string): string {
  return `timelines/${acc}/${tl}/`;
}

/** The prefix of the finished files of a render, by the days for which they are kept. */
export function renderOutputsPrefix(days: number, acc: string, rn: string): string {
  return `outputs/${days}d/${acc}/${rn}/`;
}

/** The prefix of the files that the tasks of a render pass to one another. */
export function renderWorkPrefix(acc: string, rn: string): string {
  return `tmp/renders/${acc}/${rn}/`;
}

/** The prefix of the snapshots of a timeline. */
export function timelineSnapshotsPrefix(acc: string, tl: string): string {
  return `snapshots/${acc}/${tl}/`;
}

/** All files outside of the timeline's own prefixes that have pictures or measures of its slides. */
export const derivedPictureKeysOfTimeline = (acc: string, tl: string): string[] => [
  storageKeys.importBefore(acc, tl),
  storageKeys.slideTiles(acc, tl),
  storageKeys.reportTiles(acc, tl),
  storageKeys.slideMeasures(acc, tl),
];

/** All files of speech that may exist: the synthesized WAV, and the other formats of narration. */
export const speechFileKeys = (acc: string, hash: string): string[] =>
  ['wav', 'mp3', 'ogg'].map((extension) => storageKeys.speech(acc, hash, extension));
