import type { CreateBatchDeps } from '#features/renders/batches/create-batch.ts';
import type { CreateRenderDeps } from '#features/renders/create-render.ts';
import { prepareRenderReceiver, prepareRenderReceivers } from '#features/webhooks/render-receivers.ts';
import { mediaFetchDeps, webhookDeps } from './api.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { lazy } from './lazy.ts';
import { config, sharedServices } from './services.ts';
import { speechRequiredBySlide } from './speech-required-by-slide.ts';

// Not in `api.ts`: the speech that slides need depends on the words of all languages, which only few functions load.

const prepareReceiver: CreateRenderDeps['prepareReceiver'] = (accountId, url) =>
  prepareRenderReceiver(webhookDeps(), accountId, url);

/** Dependencies of the creation of batches. */
export const createBatchDeps = lazy((): CreateBatchDeps => {
  const { timelines, templates, batches, files, speech, batchQueue, clock } = sharedServices();
  return {
    timelines,
    templates,
    batches,
    files,
    speech,
    speechRequiredBySlide,
    batchQueue,
    clock,
    codecs: config().codecs,
    prepareReceivers: (accountId, receivers) => prepareRenderReceivers(webhookDeps(), accountId, receivers),
  };
});

/** Dependencies of the creation of renders. */
export const createRenderDeps = lazy((): CreateRenderDeps => {
  const { timelines, templates, renders, files, speech, taskQueue: queue, clock } = sharedServices();
  return {
    timelines,
    templates,
    renders,
    files,
    speech,
    speechRequiredBySlide,
    queue,
    clock,
    voices: stageSpeechEngineIdentity,
    ...mediaFetchDeps(),
    codecs: config().codecs,
    prepareReceiver,
  };
});
