import type { NarrateAudioDeps } from '../narration/narrate-audio.ts';
import type { MakeSampleDeps } from '../narration/voice-sample.ts';
import type { NarrateSlideDeps } from '../renders/narrate-slide.ts';
import type { PrepareDeps } from '../renders/prepare-render.ts';
import { requiredSpeech } from '../renders/required-speech.ts';
import { transcodeSpeech } from '../video/audio/transcode-speech.ts';
import { engineIdentity } from './engine-identity.ts';
import { encoderIdentity, ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { services } from './services.ts';
import { speak } from './speak.ts';
import { advanceDeps, every } from './worker.ts';

const addressOf: PrepareDeps['addressOf'] = (slide, settings) => requiredSpeech(engineIdentity, slide, settings);

export const prepareDeps = lazy(
  (): PrepareDeps => ({
    ...advanceDeps(),
    files: services().files,
    speech: services().speech,
    artifacts: services().artifacts,
    encoder: encoderIdentity,
    addressOf,
  }),
);

export const narrationDeps = lazy(
  (): NarrateSlideDeps => ({
    clock: services().clock,
    files: services().files,
    speech: services().speech,
    addressOf,
    speak,
  }),
);

/** A sample is a sentence or two; its message is hidden for five minutes. */
const SAMPLE_MS = 60_000;

export const makeSampleDeps = lazy(
  (): MakeSampleDeps => ({
    engine: engineIdentity,
    files: services().files,
    speak,
    toMp3: (wav, signal) => transcodeSpeech(wav, 'mp3', ffmpeg(signal)),
    deadline: () => AbortSignal.timeout(SAMPLE_MS),
    log,
  }),
);

export const narrateAudioDeps = lazy(
  (): NarrateAudioDeps => ({
    audio: services().audio,
    speech: services().speech,
    files: services().files,
    speak,
    queue: services().audioQueue,
    transcode: (wav, format, signal) => transcodeSpeech(wav, format, ffmpeg(signal)),
    clock: services().clock,
    every,
    log,
  }),
);
