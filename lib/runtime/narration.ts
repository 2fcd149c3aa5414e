import type { NarrateAudioTools } from '../narration/narrate-audio.ts';
import type { MakeSampleTools } from '../narration/voice-sample.ts';
import { wantedSpeech } from '../renders/wanted-speech.ts';
import type { NarrationTools } from '../renders/work-narration.ts';
import type { PrepareTools } from '../renders/work-prepare.ts';
import { transcodeSpeech } from '../video/audio/transcode-speech.ts';
import { data } from './data.ts';
import { encoderIdentity, ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { narrator } from './narrator.ts';
import { speak } from './speaker.ts';
import { advanceTools, every } from './worker.ts';

const addressOf: PrepareTools['addressOf'] = (slide, settings) => wantedSpeech(narrator, slide, settings);

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
    speak,
  }),
);

/** A sample is a sentence or two; its message is hidden for five minutes. */
const SAMPLE_MS = 60_000;

export const makeSampleTools = lazy(
  (): MakeSampleTools => ({
    engine: narrator,
    files: data().files,
    speak,
    toMp3: (wav, signal) => transcodeSpeech(wav, 'mp3', ffmpeg(signal)),
    deadline: () => AbortSignal.timeout(SAMPLE_MS),
    log,
  }),
);

export const narrateAudioTools = lazy(
  (): NarrateAudioTools => ({
    audio: data().audio,
    speech: data().speech,
    files: data().files,
    speak,
    queue: data().narrations,
    transcode: (wav, format, signal) => transcodeSpeech(wav, format, ffmpeg(signal)),
    clock: data().clock,
    every,
    log,
  }),
);
