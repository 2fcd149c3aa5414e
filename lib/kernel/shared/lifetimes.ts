/**
 * Lifetimes of everything that the service stores. This is the only table of them: tests compare the bucket's lifecycle rules in
 * serverless.yml and the guide `lib/front/docs/guides/data.md` with it, and stores take their seconds from it.
 */

const DAY_SECONDS = 86_400;

interface FileLifetime {
  /** Description of the files. */
  content: string;
  /** Days after which the bucket's lifecycle rule for the prefix deletes a file; absent: there is no rule. */
  days?: number;
  /** Events that remove a file earlier than the rule does. */
  removed_when?: string;
  /**
   * True if the key contains the account id right after the prefix. Other files are shared by all accounts: they are made of texts and
   * pictures of the service itself, and contain no data of clients.
   */
  of_account: boolean;
}

/** Lifetimes of files, by the prefix of their keys. */
export const FILE_LIFETIMES = {
  'timelines/': {
    content: 'images, recordings and music',
    removed_when:
      'replaced or removed, or its slide or timeline deleted: within minutes, or when the last render that froze it has ended',
    of_account: true,
  },
  'snapshots/': {
    content: 'timelines as they were frozen for a render, or for a batch with its rows',
    days: 3,
    removed_when: 'its timeline is deleted: within minutes, or when the last render or batch of it has ended',
    of_account: true,
  },
  'brand/': {
    content: 'logos of templates, and fonts',
    removed_when: 'replaced or removed: after three days, when no render needs it any more',
    of_account: true,
  },
  'speech/': {
    content: 'synthesized voice',
    removed_when:
      'within minutes after the last slide, timeline or render that uses it was deleted; otherwise 30 to 60 days after its last use, unless it is the narration of a slide',
    of_account: true,
  },
  'cache/': {
    content: 'encoded parts of videos, small pictures of slides and what they measure, sound of speech previews',
    days: 30,
    removed_when: 'its timeline is deleted: within minutes, or when the last render of it has ended',
    of_account: true,
  },
  'imports/': {
    content: 'small pictures of the slides of imported decks, for the reports of imports',
    days: 30,
    removed_when: 'the import fails, or its timeline is deleted: within minutes',
    of_account: true,
  },
  'outputs/30d/': {
    content: 'videos, posters, captions and extras (Pro)',
    days: 30,
    removed_when: 'its client deletes the files of the render: at once',
    of_account: true,
  },
  'outputs/90d/': {
    content: 'videos, posters, captions and extras (Max)',
    days: 90,
    removed_when: 'its client deletes the files of the render: at once',
    of_account: true,
  },
  'tmp/uploads/': {
    content: 'announced uploads until they are completed',
    days: 2,
    removed_when: 'the upload is completed',
    of_account: true,
  },
  'tmp/imports/': {
    content: 'decks until their import ends',
    days: 2,
    removed_when: 'the import ends: within minutes',
    of_account: true,
  },
  'tmp/undecoded/': {
    content: 'files of clients on their way to the decoder',
    days: 1,
    removed_when: 'the file is decoded or refused',
    of_account: true,
  },
  'tmp/decoded/': {
    content: 'decoded files on their way back',
    days: 1,
    removed_when: 'the file is stored',
    of_account: true,
  },
  'tmp/renders/': { content: 'plans of renders', days: 2, of_account: true },
  'tmp/answers/': { content: 'long answers for idempotency keys', days: 2, of_account: true },
  'templates/': { content: 'pictures of the templates', of_account: false },
  'voices/': { content: 'samples of the voices', of_account: false },
} as const satisfies Record<string, FileLifetime>;

/** Prefixes of the keys of an account's files. */
export const fileKeyPrefixesOfAccount = (accountId: string): string[] =>
  Object.entries(FILE_LIFETIMES)
    .filter(([, { of_account }]) => of_account)
    .map(([prefix]) => `${prefix}${accountId}/`);

interface ItemLifetime {
  /** Description of the item. */
  content: string;
  /** Seconds after which an item expires; absent: it does not. */
  seconds?: number;
  /** Events that remove an item. Absent: it is removed only when it expires. */
  removed_when?: string;
}

