import type { CreateBatchDeps } from '#features/renders/batches/create-batch.ts';
import type { CreateRenderDeps } from '#features/renders/create-render.ts';
import { prepareRenderReceiverSecret, prepareRenderReceiverSecrets } from '#features/webhooks/render-receivers.ts';
import { announceMediaFetchesDeps, webhookDeps } from './api.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { lazy } from './lazy.ts';
import { config, sharedServices } from './services.ts';
import { speechRequiredBySlide } from './speech-required-by-slide.ts';

// Not in `api.ts`: the speech that slides need depends on the words of all languages, which only few functions load.

const prepareReceiver: CreateRenderDeps['prepareReceiver'] = (accountId, url) =>
  prepareRenderReceiverSecret(webhookDeps(), accountId, url);

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
    prepareReceivers: (accountId, receivers) => prepareRenderReceiverSecrets(webhookDeps(), accountId, receivers),
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
    ...announceMediaFetchesDeps(),
    codecs: config().codecs,
    prepareReceiver,
  };
});
