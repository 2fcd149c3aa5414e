import { IMPORT_FAILURE_CODES } from '#features/imports/contract.ts';
import { RENDER_FAILURE_CODES } from '#features/renders/contract.ts';
import { AUDIO_FAILURE_CODES, IMAGE_FAILURE_CODES, VIDEO_FAILURE_CODES } from '#features/timelines/contract.ts';
import { type ErrorTexts, errorTextsOf } from './error-texts.ts';

/**
 * The failure codes of each kind of work that continues after the answer: a render, an import, and the image, the video or the audio of a
 * slide.
 */
export const FAILURE_CODES_BY_WORK_KIND = {
  render: RENDER_FAILURE_CODES,
  import: IMPORT_FAILURE_CODES,
  image: IMAGE_FAILURE_CODES,
  video: VIDEO_FAILURE_CODES,
  audio: AUDIO_FAILURE_CODES,
} as const;
/** A kind of work that continues after the answer. */
export type FailingWorkKind = keyof typeof FAILURE_CODES_BY_WORK_KIND;
type ReasonOf<Kind extends FailingWorkKind> = (typeof FAILURE_CODES_BY_WORK_KIND)[Kind][number];

const SERVICE_FAULT_TEXTS = {
  meaning: 'A fault of the service.',
  agent: 'Try again once; then tell the user the message.',
} as const;

/** The texts about a plan without room. @param content what has no room @param deletable what can be deleted */
const noRoomFor = (content: string, deletable: 'files' | 'timelines'): ErrorTexts => ({
  meaning: `The plan has no room for ${content}.`,
  cure: `Delete ${deletable} that are no longer needed, or choose a larger plan.`,
  agent: 'The plan of the account does not allow this. Tell the user.',
});

/** The texts about an address in a private network. @param fileWithArticle the file, with its article */
const privateAddressOf = (file: string, fileWithArticle: string): ErrorTexts => ({
  meaning: 'The address leads to a private or local network.',
  cure: `Give a public address, or upload the ${file}.`,
  agent: `Give the slide ${fileWithArticle} with a public address.`,
});

