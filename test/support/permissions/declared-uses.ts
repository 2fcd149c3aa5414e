import { storageKeys } from '../../../lib/shared/storage-keys.ts';

export type FileFamily = keyof typeof storageKeys;

/** Every file that belongs to one timeline. Speech does not: slides that say the same share it. */
const OF_TIMELINES = ['slideImage', 'recording', 'backgroundAudio'] as const satisfies FileFamily[];
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
  'lib/aws/requests/idempotency-store.ts getBytes': ['answer'],
  'lib/aws/requests/idempotency-store.ts putBytes': ['answer'],
  'lib/images/fetching/announce-fetches.ts sizeOf': ['upload'],
  'lib/images/fetching/fetch-images.ts putBytes': ['slideImage'],
  'lib/imports/create-import.ts putBytes': ['importedFile'],
  'lib/imports/create-import.ts remove': ['importedFile'],
  'lib/imports/import-deck.ts getBytes': ['importedFile'],
  'lib/imports/import-deck.ts putBytes': ['slideImage'],
  'lib/narration/adopt-speech.ts sizeOf': ['speech'],
  'functions/http/narration/generate-audio.ts presignGet': AUDIO_OF_SLIDES,
  'functions/http/narration/get-audio.ts presignGet': AUDIO_OF_SLIDES,
  'lib/narration/find-existing-speech.ts sizeOf': ['speech'],
  'lib/narration/list-voices.ts presignGet': ['voiceSample'],
  'lib/narration/list-voices.ts sizeOf': ['voiceSample'],
  'lib/narration/produce-speech.ts putBytes': ['speech'],
  'lib/narration/recording/set-recording.ts putBytes': ['recording'],
  'lib/narration/store-in-format.ts getBytes': ['speech'],
  'lib/narration/store-in-format.ts putBytes': ['speech'],
  'lib/narration/voice-sample.ts putBytes': ['voiceSample'],
  'lib/narration/voice-sample.ts sizeOf': ['voiceSample'],
  'lib/renders/assemble-render.ts putBytes': ['output'],
  'lib/renders/assemble-render.ts putFile': ['output'],
  'lib/renders/cache-artifacts.ts putFile': ['artifacts'],
  'lib/renders/copy-film.ts copy': ['output'],
  'lib/renders/delete-files.ts removeAll': ['output'],
  'lib/renders/check/measure-slides.ts getBytes': ['slideMeasures'],
  'lib/renders/check/measure-slides.ts putBytes': ['slideMeasures'],
  'lib/renders/draw-pictures.ts getBytes': ['slideImage'],
  'lib/renders/fetch-artifacts.ts getRange': ['artifacts'],
  'lib/renders/make-extras.ts putBytes': ['output'],
  'lib/renders/make-extras.ts putFile': ['output'],
  'lib/renders/make-sound.ts getFile': ['speech', 'recording', 'backgroundAudio'],
  'lib/renders/batches/batch-results.ts presignGet': ['output'],
  'lib/renders/batches/create-batch.ts remove': ['frozenBatch'],
  'lib/renders/batches/frozen-batch.ts getBytes': ['frozenBatch'],
  'lib/renders/batches/frozen-batch.ts putBytes': ['frozenBatch'],
  'lib/renders/snapshot.ts#readPlan getBytes': ['plan'],
  'lib/renders/snapshot.ts#readSnapshot getBytes': ['snapshot'],
  'lib/renders/snapshot.ts#readSpoken getBytes': ['spoken'],
  'lib/renders/snapshot.ts remove': ['snapshot'],
  'lib/renders/snapshot.ts putBytes': ['snapshot', 'plan', 'spoken'],
  'lib/renders/view.ts presignGet': ['output'],
  'lib/runtime/contact-sheet.ts getBytes': ['slideTiles'],
  'lib/runtime/contact-sheet.ts putBytes': ['slideTiles'],
  'lib/runtime/preview.ts getBytes': ['slideImage', ...OF_STORED_TEMPLATES],
  'lib/runtime/drawn-files.ts getBytes': OF_STORED_TEMPLATES,
  'lib/templates/view.ts presignGet': ['logo'],
  'lib/templates/provide-previews.ts presignGet': ['templatePreview', 'ownTemplatePreview'],
  'lib/templates/provide-previews.ts putBytes': ['templatePreview', 'ownTemplatePreview'],
  'lib/templates/provide-previews.ts sizeOf': ['templatePreview', 'ownTemplatePreview'],
  'lib/erasure/release-speech.ts removeAll': ['speech'],
  'lib/erasure/remove-files.ts list': [...OF_TIMELINES, 'snapshot', 'frozenBatch', ...OF_RENDERS],
  'lib/erasure/remove-files.ts removeAll': [...OF_TIMELINES, 'snapshot', 'frozenBatch', ...OF_RENDERS],
  'lib/erasure/work-off-tombstones.ts removeAll': [
    ...OF_TIMELINES,
    'importedFile',
    ...OF_STORED_TEMPLATES,
    ...(['snapshot', 'frozenBatch', 'artifacts', 'encodedSpeech'] as const),
  ],
  'lib/erasure/work-off-tombstones.ts removeUnfinished': OF_RENDERS,
  'lib/erasure/erase-account.ts list': OF_ACCOUNTS,
  'lib/erasure/erase-account.ts removeAll': OF_ACCOUNTS,
  'lib/erasure/erase-account.ts removeUnfinished': OF_ACCOUNTS,
  'lib/timelines/view.ts presignGet': ['slideImage', 'backgroundAudio'],
  'lib/uploads/announced-upload.ts getBytes': ['upload'],
  'lib/uploads/announced-upload.ts presignPut': ['upload'],
  'lib/uploads/announced-upload.ts remove': ['upload'],
  'lib/uploads/announced-upload.ts sizeOf': ['upload'],
  'lib/uploads/decode-apart.ts getBytes': ['decoded'],
  'lib/uploads/decode-apart.ts putBytes': ['undecoded'],
  'lib/uploads/decode-apart.ts remove': ['undecoded', 'decoded'],
  'lib/uploads/decode-upload.ts getBytes': ['undecoded'],
  'lib/uploads/decode-upload.ts putBytes': ['decoded'],
  'lib/uploads/store-and-name.ts putBytes': ['slideImage', 'backgroundAudio', ...OF_TEMPLATES],
  'lib/uploads/store-and-name.ts remove': ['slideImage', 'backgroundAudio', ...OF_TEMPLATES],
};

