/**
 * Lifetimes of everything that the service stores: the only table of them. The bucket's lifecycle rules in serverless.yml
 * and the guide `lib/front/docs/guides/data.md` say the same (tests compare); stores read their seconds from here.
 */

const DAY_SECONDS = 86_400;

interface FileLifetime {
  /** What the files are. */
  holds: string;
  /** Days after which the bucket's rule for the prefix deletes a file; absent: there is no rule. */
  days?: number;
  /** What else ends a file, earlier than the rule. */
  ends?: string;
  /**
   * Whether the account is named in the key, right after the prefix. The others are shared by all accounts: they are made
   * of texts and pictures of the service itself, and hold nothing of anybody.
   */
  of_account: boolean;
}

/** Files, by the prefix of their keys. */
export const FILE_LIFETIMES = {
  'timelines/': {
    holds: 'images, recordings and music',
    ends: 'replaced or removed, or its slide or timeline deleted: within minutes, or when the last render that froze it has ended',
    of_account: true,
  },
  'snapshots/': {
    holds: 'timelines as they were frozen for a render, or for a batch with its rows',
    days: 3,
    ends: 'its timeline is deleted: within minutes, or when the last render or batch of it has ended',
    of_account: true,
  },
  'brand/': {
    holds: 'logos of templates, and fonts',
    ends: 'replaced or removed: after three days, when no render needs it any more',
    of_account: true,
  },
  'speech/': {
    holds: 'synthesized voice',
    ends: 'within minutes after the last slide, timeline or render that uses it was deleted; otherwise 30 to 60 days after its last use, unless it is the narration of a slide',
    of_account: true,
  },
  'cache/': {
    holds: 'encoded parts of videos, small pictures of slides and what they measure',
    days: 30,
    ends: 'its timeline is deleted: within minutes, or when the last render of it has ended',
    of_account: true,
  },
  'imports/': {
    holds: 'small pictures of the slides of imported decks, for the reports of imports',
    days: 30,
    ends: 'the import fails, or its timeline is deleted: within minutes',
    of_account: true,
  },
  'outputs/30d/': {
    holds: 'videos, posters, captions and extras (Pro)',
    days: 30,
    ends: 'its client deletes the files of the render: at once',
    of_account: true,
  },
  'outputs/90d/': {
    holds: 'videos, posters, captions and extras (Max)',
    days: 90,
    ends: 'its client deletes the files of the render: at once',
    of_account: true,
  },
  'tmp/uploads/': {
    holds: 'announced uploads until they are completed',
    days: 2,
    ends: 'the upload is completed',
    of_account: true,
  },
  'tmp/imports/': {
    holds: 'decks until their import ends',
    days: 2,
    ends: 'the import ends: within minutes',
    of_account: true,
  },
  'tmp/undecoded/': {
    holds: 'files of clients on their way to the decoder',
    days: 1,
    ends: 'the file is decoded or refused',
    of_account: true,
  },
  'tmp/decoded/': {
    holds: 'decoded files on their way back',
    days: 1,
    ends: 'the file is stored',
    of_account: true,
  },
  'tmp/renders/': { holds: 'plans of renders', days: 2, of_account: true },
  'tmp/answers/': { holds: 'long answers for idempotency keys', days: 2, of_account: true },
  'templates/': { holds: 'pictures of the templates', of_account: false },
  'voices/': { holds: 'samples of the voices', of_account: false },
} as const satisfies Record<string, FileLifetime>;

/** The prefixes of an account's files. */
export const prefixesOfAccount = (accountId: string): string[] =>
  Object.entries(FILE_LIFETIMES)
    .filter(([, { of_account }]) => of_account)
    .map(([prefix]) => `${prefix}${accountId}/`);

interface ItemLifetime {
  holds: string;
  /** Seconds after which an item expires; absent: it does not. */
  seconds?: number;
  /** What ends an item. Absent: nothing but its time. */
  ends?: string;
}

