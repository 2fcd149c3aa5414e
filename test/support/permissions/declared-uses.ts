import { storageKeys } from '#kernel/shared/storage-keys.ts';

export type FileFamily = keyof typeof storageKeys;

/** Every file that belongs to one timeline. Speech does not: slides that say the same share it. */
const OF_TIMELINES = [
  'slideImage',
  'recording',
  'backgroundAudio',
  'footage',
  'footageSound',
] as const satisfies FileFamily[];
const OF_NO_ACCOUNT: readonly string[] = ['templatePreview', 'voiceSample'] satisfies FileFamily[];
/** Every file that names its account, whatever is added. */
const OF_ACCOUNTS = (Object.keys(storageKeys) as FileFamily[]).filter((family) => !OF_NO_ACCOUNT.includes(family));
/** Every file that a template of an account draws with. */
const OF_TEMPLATES = ['logo', 'font'] as const satisfies FileFamily[];
/** Also what earlier versions stored. */
const OF_STORED_TEMPLATES = [...OF_TEMPLATES, 'clientsFont'] as const satisfies FileFamily[];
/** What a render leaves, by the prefixes that name it. */
const OF_RENDERS = ['output', 'plan', 'spoken'] as const satisfies FileFamily[];
const AUDIO_OF_SLIDES = ['recording', 'speech'] as const satisfies FileFamily[];

/**
 * Which files a call of the storage is about, by file of the code (and function in it, where they differ) and method. The key is mostly a value that was read from
 * the table, which no reading of the code can follow, so a person says it here. Every call that can be reached must have a
 * row, and every row a call.
 */