/** One row for each reason of each kind: a reason without a row, and a row without a reason, do not compile. */
const FAILURE_TEXTS = {
  render: {
    narration_failed: {
      meaning: 'The narration of a slide could not be made; `slide_id` and `position` name the slide.',
      cure: 'Generate the narration of the slide with `POST /timelines/{id}/slides/{sid}/audio`: its `error` names the cause. Change the notes or the voice, and render again.',
      cli: 'Change the speaker notes of that slide, or render with `--no-narration`.',
      agent: 'Change the speaker notes of that slide with update_slides, and render again.',
    },
    image_unreadable: {
      meaning:
        'The image of a slide is not available: it could not be fetched, was deleted, was not available within 20 minutes, or cannot be drawn.',
      cure: 'Send the image of the slide again, as a file or with an address that answers at once, and render again.',
      cli: 'Put the picture into the deck again, as PNG or JPEG.',
      agent: 'Give the slide another image with update_slides, or none, and render again.',
    },
    video_unreadable: {
      meaning:
        'The video of a slide is not available: it could not be fetched or decoded, was deleted, or was not ready within an hour.',
      cure: 'Read `video.error` of the slide, send the video again as MP4 (H.264), and render again.',
      cli: 'Export the video again as MP4 (H.264).',
      agent: 'Give the slide another video with update_slides, or none, and render again.',
    },
    font_unreadable: {
      meaning: 'A font of the template cannot be drawn.',
      cure: 'Give the template another font, and render again.',
      agent: 'Make the timeline again with another template, or tell the user.',
    },
    encoder_failed: {
      meaning: 'Pictures or sound could not be encoded in three attempts.',
      cure: 'Render again. If it fails again, tell the operator the id of the render.',
      cli: 'Try again; a smaller resolution needs less memory and time.',
      agent: 'Render once more with `again`; then tell the user the message.',
    },
    timed_out: {
      meaning: 'The render ran for more than two hours, or waited for more than a day.',
      cure: 'Render a shorter timeline, or a smaller resolution.',
      cli: 'Render a shorter deck, or a smaller resolution.',
      agent: 'Render with a smaller resolution, or tell the user the message.',
    },
    too_long: {
      meaning: 'The video would be longer than the plan allows, or larger than a worker has room for.',
      cure: 'Shorten the notes, choose a smaller resolution, or make two timelines. `video_seconds` of `GET /entitlements` is the longest video.',
      agent: 'Shorten the notes with update_slides, render with a smaller resolution, or make two timelines.',
    },
    quota_exceeded: {
      meaning: 'The finished video is longer than the render seconds that are left this month.',
      cure: 'Wait for the next month, or choose a larger plan. `GET /entitlements` shows the usage.',
      agent: 'The plan of the account allows no more this month. Tell the user.',
    },
    plan_not_allowed: {
      meaning: 'The plan of the account lost its API access before the row of the batch started.',
      cure: 'Move the account to a Pro or Max plan, and send the rows again.',
      agent: 'Tell the user that the account needs a Pro or Max plan.',
    },
    internal_error: {
      ...SERVICE_FAULT_TEXTS,
      cure: 'Render again. If it fails again, tell the operator the id of the render.',
    },
  } satisfies Record<ReasonOf<'render'>, ErrorTexts>,
  import: {
    // The same words as for a deck that is refused at once.
    import_invalid: errorTextsOf('import_invalid'),
    import_encrypted: errorTextsOf('import_encrypted'),
    import_too_large: errorTextsOf('import_too_large'),
    look_unavailable: errorTextsOf('look_unavailable'),
    entitlement_required: noRoomFor('the timeline or its pictures', 'timelines'),
    internal_error: {
      ...SERVICE_FAULT_TEXTS,
      cure: 'Send the deck again. If it fails again, tell the operator the id of the import.',
    },
  } satisfies Record<ReasonOf<'import'>, ErrorTexts>,
  image: {
    image_invalid: {
      meaning: 'The address or the upload gave no image. An address that did not answer was tried three times.',
      cure: 'Open the address in a browser: it must give JPEG, PNG, WebP, GIF or AVIF without a redirect. Then send it again.',
      agent: 'Give the slide another address with update_slides, or tell the user.',
    },
    image_too_large: {
      meaning: 'The image has too many bytes.',
      cure: 'Send a smaller image.',
      agent: 'Give the slide a smaller image, or tell the user.',
    },
    url_forbidden: privateAddressOf('image', 'an image'),
    entitlement_required: noRoomFor('the image', 'files'),
    internal_error: { ...SERVICE_FAULT_TEXTS, cure: 'Send the image again.' },
  } satisfies Record<ReasonOf<'image'>, ErrorTexts>,
  video: {
    video_invalid: {
      meaning:
        'The address or the upload gave no video that can be decoded. An address that did not answer was tried three times.',
      cure: 'The message says why. Export the video as MP4 (H.264 and AAC), and send it again.',
      agent: 'Give the slide another address with update_slides, or tell the user.',
    },
    video_too_large: {
      meaning: 'The video has too many bytes.',
      cure: 'Upload it instead of its address, or send a smaller video.',
      agent: 'Give the slide a smaller video, or tell the user.',
    },
    url_forbidden: privateAddressOf('video', 'a video'),
    entitlement_required: noRoomFor('the video', 'files'),
    internal_error: { ...SERVICE_FAULT_TEXTS, cure: 'Send the video again.' },
  } satisfies Record<ReasonOf<'video'>, ErrorTexts>,
  audio: {
    no_speech: {
      meaning: 'The voice has no sound for the text.',
      cure: 'Write words that can be spoken, or choose a voice of the language of the text.',
    },
    voice_unavailable: {
      meaning: 'The speech engine no longer has the voice.',
      cure: 'Choose one of the voices of `GET /voices`.',
    },
    too_long: {
      meaning: 'The narration would last longer than 30 minutes.',
      cure: 'Divide the notes among several slides.',
    },
    engine_failed: {
      meaning: 'The speech engine failed in three attempts, or stayed overloaded.',
      cure: 'Ask for the audio again later.',
    },
    timed_out: {
      meaning: 'The narration did not finish in time.',
      cure: 'Divide the notes among several slides, and ask for the audio again.',
    },
    narration_failed: {
      meaning: 'The text cannot be spoken as it is.',
      cure: 'Simplify the notes: check their SSML, their speed and their language.',
    },
    internal_error: { ...SERVICE_FAULT_TEXTS, cure: 'Ask for the audio again.' },
  } satisfies Record<ReasonOf<'audio'>, ErrorTexts>,
} as const;

/** The documentation of one failure code: the kind of work, the code and its explanation. */
export interface FailureRow extends ErrorTexts {
  readonly kind: FailingWorkKind;
  readonly code: string;
}

const rowsOfKind = (kind: FailingWorkKind): FailureRow[] =>
  Object.entries<ErrorTexts>(FAILURE_TEXTS[kind]).map(([code, words]) => ({ kind, code, ...words }));

/** The rows of all failure codes: those of renders first, then those of imports, images, videos and audio. */
export const listFailureRows = (): FailureRow[] =>
  (['render', 'import', 'image', 'video', 'audio'] as const).flatMap(rowsOfKind);

/** Finds the row of a reason that came from outside of this program; undefined for a reason that this program does not know. */
export const findFailureRowByCode = (kind: FailingWorkKind, code: string): FailureRow | undefined =>
  rowsOfKind(kind).find((row) => row.code === code);

/** The reasons of a kind of work as the description of the API lists them: codes and meanings, in Markdown. */
export const describeFailureCodesInMarkdown = (kind: FailingWorkKind): string =>
  rowsOfKind(kind)
    .map(({ code, meaning }) => `\`${code}\`: ${meaning}`)
    .join(' ');