const DELIVERIES = ['DeliveriesQueue', 'SlowDeliveriesQueue'];

/** The queues whose messages start the function itself. */
export const OWN_QUEUES = 'own queues';

/** The queues whose work takes slots of a pool. */
const POOLS = ['RendersQueue', 'NarrationQueue', 'SegmentsQueue', 'ImportsQueue'] as const;
const poolsBut = (own: (typeof POOLS)[number]): string[] => POOLS.filter((queue) => queue !== own);

/** Which queues a call of a sender is about, as FILES_OF_CALLS does for files. */
export const QUEUES_OF_CALLS: Readonly<Record<string, readonly string[]>> = {
  'lib/images/fetching/announce-fetches.ts send': ['ImportsQueue'],
  'lib/images/fetching/fetch-images.ts send': ['ImportsQueue'],
  'lib/images/fetching/sweep-image-fetches.ts send': ['ImportsQueue'],
  'lib/imports/create-import.ts send': ['ImportsQueue'],
  'lib/imports/import-deck.ts send': [OWN_QUEUES],
  'lib/imports/sweep-imports.ts send': ['ImportsQueue'],
  'lib/renders/batches/begin-rows.ts send': ['RendersQueue'],
  'lib/renders/batches/create-batch.ts send': ['RendersQueue'],
  'lib/renders/batches/sweep-batches.ts send': ['RendersQueue'],
  'lib/renders/obtain-images.ts send': ['ImportsQueue'],
  'lib/renders/render-slots.ts send': ['RendersQueue'],
  'lib/narration/list-voices.ts ask': ['NarrationQueue'],
  // What is sent without a slot: tasks of kind prepare, plan and assembly.
  'lib/runtime/fair-queue.ts send': ['RendersQueue', 'AssembliesQueue'],
  'lib/runtime/services.ts poolSender': POOLS,
  'lib/runtime/hide-message.ts changeMessageVisibility': [OWN_QUEUES],
  'lib/runtime/queue-handler.ts resendMessage': [OWN_QUEUES],
  'lib/webhooks/acquire-receiver-slot.ts send': DELIVERIES,
  'lib/webhooks/deliver.ts send': DELIVERIES,
  'lib/webhooks/enqueue-deliveries.ts sendAll': DELIVERIES,
  'lib/webhooks/sweep-webhooks.ts send': DELIVERIES,
};

const OWN_FILE = 'it stores the file that was sent to it';
const OWN_POOL = 'a worker gives its slot to the next ticket of its own pool';
const NO_POOL = 'no pool carries tasks of kind assembly';
const PREPARE_ONLY = 'the only tasks that it sends are of kind prepare, whose worker takes the slot';

/**
 * What the walk finds but a function does not do, with the reason: it does not follow the values of variables. A row names a
 * call, as above, or a function that is not called (`file#function`).
 */
