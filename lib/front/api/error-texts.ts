import { API_ERRORS, type ErrorCode, type ErrorType, isErrorCode } from '#kernel/shared/errors.ts';

/** Texts about an error code or a failure code, for people and programs. */
export interface ErrorTexts {
  /** Case in which the code is answered: one sentence. */
  readonly meaning: string;
  /** Advice to a client of the API. */
  readonly cure: string;
  /** Advice to a user of the command line, where the message alone is not enough. */
  readonly cli?: string;
  /** Advice to a model with the tools for agents. Absent: the cure. */
  readonly agent?: string;
}

/**
 * One row for each code of `API_ERRORS`, which has its type and status: a code without a row, and a row without a code, do not compile. Only
 * code that shows these words imports this module, so that the bundles of other functions stay small.
 */
const ERROR_TEXTS = {
  invalid_json: {
    meaning: 'The body is not valid JSON.',
    cure: 'Correct the JSON at the line and column that the message names.',
  },
  validation_failed: {
    meaning: 'A value is not valid; `errors` lists every fault.',
    cure: 'Correct each value that `errors` lists; `param` is its path. The reference has the bounds of every field.',
  },
  unknown_field: {
    meaning: 'A field is unknown.',
    cure: 'Remove the field, or write the name that the message suggests.',
  },
  invalid_cursor: {
    meaning: 'This cursor does not belong to this list.',
    cure: 'Send `next_cursor` of the previous page with the same filters, or start without `cursor`.',
  },
  variable_unknown: {
    meaning: 'The timeline declares no variable of this name.',
    cure: 'Declare the variable in `variables` of the timeline, or remove it from the request.',
  },
  icon_unknown: {
    meaning: 'There is no icon of this name.',
    cure: 'Take one of the names in the message, or find one with `GET /icons?q=`.',
  },
  unsupported_codec: {
    meaning: 'This codec is not available here.',
    cure: 'Choose one of the codecs that the message names.',
  },
  webhook_url_forbidden: {
    meaning: 'This address cannot be a receiver.',
    cure: 'Give a public https address. Private and local addresses are refused.',
  },
  url_forbidden: {
    meaning: 'Files cannot be fetched from this address.',
    cure: 'Give a public address, or send the file in the request or as an upload.',
  },
  webhook_limit_reached: {
    meaning: 'The account has its maximum number of webhooks.',
    cure: 'Delete a webhook that is no longer needed (`GET /webhooks`, `DELETE /webhooks/{id}`).',
  },
  malformed_request: {
    meaning: 'The request is not well-formed HTTP.',
    cure: 'Send the request with a common HTTP library; check its path, headers and encoding.',
  },
  credentials_missing: {
    meaning: 'No credentials were sent.',
    cure: 'Send an API key in `x-api-key`, a bearer token, or the session cookie.',
    cli: 'Give an API key with --key or VIDEO_API_KEY.',
    agent: 'Tell the user that the API key is missing.',
  },
  api_key_invalid: {
    meaning: 'This API key is not valid.',
    cure: 'Check whether the key was cut off or revoked. The operator makes new keys.',
    cli: 'Check --key and VIDEO_API_KEY. The operator of the service makes a key with `npm run account -- create --plan pro`.',
    agent: 'Tell the user that the API key is not valid.',
  },
  token_invalid: {
    meaning: 'This token is not valid.',
    cure: 'Send an access token of the issuer and for the audience that this service trusts.',
    agent: 'Tell the user that the token is not valid.',
  },
  token_expired: {
    meaning: 'This token has expired.',
    cure: 'Fetch a new token from the issuer, and send the request again.',
    agent: 'Tell the user that the token has expired.',
  },
  session_invalid: {
    meaning: 'This session is not valid.',
    cure: 'Sign in again. A request that changes something also needs an allowed `Origin`.',
    agent: 'Tell the user to sign in again.',
  },
  plan_not_allowed: {
    meaning: 'API access needs a Pro or Max plan.',
    cure: 'Move the account to a Pro or Max plan.',
    cli: 'The operator of the service changes the plan with `npm run account -- plan`.',
    agent: 'Tell the user that the account needs a Pro or Max plan.',
  },
  scope_not_allowed: {
    meaning: 'The API key does not have the scope for this request.',
    cure: 'Use a key with the scope that the message names. A key with the scope `admin` makes it: in the console, under API keys, or with `POST /account/keys`.',
    cli: 'Use a key with that scope: `npm run account -- key create --account ID --scope write` makes one.',
    agent: 'Tell the user that the API key has too small a scope.',
  },
  key_limit_reached: {
    meaning: 'The account has the most keys and identities.',
    cure: 'Revoke a key that is no longer needed: `DELETE /account/keys/{id}`.',
  },
  entitlement_required: {
    meaning: 'The plan of the account does not include this.',
    cure: '`param` names the limit: stay below it, delete data that is no longer needed, or choose a larger plan.',
    agent: 'The plan of the account does not allow this. Choose less, or tell the user.',
  },
  template_built_in: {
    meaning: 'A built-in template cannot be changed.',
    cure: 'Make a custom template with `POST /templates` and this one as `base`, and change that one.',
  },
  request_blocked: {
    meaning: 'The firewall of the service refused the request for its address, path or headers.',
    cure: 'Send it from another network, or give the operator `request_id`. What is in a body is never the reason.',
  },
  origin_not_allowed: {
    meaning: 'A page of an origin that is not allowed called the tools for agents.',
    cure: 'Call the tools from a program, which sends no `Origin`, or have the operator allow the origin of your page in `SESSION_ORIGINS`.',
  },
  route_not_found: {
    meaning: 'There is no such route.',
    cure: 'Compare the path with the reference; it starts with `/v1`.',
    cli: 'Check the address: it ends with the version, as in http://localhost:3000/v1.',
  },
  timeline_not_found: {
    meaning: 'There is no such timeline.',
    cure: 'List the timelines (`GET /timelines`). Resources of other accounts are reported as not found.',
    cli: 'Check the id and the account of the key.',
    agent: 'Use the id that create_timeline gave.',
  },
  key_not_found: {
    meaning: 'There is no such API key.',
    cure: 'List the keys (`GET /account/keys`). A revoked key is not listed.',
  },
  invitation_not_found: {
    meaning: 'The invitation was used or revoked, or has expired.',
    cure: 'Ask the operator of the service for another one. If you accepted it and lost the key, the operator makes a new key for your account.',
  },
  slide_not_found: {
    meaning: 'There is no such slide.',
    cure: 'List the slides of the timeline (`GET /timelines/{id}/slides`).',
    agent: 'get_timeline lists the slides with their ids.',
  },
  render_not_found: {
    meaning: 'There is no such render.',
    cure: 'List the renders (`GET /renders`), and compare the id.',
    cli: 'Check the id and the account of the key.',
    agent: 'Use the id that render_video gave.',
  },
  webhook_not_found: {
    meaning: 'There is no such webhook.',
    cure: 'List the webhooks (`GET /webhooks`), and compare the id.',
    agent: 'list_webhooks names the webhooks.',
  },
  delivery_not_found: {
    meaning: 'There is no such delivery.',
    cure: 'List the deliveries. They are kept for 30 days.',
  },
  template_not_found: {
    meaning: 'There is no such template.',
    cure: 'List the templates (`GET /templates`), and name one of them.',
    agent: 'list_templates names the templates.',
  },
  transcript_not_found: {
    meaning:
      'The render has no transcript: it is not completed, its files were deleted, or an earlier version of the service made it.',
    cure: 'Wait until the render is completed (`GET /renders/{id}`), or render the timeline again.',
    agent: 'Wait with get_render until the render is completed.',
  },
  import_not_found: {
    meaning: 'There is no such import.',
    cure: 'Compare the id with the one that `POST /timelines/import` answered.',
    agent: 'Send the deck again.',
  },
  batch_not_found: {
    meaning: 'There is no such batch.',
    cure: 'List the batches (`GET /batches`), and compare the id.',
    agent: 'Use the id that create_batch gave.',
  },
  font_not_found: {
    meaning: 'There is no such font.',
    cure: 'List the fonts (`GET /fonts`), and name one of them.',
  },
  upload_not_found: {
    meaning: 'There is no such upload.',
    cure: 'Announce the upload again. An upload belongs to one place and expires.',
  },
  method_not_allowed: {
    meaning: 'This path does not take this method; `allow` lists those it takes.',
    cure: 'Use one of the methods in the header `allow`.',
  },
  render_not_cancelable: {
    meaning: 'The render has ended and cannot be canceled.',
    cure: 'Do nothing: `GET /renders/{id}` shows how it ended.',
    agent: 'The render has ended; get_render shows how.',
  },
  render_running: {
    meaning: 'The render has not ended: its files can be deleted after its end.',
    cure: 'Cancel the render (`DELETE /renders/{id}`) or wait for its end, and then delete its files.',
  },
  batch_not_cancelable: {
    meaning: 'The batch is completed and cannot be canceled.',
    cure: 'Do nothing: all its renders have ended.',
  },
  narration_missing: {
    meaning:
      'The render uses existing narration only, and some slides with speaker notes have none that is ready and up to date.',
    cure: 'Generate the narration of these slides first, or let the render do it with `narration: "auto"`.',
  },
  idempotency_in_progress: {
    meaning: 'The first request with this idempotency key is still running.',
    cure: 'Wait for the seconds in `retry-after`, and send the same request again.',
    agent: 'The same call is being answered: call again in a few seconds.',
  },
  upload_in_progress: {
    meaning: 'Another request is completing this upload.',
    cure: 'Wait for the request that completes the upload: it has the answer. When it failed, complete the upload again.',
  },
  webhook_disabled: {
    meaning: 'The webhook is disabled.',
    cure: 'Repair the receiver, and enable the webhook with `POST /webhooks/{id}/enable`.',
  },
  version_conflict: {
    meaning: 'The version sent is not the current one.',
    cure: 'Read the resource again, repeat the change, and send the new version with it.',
  },
  template_in_use: {
    meaning: 'A timeline uses the template.',
    cure: 'Give the timelines that use it another template, then delete it.',
  },
  font_in_use: {
    meaning: 'A template uses the font.',
    cure: 'Give the templates that use it another font, then delete it.',
  },
  slide_set_mismatch: {
    meaning: 'The list must name each slide of the timeline once.',
    cure: 'List the slides, and send the id of each of them once.',
  },
  precondition_failed: {
    meaning: 'The resource has changed since the tag in `if-match` was given.',
    cure: 'Read the resource again, repeat the change, and send its new `etag` in `if-match`.',
  },
  body_too_large: {
    meaning: 'The body of a request may have at most 4.5 MB.',
    cure: 'Announce large files as uploads (`POST /uploads`); divide other requests.',
  },
  timeline_too_large: {
    meaning: 'The timeline counts, or would count, more bytes than `timeline_bytes` of the limits.',
    cure: 'The message says how many bytes too many there are. Shorten texts, or make two timelines. Read a timeline that is already larger with `GET /timelines/{id}/slides`.',
  },
  image_too_large: {
    meaning: 'The image is too large.',
    cure: 'Send an image with fewer bytes or pixels. An upload takes larger files than a request.',
  },
  video_too_large: {
    meaning: 'The video is too large.',
    cure: 'Send a video with fewer bytes. An upload may have 2 GB, a video at an address 200 MB.',
  },
  font_too_large: {
    meaning: 'The font is too large.',
    cure: 'Reduce the font to the letters in use, or send it as an upload.',
  },
  import_too_large: {
    meaning: 'The deck is too large or expands to too much content.',
    cure: 'Divide the deck, or make its pictures smaller.',
  },
  audio_too_large: {
    meaning: 'The audio file is too large.',
    cure: 'Send the audio as an upload, or compress it.',
  },
  unsupported_media_type: {
    meaning: 'This content type is not supported.',
    cure: 'Set `content-type` to one of the types that the reference names for the operation.',
  },
  idempotency_key_reused: {
    meaning: 'This idempotency key was used for a request with another body or query.',
    cure: 'Use a new key for a new request. Send the same body and query to repeat the first one.',
  },
  variable_missing: {
    meaning: 'A variable has neither a value nor a default; `errors` lists all of them.',
    cure: 'Give each variable that `errors` lists a value or a default.',
  },
  timeline_empty: {
    meaning: 'The timeline has no slides.',
    cure: 'Add a slide (`POST /timelines/{id}/slides`).',
    agent: 'Add slides with update_slides.',
  },
  no_speaker_notes: {
    meaning: 'The slide has no speaker notes.',
    cure: 'Give the slide `speaker_notes`, or send the text in the request.',
  },
  image_invalid: {
    meaning: 'The image cannot be read.',
    cure: 'Open the file in a viewer and save it again as PNG or JPEG.',
  },
  video_invalid: {
    meaning: 'The video cannot be decoded, or was not uploaded yet.',
    cure: 'Export the video again as MP4 (H.264 and AAC): up to 30 minutes, 4096 pixels a side and 120 frames per second.',
  },
  page_invalid: {
    meaning: 'The web page cannot be fetched, or is not a page that can be read.',
    cure: 'Open the address in a browser without signing in, and send the address that it shows then; or send the logo as `image`.',
  },
  brand_not_found: {
    meaning: 'The web page, the logo or the deck has no colours from which a template can be made.',
    cure: 'Send the address of a page with its style sheets, a logo in colour or a deck with a theme; or name the colours with `POST /templates`.',
  },
  font_invalid: {
    meaning: 'The font cannot be read.',
    cure: 'Send the font as TrueType, OpenType or WOFF2.',
  },
  font_restricted: {
    meaning: 'The font does not permit embedding.',
    cure: 'Use a font whose licence permits embedding.',
  },
  audio_invalid: {
    meaning: 'The audio cannot be read.',
    cure: 'Open the file in a player and save it again in one of the formats of the reference.',
  },
  import_invalid: {
    meaning: 'The deck cannot be read.',
    cure: 'Open the deck in its program and save it again, as PPTX or as PDF.',
  },
  import_encrypted: {
    meaning: 'The deck is protected by a password.',
    cure: 'Remove the password, and send the deck again.',
  },
  look_unavailable: {
    meaning: 'This service cannot draw the slides as the file shows them.',
    cure: 'Send a PDF of the deck with it, or import it without its look.',
    cli: 'A PPTX or ODP that cannot be drawn keeps its look with a PDF that was exported from it: give that file with --pdf.',
  },
  audio_too_long: {
    meaning: 'The audio is too long.',
    cure: 'Cut the audio to the length that the message names.',
  },
  rate_limited: {
    meaning: 'Too many requests in this minute.',
    cure: 'Wait for the seconds in `retry-after`. `RateLimit` shows on every answer what is left.',
    cli: 'Wait a moment and try again.',
    agent: 'Wait a minute and call again.',
  },
  too_many_renders: {
    meaning: 'The plan allows no more waiting renders.',
    cure: 'Wait until some of the renders have ended, or cancel some.',
    agent: 'Wait until a render has ended, and call again.',
  },
  too_many_batches: {
    meaning: 'The plan allows no more open batches.',
    cure: 'Wait until one of the batches has ended, or cancel one.',
    agent: 'Wait until a batch has ended, and call again.',
  },
  too_many_imports: {
    meaning: 'The plan allows no more imports at a time.',
    cure: 'Wait until one of the imports has ended.',
    agent: 'Wait half a minute and call again.',
  },
  quota_exceeded: {
    meaning: 'The quota of this month is used up.',
    cure: '`param` names the quota, and the message says when the month ends. Do less until then, cancel waiting work, or choose a larger plan.',
    agent: 'The plan of the account allows no more this month. Tell the user.',
  },
  internal_error: {
    meaning: 'Something went wrong on our side.',
    cure: 'Send the request again with the same idempotency key. If the error persists, send the `request_id` to the operator.',
    agent: 'Try again once; then tell the user the message.',
  },
  bad_gateway: {
    meaning: 'The service failed while it handled this request; some of its effects may remain.',
    cure: 'Send the request again with the same idempotency key: it is then done once.',
    agent: 'Look at what exists, then try again once; then tell the user the message.',
  },
  unavailable: {
    meaning: 'The service is not available at the moment; try again shortly.',
    cure: 'Wait for the seconds in `retry-after`, and send the request again with the same idempotency key.',
    agent: 'Wait some seconds and call again; after three times tell the user the message.',
  },
  timed_out: {
    meaning: 'The service did not answer in time; some of the effects of the request may remain.',
    cure: 'Send the request again with the same idempotency key. Without a key, look first at what exists.',
    agent: 'Look at what exists, then try again once; then tell the user the message.',
  },
} as const satisfies Readonly<Record<ErrorCode, ErrorTexts>>;

/** Row of an error code: its type, status and texts. */
export interface ErrorRow extends ErrorTexts {
  readonly code: ErrorCode;
  readonly type: ErrorType;
  readonly status: number;
}

/** Texts about a code. */
export const errorTextsOf = (code: ErrorCode): ErrorTexts => ERROR_TEXTS[code];

/** Row of a code. */
export function errorRowOf(code: ErrorCode): ErrorRow {
  const [type, status] = API_ERRORS[code];
  return { code, type, status, ...ERROR_TEXTS[code] };
}

/** Finds the row of a code that came from outside of this program; undefined for a code that it does not know. */
export const findErrorRow = (code: string): ErrorRow | undefined => (isErrorCode(code) ? errorRowOf(code) : undefined);

/** The rows of all error codes, in the order of `API_ERRORS`. */
export const allErrorRows = (): ErrorRow[] => Object.keys(API_ERRORS).filter(isErrorCode).map(errorRowOf);