export const FILES_OF_CALLS: Readonly<Record<string, readonly FileFamily[]>> = {
  'lib/adapters/aws/requests/idempotency-repository.ts getBytes': ['answer'],
  'lib/adapters/aws/requests/idempotency-repository.ts putBytes': ['answer'],
  'lib/features/images/fetching/sent-files.ts sizeOf': ['upload'],
  'lib/features/images/fetching/decode-and-store-video.ts copy': ['undecoded'],
  'lib/features/images/fetching/copy-video.ts copy': ['footage', 'footageSound', 'slideImage'],
  'lib/features/images/fetching/copy-video.ts sizeOf': ['footage', 'footageSound', 'slideImage'],
  'lib/features/images/fetching/store-decoded-video.ts getBytes': ['decodedPoster'],
  'lib/features/images/fetching/store-decoded-video.ts getFile': ['decoded', 'decodedSound'],
  'lib/features/images/fetching/decode-and-store-video.ts putBytes': ['undecoded'],
  'lib/features/images/fetching/store-decoded-video.ts putBytes': ['slideImage'],
  'lib/features/images/fetching/store-decoded-video.ts putFile': ['footage', 'footageSound'],
  'lib/features/images/fetching/decode-and-store-video.ts remove': [
    'undecoded',
    'decoded',
    'decodedSound',
    'decodedPoster',
  ],
  'lib/features/images/fetching/decode-and-store-video.ts sizeOf': ['upload'],
  'lib/app/composition/footage.ts getRange': ['footage'],
  'lib/app/composition/align-presenter-speech.ts getFile': ['footageSound'],
  'lib/features/images/fetching/decode-and-store-video.ts putFile': ['undecoded'],
  'lib/app/composition/video-decoder.ts getFile': ['undecoded'],
  'lib/app/composition/video-decoder.ts putBytes': ['decodedPoster'],
  'lib/app/composition/video-decoder.ts putFile': ['decoded', 'decodedSound'],
  'lib/features/timelines/video-view.ts presignGet': ['slideImage'],
  'lib/features/timelines/presenter-view.ts presignGet': ['slideImage'],
  'lib/features/images/fetching/fetch-images.ts putBytes': ['slideImage'],
  'lib/features/imports/create-import.ts putBytes': ['importedFile'],
  'lib/features/imports/create-import.ts remove': ['importedFile'],
  'lib/features/imports/import-deck.ts getBytes': ['importedFile'],
  'lib/features/imports/import-deck.ts putBytes': ['slideImage', 'importBefore'],
  'lib/features/imports/store-recordings.ts putBytes': ['recording'],
  'lib/features/narration/adopt-render-speech-as-slide-audio.ts sizeOf': ['speech'],
  'functions/http/narration/generate-audio.ts presignGet': AUDIO_OF_SLIDES,
  'functions/http/narration/get-audio.ts presignGet': AUDIO_OF_SLIDES,
  'lib/features/narration/find-existing-speech.ts sizeOf': ['speech'],
  'lib/features/narration/list-voices.ts presignGet': ['voiceSample'],
  'lib/features/narration/list-voices.ts sizeOf': ['voiceSample'],
  'lib/features/narration/find-or-synthesize-speech.ts putBytes': ['speech'],
  'lib/features/narration/recording/set-recording.ts putBytes': ['recording'],
  'lib/features/narration/store-speech-in-format.ts getBytes': ['speech'],
  'lib/features/narration/store-speech-in-format.ts putBytes': ['speech'],
  'lib/features/narration/voice-sample.ts putBytes': ['voiceSample'],
  'lib/features/narration/preview-speech-with-sound.ts putBytes': ['spokenPreview'],
  'lib/features/narration/preview-speech-with-sound.ts presignGet': ['spokenPreview'],
  'lib/features/narration/preview-speech-with-sound.ts sizeOf': ['spokenPreview'],
  'lib/features/narration/voice-sample.ts sizeOf': ['voiceSample'],
  'lib/features/renders/perform-render-assembly-task.ts putBytes': ['output'],
  'lib/features/renders/perform-render-assembly-task.ts putFile': ['output'],
  'lib/features/renders/cache-artifacts.ts putFile': ['artifacts'],
  'lib/features/renders/copy-video-to-render.ts copy': ['output'],
  'lib/features/renders/delete-files.ts removeAll': ['output'],
  'lib/features/renders/check/measure-slide-layouts.ts getBytes': ['slideMeasures'],
  'lib/features/renders/check/measure-slide-layouts.ts putBytes': ['slideMeasures'],
  'lib/features/renders/draw-pictures.ts getBytes': ['slideImage'],
  'lib/features/renders/fetch-artifacts.ts getRange': ['artifacts'],
  'lib/features/renders/make-extra-files.ts putBytes': ['output'],
  'lib/features/renders/make-extra-files.ts putFile': ['output'],
  'lib/features/renders/make-sound.ts getFile': ['speech', 'recording', 'backgroundAudio', 'footageSound'],
  'lib/features/renders/batches/format-batch-results-csv.ts presignGet': ['output'],
  'lib/features/renders/batches/create-batch.ts remove': ['frozenBatch'],
  'lib/features/renders/batches/frozen-batch.ts getBytes': ['frozenBatch'],
  'lib/features/renders/batches/frozen-batch.ts putBytes': ['frozenBatch'],
  'lib/features/renders/timeline-snapshot.ts#readRenderPlan getBytes': ['plan'],
  'lib/features/renders/timeline-snapshot.ts#readTimelineSnapshot getBytes': ['snapshot'],
  'lib/features/renders/timeline-snapshot.ts#readSpeechRecordOfRender getBytes': ['spoken'],
  'lib/features/renders/timeline-snapshot.ts remove': ['snapshot'],
  'lib/features/renders/timeline-snapshot.ts putBytes': ['snapshot', 'plan', 'spoken'],
  'lib/features/renders/transcript/get-transcript.ts getBytes': ['output'],
  'lib/features/renders/view.ts presignGet': ['output'],
  'lib/app/composition/contact-sheet.ts getBytes': ['slideTiles', 'reportTiles'],
  'lib/app/composition/contact-sheet.ts putBytes': ['slideTiles', 'reportTiles'],
  'lib/app/composition/import-report.ts getBytes': ['importBefore'],
  'lib/app/composition/preview.ts getBytes': ['slideImage', ...OF_STORED_TEMPLATES],
  'lib/app/composition/drawn-files.ts getBytes': OF_STORED_TEMPLATES,
  'lib/features/imports/brand-template.ts putBytes': ['logo'],
  'lib/features/templates/view.ts presignGet': ['logo'],
  'lib/features/templates/provide-template-previews.ts presignGet': ['templatePreview', 'customTemplatePreview'],
  'lib/features/templates/provide-template-previews.ts putBytes': ['templatePreview', 'customTemplatePreview'],
  'lib/features/templates/provide-template-previews.ts sizeOf': ['templatePreview', 'customTemplatePreview'],
  'lib/platform/erasure/remove-speech-after-deletion.ts removeAll': ['speech'],
  'lib/platform/erasure/remove-files.ts list': [...OF_TIMELINES, 'snapshot', 'frozenBatch', ...OF_RENDERS],
  'lib/platform/erasure/remove-files.ts removeAll': [...OF_TIMELINES, 'snapshot', 'frozenBatch', ...OF_RENDERS],
  'lib/platform/erasure/process-tombstone.ts removeAll': [
    ...OF_TIMELINES,
    ...(['importedFile', 'importBefore', 'slideTiles', 'reportTiles', 'slideMeasures'] as const),
    ...OF_STORED_TEMPLATES,
    ...(['snapshot', 'frozenBatch', 'artifacts', 'encodedSpeech'] as const),
  ],
  'lib/platform/erasure/process-tombstone.ts removeUnfinished': OF_RENDERS,
  'lib/platform/erasure/erase-account.ts list': OF_ACCOUNTS,
  'lib/platform/erasure/erase-account.ts removeAll': OF_ACCOUNTS,
  'lib/platform/erasure/erase-account.ts removeUnfinished': OF_ACCOUNTS,
  'lib/features/timelines/view.ts presignGet': ['slideImage', 'backgroundAudio'],
  'lib/features/uploads/announced-upload.ts getBytes': ['upload'],
  'lib/features/uploads/announced-upload.ts presignPut': ['upload'],
  'lib/features/uploads/announced-upload.ts remove': ['upload'],
  'lib/features/uploads/announced-upload.ts sizeOf': ['upload'],
  'lib/features/uploads/decode-file-in-isolated-function.ts getBytes': ['decoded'],
  'lib/features/uploads/decode-file-in-isolated-function.ts putBytes': ['undecoded'],
  'lib/features/uploads/decode-file-in-isolated-function.ts remove': ['undecoded', 'decoded'],
  'lib/features/uploads/decode-upload.ts getBytes': ['undecoded'],
  'lib/features/uploads/decode-upload.ts putBytes': ['decoded'],
  'lib/features/uploads/store-and-name.ts putBytes': ['slideImage', 'backgroundAudio', ...OF_TEMPLATES],
  'lib/features/uploads/store-and-name.ts remove': ['slideImage', 'backgroundAudio', ...OF_TEMPLATES],
};

