import {
  estimatedNarrationSeconds,
  presenterSecondsOfSlide,
  type Slide,
  type SpeechSettings,
} from '#features/timelines/public.ts';
import type { SpeechLookupResult } from './find-speech-of-snapshot.ts';
import type { SlideSpeech } from './plan/frame-schedule.ts';

/** A stand-in for speech that does not exist yet, with its estimated duration. */
const estimatedSpeech = (hash: string, duration_seconds: number): SlideSpeech => ({
  ...{ hash, key: '', duration_seconds },
  sentences: [],
});

/** The speech of each slide, with the estimated duration for speech that does not exist; undefined for a silent slide. */
export const speechWithEstimatedDurations = (
  slides: readonly Slide[],
  settings: SpeechSettings,
  { wanted, made }: SpeechLookupResult,
): (SlideSpeech | undefined)[] =>
  wanted.map((required, position) => {
    if (!required) return undefined;
    const existingSpeech = required.recording ?? made.get(required.hash);
    const slide = slides[position];
    const duration_seconds = slide && estimatedNarrationSeconds(slide, settings);
    return existingSpeech || duration_seconds === undefined
      ? existingSpeech
      : estimatedSpeech(required.hash, duration_seconds);
  });

/** The estimated speech of each slide, without any lookup; undefined for a silent slide. */
export const estimatedSpeechOfSlides = (
  slides: readonly Slide[],
  settings: SpeechSettings,
): (SlideSpeech | undefined)[] =>
  slides.map((slide) => {
    const { audio, presenter } = slide;
    if (presenter) return estimatedSpeech('', presenterSecondsOfSlide(presenter));
    const seconds = audio?.source === 'uploaded' ? audio.duration_seconds : estimatedNarrationSeconds(slide, settings);
    return seconds === undefined ? undefined : estimatedSpeech('', seconds);
  });
