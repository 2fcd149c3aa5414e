/**
 * Where everything lies in the bucket. `tmp/` is cleared after two days by a lifecycle rule of serverless.yml: parts of
 * renders, and files that were taken away from their slide but that a running render may still need.
 */
export const storageKeys = {
  slideImage: (acc: string, tl: string, token: string, extension: string) =>
    `accounts/${acc}/timelines/${tl}/images/${token}.${extension}`,
  upload: (acc: string, up: string) => `tmp/uploads/${acc}/${up}`,
  snapshot: (acc: string, rn: string) => `accounts/${acc}/renders/${rn}/timeline.json`,
  plan: (acc: string, rn: string) => `tmp/renders/${acc}/${rn}/plan.json`,
  /** Named by the lease's token: a worker that lost its lease writes to a name that nobody reads. */
  part: (acc: string, rn: string, kind: string, index: number, token: string, extension: string) =>
    `tmp/renders/${acc}/${rn}/${kind}-${String(index).padStart(5, '0')}-${token}.${extension}`,
  output: (acc: string, rn: string, token: string, name: string) => `accounts/${acc}/renders/${rn}/${token}/${name}`,
  speech: (acc: string, hash: string, extension = 'wav') => `accounts/${acc}/speech/${hash}.${extension}`,
  /** A stored answer that is too long for an item; counts for a day. */
  answer: (acc: string, token: string) => `tmp/answers/${acc}/${token}.json`,
  trashed: (key: string) => `tmp/trash/${key}`,
} as const;
