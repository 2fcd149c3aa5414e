import { encodeSoundtrackParts } from '#engine/video/audio/encode-soundtrack.ts';
import { transcodeSpeech } from '#engine/video/audio/transcode-speech.ts';
import { type AdoptSpeechDeps, prepareAdoption } from '#features/narration/adopt-speech.ts';
import type { NarrateForSlideDeps } from '#features/narration/narrate-for-slide.ts';
import type { Transcode } from '#features/narration/ports.ts';
import type { ProduceSpeechDeps } from '#features/narration/produce-speech.ts';
import { type MakeSampleDeps, SAMPLE_SECONDS } from '#features/narration/voice-sample.ts';
import { type EncodeSpeechAheadDeps, encodeSpeechAhead } from '#features/renders/encode-speech-ahead.ts';
import type { NarrateForRenderDeps } from '#features/renders/narrate-for-render.ts';
import { engineIdentity } from './engine-identity.ts';
import { encoderIdentity, ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { requiredSpeechOf } from './required-speech-of.ts';
import { services } from './services.ts';
import { speak } from './speak.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';
import { repeatEvery } from './worker.ts';

const transcode: Transcode = (wav, format, signal) => transcodeSpeech(wav, format, ffmpeg(signal));

/** Dependencies of the adoption of speech: what a render synthesized becomes the audio of its slides. */
export const adoptDeps = lazy((): AdoptSpeechDeps => {
  const { timelines, audio, files, clock } = services();
  return { timelines, audio, files, clock, engine: engineIdentity, transcode, log };
});

const encodeAheadDeps = lazy((): EncodeSpeechAheadDeps => {
  const { files, artifacts, clock } = services();
  const maker: EncodeSpeechAheadDeps['maker'] = {
    encodeSoundtrackParts: (parts, fileOf, signal) => encodeSoundtrackParts(parts, fileOf, ffmpeg(signal)),
  };
  return { files, artifacts, clock, workspace: withTemporaryFolder, encoder: encoderIdentity, maker, log };
});

const encodeAhead: ProduceSpeechDeps['encodeAhead'] = (...spoken) => encodeSpeechAhead(encodeAheadDeps(), ...spoken);

/** Dependencies of the narration of a slide for a render. */
export const narrateForRenderDeps = lazy(
  (): NarrateForRenderDeps => ({
    files: services().files,
    speech: services().speech,
    requiredSpeechOf,
    speak,
    clock: services().clock,
    encodeAhead,
    prepareAdoption: (of, speech, slides, signal) => prepareAdoption(adoptDeps(), of, speech, slides, signal),
  }),
);

/** Dependencies of the worker of voice samples. */
export const makeSampleDeps = lazy(
  (): MakeSampleDeps => ({
    engine: engineIdentity,
    files: services().files,
    speak,
    toMp3: (wav, signal) => transcodeSpeech(wav, 'mp3', ffmpeg(signal)),
    deadline: () => AbortSignal.timeout(SAMPLE_SECONDS * 1000),
    log,
  }),
);

/** Dependencies of the worker of requested narration of slides. */
export const narrateForSlideDeps = lazy(
  (): NarrateForSlideDeps => ({
    audio: services().audio,
    speech: services().speech,
    files: services().files,
    speak,
    encodeAhead,
    engine: engineIdentity,
    queue: services().audioQueue,
    transcode,
    clock: services().clock,
    every: repeatEvery,
    log,
  }),
);
