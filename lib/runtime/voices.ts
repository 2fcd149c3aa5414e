import { setTimeout as wait } from 'node:timers/promises';
import type { ShowVoicesTools } from '../narration/show-voices.ts';
import { data } from './data.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { narrator } from './narrator.ts';

export const showVoicesTools = lazy((): ShowVoicesTools => {
  const { files, samples: queue, clock } = data();
  return { engine: narrator, files, queue, clock, wait, known: new Set(), asked: new Map(), log };
});
