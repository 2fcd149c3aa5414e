import { setTimeout as wait } from 'node:timers/promises';
import type { ShowVoicesDeps } from '#features/narration/list-voices.ts';
import { stageEngineIdentity } from './engine-identity.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { sharedServices } from './services.ts';

/** Dependencies of the list of voices and their samples. */
export const showVoicesDeps = lazy((): ShowVoicesDeps => {
  const { files, voiceSampleQueue: queue, clock } = sharedServices();
  return { engine: stageEngineIdentity, files, queue, clock, wait, known: new Set(), asked: new Map(), log };
});
