/**
 * The keys of all files in the bucket. A lifecycle rule of serverless.yml deletes `tmp/` after two days: parts of renders,
 * and files that were removed from their slide but that a running render may still need.
 */
export const storageKeys = {
  slideImage: (acc: string, tl: string, token: string, extension: string) =>
    `accounts/${acc}/timelines/${tl}/images/${token}.${extension}`,
  backgroundAudio: (acc: string, tl: string, token: string) => `accounts/${acc}/timelines/${tl}/audio/${token}.flac`,
  /** Shared by all accounts. Named by the hash of what is drawn, a file never changes. */
  templatePreview: (template: string, hash: string, name: string) => `templates/${template}/${hash}/${name}.png`,
  /** Shared by all accounts. Named by everything that decides how it sounds. */
  voiceSample: (engine: string, hash: string) => `voices/${engine}/${hash}.mp3`,
  /** A client's own file for one slide. Synthesized voice is under `speech`. */
  recording: (acc: string, tl: string, token: string) => `accounts/${acc}/timelines/${tl}/recordings/${token}.wav`,
  upload: (acc: string, up: string) => `tmp/uploads/${acc}/${up}`,
  snapshot: (acc: string, rn: string) => `accounts/${acc}/renders/${rn}/timeline.json`,
  /** Named by the token of the lease under which it was made; the render's tasks name it. */
  plan: (acc: string, rn: string, token: string) => `tmp/renders/${acc}/${rn}/${token}-plan.json`,
  /** What each slide of a render says. Named as the plan is. */
  spoken: (acc: string, rn: string, token: string) => `tmp/renders/${acc}/${rn}/${token}-spoken.json`,
  /**
   * Encoded artifacts of videos, many in one file; a lifecycle rule of serverless.yml deletes them after 30 days. Named by
   * the token of the lease: two attempts write two files.
   */
  artifacts: (acc: string, token: string, name: string) => `cache/${acc}/${token}/${name}`,
  /** Files of a finished render, by the days for which they are kept: serverless.yml has a lifecycle rule for each plan. */
  output: (days: number, acc: string, rn: string, token: string, name: string) =>
    `outputs/${days}d/${acc}/${rn}/${token}/${name}`,
  speech: (acc: string, hash: string, extension = 'wav') => `accounts/${acc}/speech/${hash}.${extension}`,
  /** A stored answer that is too long for an item; valid for a day. */
  answer: (acc: string, token: string) => `tmp/answers/${acc}/${token}.json`,
  trashed: (key: string) => `tmp/trash/${key}`,
} as const;
