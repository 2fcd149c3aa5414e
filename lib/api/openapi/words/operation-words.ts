/** What a client should know of an operation beyond its summary, where its contract says nothing; by operation id. Markdown. */
export const OPERATION_WORDS: Readonly<Record<string, string>> = {
  getEntitlements:
    'Every limit of the plan beside what is used of it. Renders reserve what they may need, so a refusal never comes late.',
  getMe: 'Use it to see which account an API key or a token stands for.',
  getTemplate: 'With a preview of each layout and format.',
  deleteTemplate: 'A template that a timeline uses cannot be deleted (409 `template_in_use`).',
  deleteTemplateLogo: 'A template without a logo stays as it is. Answers the template.',
  checkTimeline: 'It reads only: nothing is narrated, drawn for keeping, or counted.',
  listFonts: 'The built-in families and the fonts of your own.',
  deleteFont: 'A font that a template uses cannot be deleted (409 `font_in_use`).',
  getContactSheet: 'All slides of the timeline as one PNG, in their order. Nothing is narrated.',
  listTemplates: '`id` of a template is `template_id` of a timeline.',
  createSlide:
    'Takes the fields of a slide. What is left out has its usual value: `{}` is a slide without text, which is drawn empty. An image comes with it by its address or an upload; recordings are sent to an operation of their own.',
  listSlides: 'In their order, not by age.',
  createTimeline:
    'A timeline is what a video is made of: settings and slides. A slide of `{}` is accepted and drawn empty; `GET /timelines/:id/check` warns of it. It can be changed later; a render freezes it as it is then.',
  listTimelines: '`duration_seconds` is the estimate of the last change.',
  deleteSlide: 'Finished videos stay as they are. A second request is a 404.',
  updateSlide: 'Fields that are not sent stay. The next render draws and encodes only this slide again.',
  deleteTimeline: 'Also its images, music and recordings. A second request is a 404.',
  getTimeline: 'With signed addresses of its files, which hold for an hour.',
  updateTimeline: 'Fields that are not sent stay. Send `version` to change only what you have read.',
  previewSlide: 'In the width that is asked for; the height follows from the format. Nothing is narrated or stored.',
  reorderSlides:
    'All or nothing: another set of slides is a 409 and changes nothing. A reordered slide keeps its image, audio and cached video.',
  listImports: 'With the report of each, as `GET /imports/{id}` has it.',
  listUploads:
    'Uploads that were announced and are not completed yet. One that has expired may be listed for a while; completing it answers 404.',
  deleteBackgroundAudio: 'A timeline without music stays as it is. Answers the timeline.',
  deleteSlideImage: 'A slide without an image stays as it is. Answers the slide.',
  uploadSlideImage:
    'JPEG, PNG, WebP, GIF or AVIF, up to 25 MB and 50 megapixels; in one request up to 4 MB. The image is judged by its bytes, turned upright and encoded again.',
  getImport: 'Poll it until its status is `completed` or `failed`. The report has the result for each slide.',
  getSlideAudio: '`stale` says that the notes have changed since. `url` holds for an hour.',
  listVoices: 'The voices of the engine of this installation. Each has a sample to hear.',
  cancelRender:
    'No work is done for it from then on, and no event is sent. A second request answers the canceled render.',
  getRender: 'Each request signs the addresses of the files again. Events tell the same without polling.',
  createRender:
    'Name a timeline by `timeline_id`, or send a new one as `timeline`: then both are made, or nothing. Answers at once; follow the render by `GET /renders/:id` or by events. Slides that were rendered before come from the cache.',
  listRenders: 'Filter by `status` and `timeline_id`.',
  createBatch:
    'The timeline is frozen as it is then, and all rows are checked before the first begins: a bad one is named by `rows[3].variables.name`, in a CSV file by line and column, and nothing begins. A CSV file may stand in place of the JSON, as `text/csv` with the options in the query, or in a form: its first line names the columns, `external_id`, `webhook_url` and variables; cells have commas, semicolons or tabs between them; an empty cell is the default, else an empty text. Other columns are refused, unless `unknown_columns` is `ignore`. Rows begin as places of the plan come free, after the renders that wait; what they share is made once. Those that have not begun after two days are canceled.',
  listBatches: 'Filter by `status`.',
  getBatch:
    'Each row is counted in one of the states. Each render of it sends its own events, with `batch_id` and `external_id`.',
  listBatchRenders: 'Those of the rows that have begun, also failed ones.',
  getBatchResults:
    'One line for each row, in their order, also for those that have not begun: `row`, `external_id`, `render_id`, `status` (`waiting` before a row begins), `video_url` (it holds for an hour), `error`. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  cancelBatch:
    'No row begins from then on, and those that run are canceled. What is completed stays. A second request answers the canceled batch.',
  createWebhook:
    'Each delivery is signed with the secret of this answer, as Standard Webhooks says. Addresses that are not public are refused. At most 20 per account.',
  listWebhooks: 'Without their secrets, which are never shown again.',
  deleteWebhook: 'A second request is a 404.',
  getWebhook: 'With the outcome of its last delivery.',
  rotateWebhookSecret: 'Receivers that check every signature in the header need no pause in between.',
  getHealth: 'Answers as soon as a function runs. It needs no credentials.',
  getDocs: 'The start page. It needs nothing from elsewhere and no credentials.',
  getConsole:
    'A page that needs nothing from elsewhere. It calls this API with an API key, which it keeps until sign-out.',
  getConsoleFile: 'Styles, scripts and fonts of the console.',
  getDocsFile:
    'Each guide as a page (`<name>`) and as Markdown (`<name>.md`), the same of errors and changelog, the reference, styles and scripts. `search.json` is the index of the search, as JSON.',
  getLlmsText: 'In the format of llmstxt.org. It needs no credentials.',
  getProtectedResource: 'The 401 of `/mcp` names this address. It needs no credentials.',
  getOpenApi: 'For generators of clients and for tools. It needs no credentials.',
};
