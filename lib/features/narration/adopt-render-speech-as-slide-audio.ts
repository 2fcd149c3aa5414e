import { isOrContainsEngine } from '#engine/speech/engines/combined-engine.ts';
import {
  currentNotesAndLexicon,
  type GeneratedAudio,
  isAudioUsedByRender,
  type Slide,
  type SlideAudio,
  type SpeechSettings,
  type Timeline,
  type TimelineStore,
} from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { isAudioInProgress, speechFileKey } from './find-existing-speech.ts';
import { createQueuedAudio, type GenerateAudioDeps, toReadySlideAudio } from './generate-slide-audio.ts';
import type { AdoptedSlideAudio, SlideAudioStore, StoredSpeech } from './ports.ts';
import { type StoreSpeechInFormatDeps, storeSpeechInFormat } from './store-speech-in-format.ts';

/** Dependencies of the adoption of speech. */
export interface AdoptRenderSpeechDeps extends StoreSpeechInFormatDeps {
  timelines: Pick<TimelineStore, 'load'>;
  audio: Pick<SlideAudioStore, 'adopt'>;
  engine: GenerateAudioDeps['engine'];
  files: StoreSpeechInFormatDeps['files'] & { sizeOf(key: string): Promise<number | undefined> };
  clock: Clock;
  log: Log;
}

/** Speech that a render used for a slide, and the slide as the render froze it. */
export interface SlideWithRenderedSpeech {
  slide: Slide;
  speech: StoredSpeech;
}

/** The maximum number of encoders that run at the same time. */
const ENCODER_CONCURRENCY = 2;

/**
 * The format of the audio that a slide adopts: that of its present audio; WAV without audio, because it needs no encoding. With MP3 for
 * each slide, a render of 60 slides without audio took 37 s.
 */
const formatOf = (audio: SlideAudio | undefined): GeneratedAudio['format'] =>
  audio?.source === 'generated' ? audio.format : 'wav';

/**
 * Reports whether a slide should adopt the speech of a render: not if it has a presenter or a recording, if its audio is being made, or if
 * its audio is this speech already and a render would use it.
 * @param speechHash content address of the render's speech
 * @param settings the speech settings of the timeline
 */
export function shouldSlideAdoptRenderSpeech(
  slide: SlideWithRenderedSpeech['slide'],
  speechHash: string,
  settings: SpeechSettings,
): boolean {
  const { audio, presenter } = slide;
  if (presenter) return false;
  if (!audio) return true;
  if (audio.source !== 'generated' || isAudioInProgress(audio)) return false;
  return audio.speech_hash !== speechHash || !isAudioUsedByRender(audio, currentNotesAndLexicon(slide, settings));
}

/** Stores speech in the format that the audio of a slide would have. @returns the storage key */
async function storeSpeechForAudio(
  deps: Pick<AdoptRenderSpeechDeps, 'files' | 'transcode'>,
  audio: Pick<SlideAudio, 'account_id' | 'speech_hash' | 'format'>,
  speech: StoredSpeech,
  signal: AbortSignal,
): Promise<string> {
  const key = speechFileKey(audio);
  if (audio.format !== 'wav' && (await deps.files.sizeOf(key)) !== undefined) return key;
  return storeSpeechInFormat(deps, audio, speech.key, signal);
}

/**
 * Encodes the files that `adoptRenderSpeechAsSlideAudio` will need for one speech. The worker that synthesized the speech calls this
 * function, so that the slides of a render are encoded by many workers. Failures are logged; it throws only after an abort.
 */
export async function encodeFilesForSpeechAdoption(
  deps: Pick<AdoptRenderSpeechDeps, 'files' | 'transcode' | 'log'>,
  { account_id, ...settings }: Pick<Timeline, 'account_id'> & SpeechSettings,
  speech: StoredSpeech,
  slides: readonly SlideWithRenderedSpeech['slide'][],
  signal: AbortSignal,
): Promise<void> {
  const adoptingSlides = slides.filter((slide) => shouldSlideAdoptRenderSpeech(slide, speech.hash, settings));
  for (const format of new Set(adoptingSlides.map(({ audio }) => formatOf(audio))))
    try {
      await storeSpeechForAudio(deps, { account_id, speech_hash: speech.hash, format }, speech, signal);
    } catch (error) {
      signal.throwIfAborted();
      deps.log.warn('speech of a render not encoded for its slide', { account_id, hash: speech.hash, error });
    }
}

