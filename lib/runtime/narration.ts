import { createEspeakEngine } from '../narration/engines/espeak.ts';
import { speechAddress } from '../narration/speech-address.ts';
import type { NarrationTools } from '../renders/work-narration.ts';
import type { PrepareTools } from '../renders/work-prepare.ts';
import { data } from './data.ts';
import { ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { advanceTools } from './worker.ts';

const engine = lazy(createEspeakEngine);

const addressOf: PrepareTools['addressOf'] = (slide, { language, voice }) => {
  const text = slide.speaker_notes.trim();
  if (text === '') return undefined;
  return speechAddress(engine(), { text, language, speed: 1, ...(voice === undefined ? {} : { voice }) });
};

export const prepareTools = lazy(
  (): PrepareTools => ({ ...advanceTools(), files: data().files, speech: data().speech, addressOf }),
);

export const narrationTools = lazy(
  (): NarrationTools => ({
    files: data().files,
    speech: data().speech,
    addressOf,
    speak: (request, signal) => engine().speak(request, ffmpeg(signal)),
  }),
);
