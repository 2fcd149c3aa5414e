/** Descriptions of operations whose contracts have only a summary; by operation id. Markdown. */
export const OPERATION_DESCRIPTIONS: Readonly<Record<string, string>> = {
  getEntitlements:
    'Every limit of the plan, and how much of it is used. A render reserves its estimated amount when it is created. It can still fail with `quota_exceeded` if its video turns out longer.',
  getMe: 'Shows the account that an API key or token belongs to.',
  getAccount:
    'Also for an account on the Free plan, which all operations on videos refuse (403 `plan_not_allowed`). Use it to show what the credentials may do.',
  listKeys: 'Also for an account on the Free plan. Needs the scope `admin`.',
  updateKey: 'Programs that use the key are not affected. Needs the scope `admin`.',
  getTemplate: 'With a preview of each layout and format.',
  deleteTemplate: 'A template that a timeline uses cannot be deleted (409 `template_in_use`).',
  deleteTemplateLogo: 'A template without a logo is not changed. Returns the template.',
  checkTimeline: 'Changes nothing: nothing is narrated, stored or counted.',
  listFonts: 'The built-in families and your custom fonts.',
  deleteFont: 'A font that a template uses cannot be deleted (409 `font_in_use`).',
  getContactSheet: 'All slides of the timeline as one PNG, in their order. Nothing is narrated.',
  listTemplates: 'Use the `id` of a template as the `template_id` of a timeline.',
  createSlide:
    'Takes the fields of a slide. Fields that are left out have their default: `{}` is a slide without text, which is drawn empty. The request names an image by its URL or an upload; recordings have a separate operation.',
  listSlides: 'In their order, not by age.',
  createTimeline:
    'A timeline has the settings and slides of a video. A slide of `{}` is accepted and drawn empty; `GET /timelines/:id/check` warns of it. A timeline can be changed later; each render uses the timeline as it is at the time of the request.',
  listTimelines: '`duration_seconds` is the estimate made at the last change.',
  deleteSlide: 'Finished videos do not change. A second request gets 404.',
  updateSlide: 'Fields that are not sent keep their values. The next render draws and encodes only this slide again.',
  deleteTimeline: 'Also deletes its images, music and recordings. A second request gets 404.',
  getTimeline: 'With signed URLs of its files, which are valid for one hour.',
  updateTimeline:
    'Fields that are not sent keep their values. Send `version` to change the timeline only if nothing else has changed it.',
  previewSlide: 'In the requested width; the height follows from the format. Nothing is narrated or stored.',
  reorderSlides:
    'A list that is not exactly the slides of the timeline gets 409, and nothing changes. A reordered slide keeps its image, audio and cached video.',
  listImports: 'Each with its report, as in `GET /imports/{id}`.',
  listUploads:
    'Uploads that were announced and are not completed yet. An expired one may be listed for a while; completing it gets 404.',
  deleteBackgroundAudio: 'A timeline without music is not changed. Returns the timeline.',
  deleteSlideImage: 'A slide without an image is not changed. Returns the slide.',
  uploadSlideImage:
    'JPEG, PNG, WebP, GIF or AVIF, up to 25 MB and 50 megapixels; in one request up to 4 MB. The type is detected from the bytes. The image is turned upright and encoded again.',
  getImport: 'Poll it until its status is `completed` or `failed`. The report has the result for each slide.',
  getSlideAudio: '`stale` is true if the notes have changed since. `url` is valid for one hour.',
  previewSpeech: 'Figures, signs and abbreviations are words, with the lexicon applied.',
  listIcons: 'The icons that items of slides can have, in pages.',
  listVoices: 'The voices of the engine of this installation, each with a sample.',
  cancelRender: 'Work on it stops, and no more events are sent. A second request returns the canceled render.',
  getRender: 'Each request returns new signed URLs of the files. Events report the same without polling.',
  createRender:
    'Name a timeline by `timeline_id`, or send a new one as `timeline`: then both are created, or nothing. The request is answered before the render starts; follow it by `GET /renders/:id` or by events. Slides that were rendered before come from the cache.',
  listRenders:
    'Filter by `status`, `timeline_id`, `batch_id`, `external_id`, `metadata`, `created_after` and `created_before`.',
  createBatch:
    'All rows use the timeline as it is at the time of the request. They are checked before the first one starts: if one is invalid, the error names it as `rows[3].variables.name`, or by line and column of a CSV file, and no row starts. A CSV file may be sent instead of the JSON, as `text/csv` with the options in the query, or in a form. Its first line names the columns: `external_id`, `webhook_url` and variables. Cells are separated by commas, semicolons or tabs. An empty cell has the default of its variable, or an empty text if there is none. Other columns are refused, unless `unknown_columns` is `ignore`. Rows start when the plan allows another render, after the renders that are already waiting; parts that they share are made once. Rows that have not started after two days are canceled.',
  listBatches: 'Filter by `status`, `created_after` and `created_before`.',
  getBatch:
    'Each row is counted in exactly one state. Each render of the batch sends events, with `batch_id` and `external_id`.',
  listBatchRenders: 'The renders of all rows that have started, including failed ones.',
  getImportReport:
    'One HTML file without scripts, with its pictures in it: the verdict about each slide, the slide as the deck has it, as far as it can be drawn, and as the video shows it today. Before an import has ended, the page says so.',
  getBatchResults:
    'One line for each row, in order, including rows that have not started: `row`, `external_id`, `render_id`, `status` (`waiting` before a row starts), `video_url` (valid for one hour), `error`. A cell that a spreadsheet would read as a formula starts with an apostrophe.',
  cancelBatch:
    'No more rows start, and running rows are canceled. Completed rows stay. A second request returns the canceled batch.',
  createWebhook:
    'Each delivery is signed with the secret in this answer, as Standard Webhooks specifies. Addresses that are not public are refused. At most 20 per account.',
  listWebhooks: 'Without their secrets, which are never shown again.',
  deleteWebhook: 'A second request gets 404.',
  getWebhook: 'With the result of its last delivery.',
  rotateWebhookSecret: 'Receivers that check every signature in the header keep working during the change.',
  getHealth: 'Answers as soon as the API runs. It needs no credentials.',
  getDocs: 'The start page. It loads nothing from other hosts and needs no credentials.',
  getConsole:
    'A page that loads nothing from other hosts. It calls this API with an API key, which it keeps until sign-out.',
  getConsoleFile: 'Styles, scripts and fonts of the console.',
  getDocsFile:
    'Each guide as a page (`<name>`) and as Markdown (`<name>.md`); likewise the errors and the changelog; the reference, styles and scripts. `search.json` is the search index.',
  getLlmsText: 'In the format of llmstxt.org. It needs no credentials.',
  getProtectedResource: 'The 401 of `/mcp` names this address. It needs no credentials.',
  getOpenApi: 'For generators of clients and for tools. It needs no credentials.',
};
