import type { NarrationEngine } from '../narration/engine.ts';
import { espeakIdentity } from '../narration/engines/espeak-identity.ts';

/** Which engine narrates, for those who only name its speech: the API needs neither the program nor its worker. */
export const narrator: Omit<NarrationEngine, 'speak'> = espeakIdentity;
