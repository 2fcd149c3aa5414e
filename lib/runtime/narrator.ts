import type { NarratorIdentity } from '../narration/engine.ts';
import { commandIdentity } from '../narration/engines/command-identity.ts';
import { espeakIdentity } from '../narration/engines/espeak-identity.ts';
import { pollyIdentity } from '../narration/engines/polly-identity.ts';
import { config } from './data.ts';
import { lazy } from './lazy.ts';

const chosen = lazy((): NarratorIdentity => {
  const { narration } = config();
  switch (narration.engine) {
    case 'espeak-ng':
      return espeakIdentity;
    case 'polly':
      return pollyIdentity;
    case 'command':
      return commandIdentity(narration.settings);
  }
});

/** Who narrates on this stage, for those who only name its speech: the API needs neither the program nor its worker. */
export const narrator: NarratorIdentity = {
  get id() {
    return chosen().id;
  },
  get version() {
    return chosen().version;
  },
  voiceFor: (language, voice) => chosen().voiceFor(language, voice),
  takesSpeed: (voice) => chosen().takesSpeed(voice),
  voices: () => chosen().voices(),
};
