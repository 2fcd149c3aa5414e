import type { SpeechEngineIdentity } from '#engine/speech/engine.ts';
import { alignedEngineIdentity } from '#engine/speech/engines/aligned-identity.ts';
import { combinedEngineIdentity } from '#engine/speech/engines/combined-engine.ts';
import { commandEngineIdentity } from '#engine/speech/engines/command-identity.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { pollyIdentity } from '#engine/speech/engines/polly-identity.ts';
import { naturalVoiceIdentity } from '#engine/speech/natural/natural-voice-identity.ts';
import { lazy } from './lazy.ts';
import { config } from './services.ts';

const chosenEngine = lazy((): SpeechEngineIdentity => {
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

/**
 * Id, version and voices of the speech engine that the configuration of this process chooses, without its program: the API only chooses voices
 * and computes addresses of speech.
 */
export const stageSpeechEngineIdentity: SpeechEngineIdentity = {
  get id() {
    return chosenEngine().id;
  },
  get version() {
    return chosenEngine().version;
  },
  get speakers() {
    return chosenEngine().speakers;
  },
  voiceFor: (language, voice) => chosenEngine().voiceFor(language, voice),
  takesSpeed: (voice) => chosenEngine().takesSpeed(voice),
  voices: () => chosenEngine().voices(),
};