const DELIVERIES = ['DeliveriesQueue', 'SlowDeliveriesQueue'];

/** The queues whose messages start the function itself. */
export const OWN_QUEUES = 'own queues';

/** The queues whose work takes slots of a pool. */
const POOLS = ['RendersQueue', 'NarrationQueue', 'SegmentsQueue', 'ImportsQueue'] as const;
const poolsBut = (own: (typeof POOLS)[number]): string[] => POOLS.filter((queue) => queue !== own);

/** Which queues a call of a sender is about, as FILES_OF_CALLS does for files. */
export const QUEUES_OF_CALLS: Readonly<Record<string, readonly string[]>> = {
  'lib/features/images/fetching/announce-fetches.ts send': ['ImportsQueue'],
  'lib/features/images/fetching/fetch-images.ts send': ['ImportsQueue'],
  'lib/features/images/fetching/sweep-image-fetches.ts send': ['ImportsQueue'],
  'lib/features/imports/create-import.ts send': ['ImportsQueue'],
  'lib/features/imports/import-deck.ts send': [OWN_QUEUES],
  'lib/features/imports/sweep-imports.ts send': ['ImportsQueue'],
  'lib/features/renders/batches/start-rows-of-open-batches.ts send': ['RendersQueue'],
  'lib/features/renders/batches/create-batch.ts send': ['RendersQueue'],
  'lib/features/renders/batches/sweep-batches.ts send': ['RendersQueue'],
  'lib/features/renders/fill-snapshot-with-fetched-images.ts send': ['ImportsQueue'],
  'lib/features/renders/render-slots.ts send': ['RendersQueue'],
  'lib/features/narration/list-voices.ts ask': ['NarrationQueue'],
  // What is sent without a slot: tasks of kind prepare, plan and assembly.
  'lib/app/composition/fair-queue.ts send': ['RendersQueue', 'AssembliesQueue'],
  'lib/app/composition/services.ts poolMessageSender': POOLS,
  'lib/app/composition/hide-message.ts changeMessageVisibility': [OWN_QUEUES],
  'lib/app/composition/queue-handler.ts resendQueueMessage': [OWN_QUEUES],
  'lib/features/webhooks/acquire-receiver-slot.ts send': DELIVERIES,
  'lib/features/webhooks/deliver.ts send': DELIVERIES,
  'lib/features/webhooks/enqueue-deliveries.ts sendAll': DELIVERIES,
  'lib/features/webhooks/sweep-webhooks.ts send': DELIVERIES,
};