export const NOT_DONE: Readonly<Record<string, { without: 'all' | readonly string[]; because: string }>> = {
  'decodeUpload: s3:ListBucket': {
    without: 'all',
    because: 'of a file that is gone it need not know whether it is missing or forbidden: the request for it is over',
  },
  'testWebhook: lib/renders/view.ts presignGet': {
    without: 'all',
    because: 'the files of a sample render are addresses of example.com',
  },
  'createRender: lib/renders/snapshot.ts putBytes': {
    without: ['plan', 'spoken'],
    because: 'it writes the snapshot',
  },
  'createRender: lib/fair-queue/enqueue.ts#enqueue': { without: 'all', because: PREPARE_ONLY },
  'createRender: lib/runtime/services.ts poolSender': { without: 'all', because: PREPARE_ONLY },
  'createRender: lib/runtime/fair-queue.ts send': { without: ['AssembliesQueue'], because: PREPARE_ONLY },
  'cancelRender: lib/fair-queue/enqueue.ts#enqueue': { without: 'all', because: PREPARE_ONLY },
  'cancelRender: lib/runtime/services.ts poolSender': { without: 'all', because: PREPARE_ONLY },
  'cancelRender: lib/runtime/fair-queue.ts send': { without: ['AssembliesQueue'], because: PREPARE_ONLY },
  'cancelBatch: lib/fair-queue/enqueue.ts#enqueue': { without: 'all', because: PREPARE_ONLY },
  'cancelBatch: lib/runtime/services.ts poolSender': { without: 'all', because: PREPARE_ONLY },
  'cancelBatch: lib/runtime/fair-queue.ts send': { without: ['AssembliesQueue'], because: PREPARE_ONLY },
  'sweepBatches: lib/fair-queue/enqueue.ts#enqueue': { without: 'all', because: PREPARE_ONLY },
  'sweepBatches: lib/runtime/services.ts poolSender': { without: 'all', because: PREPARE_ONLY },
  'sweepBatches: lib/runtime/fair-queue.ts send': { without: ['AssembliesQueue'], because: PREPARE_ONLY },
  'generateSlideAudio: lib/runtime/services.ts poolSender': {
    without: poolsBut('NarrationQueue'),
    because: 'it asks for narration',
  },
  'uploadSlideImage: lib/uploads/store-and-name.ts putBytes': {
    without: ['backgroundAudio', ...OF_TEMPLATES],
    because: OWN_FILE,
  },
  'uploadBackgroundAudio: lib/uploads/store-and-name.ts putBytes': {
    without: ['slideImage', ...OF_TEMPLATES],
    because: OWN_FILE,
  },
  'uploadTemplateLogo: lib/uploads/store-and-name.ts putBytes': {
    without: ['slideImage', 'backgroundAudio', 'font'],
    because: OWN_FILE,
  },
  'uploadFont: lib/uploads/store-and-name.ts putBytes': {
    without: ['slideImage', 'backgroundAudio', 'logo'],
    because: OWN_FILE,
  },
  'uploadSlideImage: lib/uploads/store-and-name.ts remove': {
    without: ['backgroundAudio', ...OF_TEMPLATES],
    because: OWN_FILE,
  },
  'uploadBackgroundAudio: lib/uploads/store-and-name.ts remove': {
    without: ['slideImage', ...OF_TEMPLATES],
    because: OWN_FILE,
  },
  'uploadTemplateLogo: lib/uploads/store-and-name.ts remove': {
    without: ['slideImage', 'backgroundAudio', 'font'],
    because: OWN_FILE,
  },
  'uploadFont: lib/uploads/store-and-name.ts remove': {
    without: ['slideImage', 'backgroundAudio', 'logo'],
    because: OWN_FILE,
  },
  'narrateSlide: lib/runtime/services.ts poolSender': {
    without: poolsBut('NarrationQueue'),
    because: OWN_POOL,
  },
  'importDeck: lib/runtime/services.ts poolSender': {
    without: poolsBut('ImportsQueue'),
    because: OWN_POOL,
  },
  'sweepNarration: lib/runtime/services.ts poolSender': {
    without: poolsBut('NarrationQueue'),
    because: 'it asks for narration',
  },
  'encodeSegment: lib/runtime/services.ts poolSender': {
    without: poolsBut('SegmentsQueue'),
    because: OWN_POOL,
  },
  'encodeSegment: lib/narration/audio-ticket.ts#audioState': { without: 'all', because: OWN_POOL },
  'sweepErasures: lib/renders/render-slots.ts#wakeNext': {
    without: 'all',
    because: 'nothing of a deleted account is woken: its queue sends nothing',
  },
  'assembleRender: lib/fair-queue/run-in-slot.ts#runInSlot': { without: 'all', because: NO_POOL },
  'assembleRender: lib/fair-queue/enqueue.ts#enqueue': { without: 'all', because: NO_POOL },
  'assembleRender: lib/narration/audio-ticket.ts#audioState': { without: 'all', because: NO_POOL },
  'assembleRender: lib/runtime/services.ts poolSender': { without: 'all', because: NO_POOL },
};

/** Item families of methods whose key is a value that was read from the table. */
export const ITEMS_OF_METHODS: Readonly<Record<string, readonly string[]>> = {
  'lib/aws/webhooks/outbox-repository.ts noteRedriven': ['outbox'],
};