/** Lifetimes of the items of the table, by their type. */
export const ITEM_LIFETIMES = {
  account: { content: 'name, e-mail address and plan', removed_when: 'it is deleted' },
  api_key: { content: 'hash and name of an API key', removed_when: 'the key is revoked' },
  identity: { content: 'a user of the identity provider', removed_when: 'the identity is removed' },
  invitation: {
    content: 'an invitation to make an account: hash of its token, plan, name and e-mail address',
    seconds: 30 * DAY_SECONDS,
    removed_when: 'it is accepted or revoked',
  },
  credential: {
    content: 'the list of keys and identities',
    removed_when: 'the key is revoked, or the identity is removed',
  },
  timeline: { content: 'settings and order of slides', removed_when: 'the timeline is deleted' },
  slide: { content: 'texts of a slide', removed_when: 'the slide is changed or deleted' },
  audio: { content: 'the narration of a slide', removed_when: 'it is replaced, or its slide is deleted' },
  adopted_audio: {
    content: 'the narration that renders left to the slides of a timeline',
    removed_when: 'it is replaced, or the timeline is deleted',
  },
  render: { content: 'status, settings and metadata of a render', removed_when: 'its account is deleted' },
  batch: { content: 'status and counts of a batch', removed_when: 'its account is deleted' },
  task: { content: 'parts of the work of a render', removed_when: 'its account is deleted' },
  outbox: { content: 'an event and its body', seconds: 30 * DAY_SECONDS },
  delivery: {
    content: 'an event on its way to a receiver, and its attempts',
    seconds: 30 * DAY_SECONDS,
    removed_when: 'its webhook is deleted',
  },
  throttle: { content: 'how a receiver answers', seconds: 30 * DAY_SECONDS },
  webhook: { content: 'address and sealed secret', removed_when: 'the webhook is deleted' },
  speech: { content: 'the sentences and times of synthesized voice', removed_when: 'its file is removed' },
  artifact_pack: { content: 'where the encoded parts of a video are stored', seconds: 25 * DAY_SECONDS },
  artifact_sketch: { content: 'which timeline has such parts', seconds: 25 * DAY_SECONDS },
  film: {
    content: 'where the files of a finished render are stored, for a later render that equals it',
    seconds: 25 * DAY_SECONDS,
  },
  usage: { content: 'counts of a month', removed_when: 'its account is deleted' },
  render_slots: {
    content: 'which renders run and wait, and which batches are open',
    removed_when: 'its account is deleted',
  },
  pool_line: { content: 'that an account has work with the workers', removed_when: 'the sweeper finds none' },
  pool_slots: { content: 'how much work of an account is with the workers', removed_when: 'the sweeper finds none' },
  ticket: { content: 'a place in the queue for the workers', removed_when: 'the work is done, or has ended' },
  reservation: { content: 'what a render may still use of the month', removed_when: 'the render ends' },
  holdings: { content: 'the number of timelines and stored bytes', removed_when: 'its account is deleted' },
  upload: { content: 'an announced upload', seconds: 3600, removed_when: 'the upload is completed' },
  import: {
    content: 'the state of an import, and its report',
    seconds: 30 * DAY_SECONDS,
    removed_when: 'its account is deleted',
  },
  image_fetch: {
    content: 'addresses of images that slides or a render asked for, and the results',
    seconds: 3 * DAY_SECONDS,
  },
  font: { content: 'name and scripts of a font', removed_when: 'the font is deleted' },
  own_template: { content: 'colours, fonts and logo of a template', removed_when: 'the template is deleted' },
  brand: { content: 'which template was made of the theme of a deck', removed_when: 'its account is deleted' },
  decoder_slots: { content: 'which files are being decoded', removed_when: 'its account is deleted' },
  import_slots: { content: 'which imports have not ended', removed_when: 'its account is deleted' },
  idempotency: { content: 'an idempotency key and its answer (sealed where it has a secret)', seconds: DAY_SECONDS },
  rate: { content: 'the number of requests in a minute', seconds: 600 },
  tombstone: { content: 'what has to be removed', removed_when: 'it is removed' },
  accounting: {
    content: 'what remains of a deleted account: its id, its times, counts of months',
    removed_when: 'never',
  },
  erased_place: { content: 'the id of something of a deleted account', removed_when: 'the account is erased' },
  sweep_cursor: { content: 'the progress of a sweeper', removed_when: 'never' },
  table_format: { content: 'the format of the table', removed_when: 'never' },
} as const satisfies Record<string, ItemLifetime>;

/**
 * Longest time in seconds for which a request or a function that has started may still write. The address of an upload is valid for an
 * hour, and an upload that starts at its end has five minutes; a function runs for at most 15 minutes.
 */
export const MAX_LATE_WRITE_SECONDS = ITEM_LIFETIMES.upload.seconds + 300;

/** Times of speech that is not the narration of a slide, in seconds. */
export const SPEECH_LIFETIMES_IN_SECONDS = {
  /**
   * Time after its last use at which it is removed. This is also the time between two checks, so that it may be kept for up to twice the
   * time.
   */
  unused: 30 * DAY_SECONDS,
  /** Time after which a use is recorded again. */
  record_again: DAY_SECONDS,
  /** Time for which the removal of speech is recorded: longer than the run of a worker that may have started before it. */
  remembered: 3600,
} as const;
