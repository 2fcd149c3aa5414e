import { setTimeout as wait } from 'node:timers/promises';
import type { ListVoicesWithSamplesDeps } from '#features/narration/list-voices.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { sharedServices } from './services.ts';

/** Dependencies of the list of voices and their samples. */
export const showVoicesDeps = lazy((): ListVoicesWithSamplesDeps => {
  const { files, voiceSampleQueue: queue, clock } = sharedServices();
  return { engine: stageSpeechEngineIdentity, files, queue, clock, wait, known: new Set(), asked: new Map(), log };
});
