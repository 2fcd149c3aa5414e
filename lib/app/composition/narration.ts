import { encodeSoundtrackParts } from '#engine/video/audio/encode-soundtrack.ts';
import { transcodeSpeech } from '#engine/video/audio/transcode-speech.ts';
import {
  type AdoptRenderSpeechDeps,
  encodeFilesForSpeechAdoption,
} from '#features/narration/adopt-render-speech-as-slide-audio.ts';
import type { FindOrSynthesizeSpeechDeps } from '#features/narration/find-or-synthesize-speech.ts';
import type { TranscodeSpeech } from '#features/narration/ports.ts';
import type { SynthesizeSlideNarrationDeps } from '#features/narration/synthesize-slide-narration.ts';
import { type StoreMissingVoiceSampleDeps, VOICE_SAMPLE_TIME_LIMIT_SECONDS } from '#features/narration/voice-sample.ts';
import { type EncodeSpeechAheadDeps, encodeAndCacheNewSpeech } from '#features/renders/encode-and-cache-new-speech.ts';
import type { NarrationTaskDeps } from '#features/renders/perform-narration-task.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { ffmpegBuildIdentity, ffmpegRuntime } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { sharedServices } from './services.ts';
import { speakWithStageEngine } from './speak.ts';
import { speechRequiredBySlide } from './speech-required-by-slide.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';
import { repeatEverySeconds } from './worker.ts';

const transcode: TranscodeSpeech = (wav, format, signal) => transcodeSpeech(wav, format, ffmpegRuntime(signal));

/** Dependencies of the adoption of speech: speech that a render synthesized becomes the audio of its slides. */
export const adoptRenderSpeechDeps = lazy((): AdoptRenderSpeechDeps => {
  const { timelines, audio, files, clock } = sharedServices();
  return { timelines, audio, files, clock, engine: stageSpeechEngineIdentity, transcode, log };
});

const encodeSpeechAheadDeps = lazy((): EncodeSpeechAheadDeps => {
  const { files, artifacts, clock } = sharedServices();
  const maker: EncodeSpeechAheadDeps['maker'] = {
    encodeSoundtrackParts: (parts, fileOf, signal) => encodeSoundtrackParts(parts, fileOf, ffmpegRuntime(signal)),
  };
  return { files, artifacts, clock, workspace: withTemporaryFolder, encoder: ffmpegBuildIdentity, maker, log };
});

/** Encodes new speech before a render asks for it. */
const encodeSpeechAhead: FindOrSynthesizeSpeechDeps['encodeAhead'] = (...newSpeech) =>
  encodeAndCacheNewSpeech(encodeSpeechAheadDeps(), ...newSpeech);

/** Dependencies of the narration of a slide for a render. */
export const narrateForRenderDeps = lazy(
  (): NarrationTaskDeps => ({
    files: sharedServices().files,
    speech: sharedServices().speech,
    speechRequiredBySlide,
    speak: speakWithStageEngine,
    clock: sharedServices().clock,
    encodeAhead: encodeSpeechAhead,
    prepareAdoption: (settings, speech, slides, signal) =>
      encodeFilesForSpeechAdoption(adoptRenderSpeechDeps(), settings, speech, slides, signal),
  }),
);

/** Dependencies of `storeMissingVoiceSample`. */
export const storeMissingVoiceSampleDeps = lazy(
  (): StoreMissingVoiceSampleDeps => ({
    engine: stageSpeechEngineIdentity,
    files: sharedServices().files,
    speak: speakWithStageEngine,
    toMp3: (wav, signal) => transcodeSpeech(wav, 'mp3', ffmpegRuntime(signal)),
    deadline: () => AbortSignal.timeout(VOICE_SAMPLE_TIME_LIMIT_SECONDS * 1000),
    log,
  }),
);

/** Dependencies of `synthesizeSlideNarration`, for the narration of a slide that a client requested. */
export const synthesizeSlideNarrationDeps = lazy(
  (): SynthesizeSlideNarrationDeps => ({
    audio: sharedServices().audio,
    speech: sharedServices().speech,
    files: sharedServices().files,
    speak: speakWithStageEngine,
    encodeAhead: encodeSpeechAhead,
    engine: stageSpeechEngineIdentity,
    queue: sharedServices().audioQueue,
    transcode,
    clock: sharedServices().clock,
    every: repeatEverySeconds,
    log,
  }),
);
