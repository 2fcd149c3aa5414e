/**
 * The keys of all files in the bucket. Each ends as `lib/kernel/shared/lifetimes.ts` says; a key starts with the prefix of its
 * lifetime, and then names its account, so that all files of an account are found by the prefixes there.
 */
export const storageKeys = {
  slideImage: (acc: string, tl: string, token: string, extension: string) =>
    `${timelineFiles(acc, tl)}images/${token}.${extension}`,
  backgroundAudio: (acc: string, tl: string, token: string) => `${timelineFiles(acc, tl)}audio/${token}.flac`,
  /** Shared by all accounts. Named by the hash of what is drawn, a file never changes. */
  templatePreview: (template: string, hash: string, name: string) => `templates/${template}/${hash}/${name}.png`,
  /** A picture of an account's template, named by the hash of what is drawn. `days` counts the half months in which it is used. */
  customTemplatePreview: (acc: string, days: number, hash: string, name: string) =>
    `cache/${acc}/templates/${days}/${hash}/${name}.png`,
  /** Written by the decoder, which drew every glyph of it. */
  font: (acc: string, token: string, extension: 'ttf' | 'otf') =>
    `brand/${acc}/fonts/${token}${DRAWN_ONCE}.${extension}`,
  /** Stored by an earlier version, as a client sent it: read and removed, and no longer written. */
  clientsFont: (acc: string, token: string, extension: string) => `brand/${acc}/fonts/${token}.${extension}`,
  logo: (acc: string, token: string, extension: string) => `brand/${acc}/logos/${token}.${extension}`,
  /** Shared by all accounts. Named by everything that decides how it sounds. */
  voiceSample: (engine: string, hash: string) => `voices/${engine}/${hash}.mp3`,
  /** A client's own file for one slide. Synthesized voice is under `speech`. */
  recording: (acc: string, tl: string, token: string) => `${timelineFiles(acc, tl)}recordings/${token}.wav`,
  upload: (acc: string, up: string) => `tmp/uploads/${acc}/${up}`,
  /** A deck, or the PDF next to it, until its import ends. */
  importedFile: (acc: string, imp: string, name: 'deck' | 'pdf') => `tmp/imports/${acc}/${imp}/${name}`,
  /** The slides of an imported deck as it has them, small, for the report of the import. It goes with the timeline. */
  importBefore: (acc: string, tl: string) => `imports/${acc}/${tl}/before.json`,
  /** A client's file on its way to the decoder, and what the decoder made of it. The token cannot be guessed. */
  undecoded: (acc: string, token: string) => `tmp/undecoded/${acc}/${token}`,
  decoded: (acc: string, token: string) => `tmp/decoded/${acc}/${token}`,
  snapshot: (acc: string, tl: string, rn: string) => `${timelineSnapshots(acc, tl)}${rn}.json`,
  /** A timeline as a batch froze it, with the rows: next to the snapshots of its renders. */
  frozenBatch: (acc: string, tl: string, bat: string) => `${timelineSnapshots(acc, tl)}${bat}.json`,
  /** Named by the token of the lease under which it was made; the render's tasks name it. */
  plan: (acc: string, rn: string, token: string) => `${renderWork(acc, rn)}${token}-plan.json`,
  /** Spoken text of each slide of a render. Named as the plan is. */
  spoken: (acc: string, rn: string, token: string) => `${renderWork(acc, rn)}${token}-spoken.json`,
  /** Encoded artifacts of videos, many in one file. Named by the token of the lease: two attempts write two files. */
  artifacts: (acc: string, token: string, name: string) => `cache/${acc}/${token}/${name}`,
  /** Encoded speech. Named by the hash of its artifacts: all workers that make it write the same bytes. */
  encodedSpeech: (acc: string, hash: string) => `cache/${acc}/speech/${hash}`,
  /** The slides of a timeline as small pictures, as they were last drawn. */
  slideTiles: (acc: string, tl: string) => `cache/${acc}/tiles/${tl}.json`,
  /** The slides of a timeline as the report of its import last showed them. */
  reportTiles: (acc: string, tl: string) => `cache/${acc}/tiles/${tl}-report.json`,
  /** Measures of the slides of a timeline, as far as they are known. */
  slideMeasures: (acc: string, tl: string) => `cache/${acc}/measures/${tl}.json`,
  /** Files of a finished render, by the days for which they are kept. */
  output: (days: number, acc: string, rn: string, token: string, name: string) =>
    `${renderOutputs(days, acc, rn)}${token}/${name}`,
  speech: (acc: string, hash: string, extension = 'wav') => `speech/${acc}/${hash}.${extension}`,
  /** A stored answer that is too long for an item. */
  answer: (acc: string, token: string) => `tmp/answers/${acc}/${token}.json`,
} as const;

/** In the name of a font whose glyphs were all drawn before it was stored. Fonts of versions before that are the bytes of clients. */
const DRAWN_ONCE = '-drawn';
const CLIENTS_FONT = new RegExp(`^brand/[^/]+/fonts/(?!.*${DRAWN_ONCE}\\.)`);

/** Reports whether a file is a font that an earlier version stored as it was sent. */
export const isClientsFont = (key: string): boolean => CLIENTS_FONT.test(key);

/** The prefix of all files that belong to a timeline. */
export function timelineFiles(acc: string, tl: string): string {
  return `timelines/${acc}/${tl}/`;
}

/** The prefix of the finished files of a render, by the days for which they are kept. */
export function renderOutputs(days: number, acc: string, rn: string): string {
  return `outputs/${days}d/${acc}/${rn}/`;
}

/** The prefix of what the tasks of a render leave to one another. */
export function renderWork(acc: string, rn: string): string {
  return `tmp/renders/${acc}/${rn}/`;
}

/** The prefix of the snapshots of a timeline. */
export function timelineSnapshots(acc: string, tl: string): string {
  return `snapshots/${acc}/${tl}/`;
}

/** All files outside of its prefixes that show the slides of a timeline, or tell of them. */
export const picturesOfTimeline = (acc: string, tl: string): string[] => [
  storageKeys.importBefore(acc, tl),
  storageKeys.slideTiles(acc, tl),
  storageKeys.reportTiles(acc, tl),
  storageKeys.slideMeasures(acc, tl),
];

/** All files that there may be of speech: as it was made, and in the other formats of narration. */
export const speechFiles = (acc: string, hash: string): string[] =>
  ['wav', 'mp3', 'ogg'].map((extension) => storageKeys.speech(acc, hash, extension));
