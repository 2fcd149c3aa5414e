/**
 * Where everything lies in the bucket. `tmp/` is cleared after two days by a lifecycle rule of serverless.yml: parts of
 * renders, and files that were taken away from their slide but that a running render may still need.
 */
export const storageKeys = {
  slideImage: (acc: string, tl: string, token: string, extension: string) =>
    `accounts/${acc}/timelines/${tl}/images/${token}.${extension}`,
  backgroundAudio: (acc: string, tl: string, token: string) => `accounts/${acc}/timelines/${tl}/audio/${token}.flac`,
  /** Of no account: the same picture for all. Named by the hash of what is drawn, it never changes. */
  templatePreview: (template: string, hash: string, name: string) => `templates/${template}/${hash}/${name}.png`,
  /** Of no account, as templates' pictures are: named by all that decides how it sounds. */
  voiceSample: (engine: string, hash: string) => `voices/${engine}/${hash}.mp3`,
  /** Of one slide; what an engine said is under `speech`. */
  recording: (acc: string, tl: string, token: string) => `accounts/${acc}/timelines/${tl}/recordings/${token}.wav`,
  upload: (acc: string, up: string) => `tmp/uploads/${acc}/${up}`,
  snapshot: (acc: string, rn: string) => `accounts/${acc}/renders/${rn}/timeline.json`,
  plan: (acc: string, rn: string) => `tmp/renders/${acc}/${rn}/plan.json`,
  /**
   * Encoded artifacts of videos, many in one file; a lifecycle rule of serverless.yml deletes them after 30 days. Named by the
   * lease's token: two attempts write two files.
   */
  artifacts: (acc: string, token: string, name: string) => `cache/${acc}/${token}/${name}`,
  /** Files of a finished render, by the days for which they are kept: a lifecycle rule of serverless.yml for each plan's. */
  output: (days: number, acc: string, rn: string, token: string, name: string) =>
    `outputs/${days}d/${acc}/${rn}/${token}/${name}`,
  speech: (acc: string, hash: string, extension = 'wav') => `accounts/${acc}/speech/${hash}.${extension}`,
  /** A stored answer that is too long for an item; counts for a day. */
  answer: (acc: string, token: string) => `tmp/answers/${acc}/${token}.json`,
  trashed: (key: string) => `tmp/trash/${key}`,
} as const;
