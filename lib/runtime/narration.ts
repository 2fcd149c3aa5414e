import { createEspeakEngine } from '../narration/engines/espeak.ts';
import type { NarrateAudioTools } from '../narration/narrate-audio.ts';
import { notesAddress } from '../narration/speech-address.ts';
import type { NarrationTools } from '../renders/work-narration.ts';
import type { PrepareTools } from '../renders/work-prepare.ts';
import { transcodeSpeech } from '../video/audio/transcode-speech.ts';
import { data } from './data.ts';
import { encoderIdentity, ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { advanceTools } from './worker.ts';

const engine = lazy(createEspeakEngine);

const addressOf: PrepareTools['addressOf'] = (slide, settings) => notesAddress(engine(), slide.speaker_notes, settings);

export const prepareTools = lazy(
  (): PrepareTools => ({
    ...advanceTools(),
    files: data().files,
    speech: data().speech,
    pieces: data().pieces,
    encoder: encoderIdentity,
    addressOf,
  }),
);

export const narrationTools = lazy(
  (): NarrationTools => ({
    clock: data().clock,
    files: data().files,
    speech: data().speech,
    addressOf,
    speak: (request, signal) => engine().speak(request, ffmpeg(signal)),
  }),
);

export const narrateAudioTools = lazy(
  (): NarrateAudioTools => ({
    audio: data().audio,
    speech: data().speech,
    files: data().files,
    speak: (request, signal) => engine().speak(request, ffmpeg(signal)),
    transcode: (wav, format, signal) => transcodeSpeech(wav, format, ffmpeg(signal)),
    clock: data().clock,
    log,
  }),
);