const OWN_FILE = 'it stores the file that was sent to it';
const LOGO_ONLY = 'it stores the logo of the template that it makes';
const OWN_POOL = 'a worker gives its slot to the next ticket of its own pool';
const NO_POOL = 'no pool carries tasks of kind assembly';
const PREPARE_ONLY = 'the only tasks that it sends are of kind prepare, whose worker takes the slot';

/**
 * What the walk finds but a function does not do, with the reason: it does not follow the values of variables. A row names a
 * call, as above, or a function that is not called (`file#function`).
 */
export const NOT_DONE: Readonly<Record<string, { without: 'all' | readonly string[]; because: string }>> = {
  'decodeVideo: s3:ListBucket': {
    without: 'all',
    because: 'as for decodeUpload',
  },
  'decodeUpload: s3:ListBucket': {
    without: 'all',
    because: 'of a file that is gone it need not know whether it is missing or forbidden: the request for it is over',
  },
  'testWebhook: lib/features/renders/view.ts presignGet': {
    without: 'all',
    because: 'the files of a sample render are addresses of example.com',
  },
  'createRender: lib/features/renders/timeline-snapshot.ts putBytes': {
    without: ['plan', 'spoken'],
    because: 'it writes the snapshot',
  },
  'createRender: lib/platform/fair-queue/enqueue.ts#enqueueTickets': { without: 'all', because: PREPARE_ONLY },
  'createRender: lib/app/composition/services.ts poolMessageSender': { without: 'all', because: PREPARE_ONLY },
  'createRender: lib/app/composition/fair-queue.ts send': { without: ['AssembliesQueue'], because: PREPARE_ONLY },
  'cancelRender: lib/platform/fair-queue/enqueue.ts#enqueueTickets': { without: 'all', because: PREPARE_ONLY },
  'cancelRender: lib/app/composition/services.ts poolMessageSender': { without: 'all', because: PREPARE_ONLY },
  'cancelRender: lib/app/composition/fair-queue.ts send': { without: ['AssembliesQueue'], because: PREPARE_ONLY },
  'cancelBatch: lib/platform/fair-queue/enqueue.ts#enqueueTickets': { without: 'all', because: PREPARE_ONLY },
  'cancelBatch: lib/app/composition/services.ts poolMessageSender': { without: 'all', because: PREPARE_ONLY },
  'cancelBatch: lib/app/composition/fair-queue.ts send': { without: ['AssembliesQueue'], because: PREPARE_ONLY },
  'sweepBatches: lib/platform/fair-queue/enqueue.ts#enqueueTickets': { without: 'all', because: PREPARE_ONLY },
  'sweepBatches: lib/app/composition/services.ts poolMessageSender': { without: 'all', because: PREPARE_ONLY },
  'sweepBatches: lib/app/composition/fair-queue.ts send': { without: ['AssembliesQueue'], because: PREPARE_ONLY },
  'generateSlideAudio: lib/app/composition/services.ts poolMessageSender': {
    without: poolsBut('NarrationQueue'),
    because: 'it asks for narration',
  },
  'uploadSlideImage: lib/features/uploads/store-and-name.ts putBytes': {
    without: ['backgroundAudio', ...OF_TEMPLATES],
    because: OWN_FILE,
  },
  'uploadBackgroundAudio: lib/features/uploads/store-and-name.ts putBytes': {
    without: ['slideImage', ...OF_TEMPLATES],
    because: OWN_FILE,
  },
  'uploadTemplateLogo: lib/features/uploads/store-and-name.ts putBytes': {
    without: ['slideImage', 'backgroundAudio', 'font'],
    because: OWN_FILE,
  },
  'createTemplateFrom: lib/features/uploads/store-and-name.ts putBytes': {
    without: ['slideImage', 'backgroundAudio', 'font'],
    because: LOGO_ONLY,
  },
  'createTemplateFrom: lib/features/uploads/store-and-name.ts remove': {
    without: ['slideImage', 'backgroundAudio', 'font'],
    because: LOGO_ONLY,
  },
  'uploadFont: lib/features/uploads/store-and-name.ts putBytes': {
    without: ['slideImage', 'backgroundAudio', 'logo'],
    because: OWN_FILE,
  },
  'uploadSlideImage: lib/features/uploads/store-and-name.ts remove': {
    without: ['backgroundAudio', ...OF_TEMPLATES],
    because: OWN_FILE,
  },
  'uploadBackgroundAudio: lib/features/uploads/store-and-name.ts remove': {
    without: ['slideImage', ...OF_TEMPLATES],
    because: OWN_FILE,
  },
  'uploadTemplateLogo: lib/features/uploads/store-and-name.ts remove': {
    without: ['slideImage', 'backgroundAudio', 'font'],
    because: OWN_FILE,
  },
  'uploadFont: lib/features/uploads/store-and-name.ts remove': {
    without: ['slideImage', 'backgroundAudio', 'logo'],
    because: OWN_FILE,
  },
  'narrateSlide: lib/app/composition/services.ts poolMessageSender': {
    without: poolsBut('NarrationQueue'),
    because: OWN_POOL,
  },
  'importDeck: lib/app/composition/services.ts poolMessageSender': {
    without: poolsBut('ImportsQueue'),
    because: OWN_POOL,
  },
  'sweepNarration: lib/app/composition/services.ts poolMessageSender': {
    without: poolsBut('NarrationQueue'),
    because: 'it asks for narration',
  },
  'encodeSegment: lib/app/composition/services.ts poolMessageSender': {
    without: poolsBut('SegmentsQueue'),
    because: OWN_POOL,
  },
  'encodeSegment: lib/features/narration/audio-ticket.ts#readSlideAudioTicketState': {
    without: 'all',
    because: OWN_POOL,
  },
  'sweepErasures: lib/features/renders/render-slots.ts#wakeNextRenders': {
    without: 'all',
    because: 'nothing of a deleted account is woken: its queue sends nothing',
  },
  'assembleRender: lib/platform/fair-queue/run-in-account-slot.ts#runInAccountSlot': {
    without: 'all',
    because: NO_POOL,
  },
  'assembleRender: lib/platform/fair-queue/enqueue.ts#enqueueTickets': { without: 'all', because: NO_POOL },
  'assembleRender: lib/features/narration/audio-ticket.ts#readSlideAudioTicketState': {
    without: 'all',
    because: NO_POOL,
  },
  'assembleRender: lib/app/composition/services.ts poolMessageSender': { without: 'all', because: NO_POOL },
};

/** Item families of methods whose key is a value that was read from the table. */
export const ITEMS_OF_METHODS: Readonly<Record<string, readonly string[]>> = {
  'lib/adapters/aws/webhooks/outbox-repository.ts noteRedriven': ['outbox'],
};
