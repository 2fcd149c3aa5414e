import type { SpeechEngineIdentity } from '#engine/speech/engine.ts';
import { alignedEngineIdentity } from '#engine/speech/engines/aligned-identity.ts';
import { combinedEngineIdentity } from '#engine/speech/engines/combined-engine.ts';
import { commandEngineIdentity } from '#engine/speech/engines/command-identity.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { pollyIdentity } from '#engine/speech/engines/polly-identity.ts';
import { naturalVoiceIdentity } from '#engine/speech/natural/natural-voice-identity.ts';
import { lazy } from './lazy.ts';
import { config } from './services.ts';

const chosen = lazy((): SpeechEngineIdentity => {
  const { narration } = config();
  switch (narration.engine) {
    case 'natural':
      return combinedEngineIdentity('natural', [naturalVoiceIdentity, espeakIdentity]);
    case 'espeak-ng':
      return espeakIdentity;
    case 'polly':
      return pollyIdentity;
    case 'command':
      return alignedEngineIdentity(commandEngineIdentity(narration.settings), espeakIdentity);
  }
});

/** Id, version and voices of this stage's speech engine, without its program: the API only chooses voices and computes addresses of speech. */
export const stageSpeechEngineIdentity: SpeechEngineIdentity = {
  get id() {
    return chosen().id;
  },
  get version() {
    return chosen().version;
  },
  get speakers() {
    return chosen().speakers;
  },
  voiceFor: (language, voice) => chosen().voiceFor(language, voice),
  takesSpeed: (voice) => chosen().takesSpeed(voice),
  voices: () => chosen().voices(),
};