/**
 * Stores the speech of a render as the `ready` audio of its slides, as if `POST …/audio` had been called for each slide. Audio that no
 * client requested follows the timeline's language and voice. Nothing is written for a slide whose audio has changed since the render
 * froze it. The same applies if its speech would now be different, because its notes or the timeline's language, voice or lexicon have
 * changed. A write that collides with another is dropped. A second run changes nothing. It throws only after an abort, so that no render
 * fails because of it.
 * @param renderedSpeech the speech of each slide of the render
 */
export async function adoptRenderSpeechAsSlideAudio(
  deps: AdoptRenderSpeechDeps,
  { account_id, timeline_id }: { account_id: string; timeline_id: string },
  renderedSpeech: readonly SlideWithRenderedSpeech[],
  signal: AbortSignal,
): Promise<void> {
  if (renderedSpeech.length === 0) return;
  const { timelines, audio: store, engine, clock, log } = deps;

  /** Adds the audio that a slide adopts; nothing if the slide has changed since the render froze it. */
  const addAdoptedAudio = async (
    adopted: AdoptedSlideAudio[],
    timeline: Timeline,
    slide: Slide,
    { slide: frozenSlide, speech }: SlideWithRenderedSpeech,
  ): Promise<void> => {
    const { audio } = slide;
    if (audio?.job !== frozenSlide.audio?.job || !shouldSlideAdoptRenderSpeech(slide, speech.hash, timeline)) return;
    const generatedAudio = audio?.source === 'generated' ? audio : undefined;
    const requestedAudio = generatedAudio?.follows_timeline ? undefined : generatedAudio;
    const body = {
      ...(requestedAudio
        ? {
            speed: requestedAudio.speed,
            language: requestedAudio.language,
            // The voices of another engine are unknown to this one.
            ...(isOrContainsEngine(engine, requestedAudio.engine) ? { voice: requestedAudio.voice } : {}),
            ...(requestedAudio.own_text === undefined ? {} : { text: requestedAudio.own_text }),
          }
        : {}),
      format: formatOf(audio),
    };
    const queuedAudio = createQueuedAudio(engine, timeline, slide, body, clock());
    if (queuedAudio.speech_hash !== speech.hash) return;
    const key = await storeSpeechForAudio(deps, queuedAudio, speech, signal);
    const readyAudio = {
      ...toReadySlideAudio(queuedAudio, { ...speech, key }),
      ...(requestedAudio ? {} : { follows_timeline: true as const }),
    };
    adopted.push({ audio: readyAudio, rev: slide.rev, seen: generatedAudio });
  };

  try {
    const loadedTimeline = await timelines.load(account_id, timeline_id);
    if (!loadedTimeline) return;
    const slides = new Map(loadedTimeline.slides.map((slide) => [slide.id, slide]));
    const adopted: AdoptedSlideAudio[] = [];
    await forEachConcurrent(renderedSpeech, ENCODER_CONCURRENCY, async (rendered) => {
      const slide = slides.get(rendered.slide.id);
      signal.throwIfAborted();
      try {
        if (slide) await addAdoptedAudio(adopted, loadedTimeline.timeline, slide, rendered);
      } catch (error) {
        signal.throwIfAborted();
        // A ServiceError means that the same request would now be refused, for example because its voice no longer exists.
        if (!(error instanceof ServiceError))
          log.warn('speech of a render not adopted', { slide_id: rendered.slide.id, error });
      }
    });
    signal.throwIfAborted();
    await store.adopt(adopted);
  } catch (error) {
    signal.throwIfAborted();
    log.warn('speech of a render not adopted', { account_id, timeline_id, error });
  }
}