/** Items of the table, by their type. */
export const ITEM_LIFETIMES = {
  account: { holds: 'name, e-mail address and plan', ends: 'it is deleted' },
  api_key: { holds: 'hash and name of an API key', ends: 'the key is revoked' },
  identity: { holds: 'a user of the identity provider', ends: 'the identity is removed' },
  credential: { holds: 'the list of keys and identities', ends: 'the key is revoked, or the identity is removed' },
  timeline: { holds: 'settings and order of slides', ends: 'the timeline is deleted' },
  slide: { holds: 'texts of a slide', ends: 'the slide is changed or deleted' },
  audio: { holds: 'the narration of a slide', ends: 'it is replaced, or its slide is deleted' },
  adopted_audio: {
    holds: 'the narration that renders left to the slides of a timeline',
    ends: 'it is replaced, or the timeline is deleted',
  },
  render: { holds: 'status, settings and metadata of a render', ends: 'its account is deleted' },
  batch: { holds: 'status and counts of a batch', ends: 'its account is deleted' },
  task: { holds: 'parts of the work of a render', ends: 'its account is deleted' },
  outbox: { holds: 'an event and its body', seconds: 30 * DAY_SECONDS },
  delivery: {
    holds: 'an event on its way to a receiver, and its attempts',
    seconds: 30 * DAY_SECONDS,
    ends: 'its webhook is deleted',
  },
  throttle: { holds: 'how a receiver answers', seconds: 30 * DAY_SECONDS },
  webhook: { holds: 'address and sealed secret', ends: 'the webhook is deleted' },
  speech: { holds: 'the sentences and times of synthesized voice', ends: 'its file is removed' },
  artifact_pack: { holds: 'where the encoded parts of a video are stored', seconds: 25 * DAY_SECONDS },
  artifact_sketch: { holds: 'which timeline has such parts', seconds: 25 * DAY_SECONDS },
  film: {
    holds: 'where the files of a finished render are stored, for a later render that equals it',
    seconds: 25 * DAY_SECONDS,
  },
  usage: { holds: 'counts of a month', ends: 'its account is deleted' },
  render_slots: { holds: 'which renders run and wait, and which batches are open', ends: 'its account is deleted' },
  pool_line: { holds: 'that an account has work with the workers', ends: 'the sweeper finds none' },
  pool_slots: { holds: 'how much work of an account is with the workers', ends: 'the sweeper finds none' },
  ticket: { holds: 'a place in the queue for the workers', ends: 'the work is done, or has ended' },
  reservation: { holds: 'what a render may still use of the month', ends: 'the render ends' },
  holdings: { holds: 'the number of timelines and stored bytes', ends: 'its account is deleted' },
  upload: { holds: 'an announced upload', seconds: 3600, ends: 'the upload is completed' },
  import: {
    holds: 'the state of an import, and its report',
    seconds: 30 * DAY_SECONDS,
    ends: 'its account is deleted',
  },
  image_fetch: {
    holds: 'addresses of images that slides or a render asked for, and the results',
    seconds: 3 * DAY_SECONDS,
  },
  font: { holds: 'name and scripts of a font', ends: 'the font is deleted' },
  own_template: { holds: 'colours, fonts and logo of a template', ends: 'the template is deleted' },
  brand: { holds: 'which template was made of the theme of a deck', ends: 'its account is deleted' },
  decoder_slots: { holds: 'which files are being decoded', ends: 'its account is deleted' },
  import_slots: { holds: 'which imports have not ended', ends: 'its account is deleted' },
  idempotency: { holds: 'an idempotency key and its answer (sealed where it has a secret)', seconds: DAY_SECONDS },
  rate: { holds: 'the number of requests in a minute', seconds: 600 },
  tombstone: { holds: 'what has to be removed', ends: 'it is removed' },
  accounting: { holds: 'what remains of a deleted account: its id, its times, counts of months', ends: 'never' },
  erased_place: { holds: 'the id of something of a deleted account', ends: 'the account is erased' },
  sweep_cursor: { holds: 'the progress of a sweeper', ends: 'never' },
  table_format: { holds: 'the format of the table', ends: 'never' },
} as const satisfies Record<string, ItemLifetime>;

/**
 * Seconds after which nothing writes any more that started before. An address for an upload is good for an hour, and an upload
 * that started at its end gets five minutes more; a function runs for at most 15 minutes.
 */
export const LAST_WRITE_SECONDS = ITEM_LIFETIMES.upload.seconds + 300;

/** Seconds for which speech is kept that is not the narration of a slide. */
export const SPEECH_LIFETIME = {
  /** Since its last use. It is looked at this often, so it may last twice as long. */
  unused: 30 * DAY_SECONDS,
  /** A use is noted again after this time. */
  noted: DAY_SECONDS,
  /** How long it is known that speech was removed: longer than a worker runs, which may have started before. */
  known_gone: 3600,
} as const;
