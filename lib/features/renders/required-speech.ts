import type { SpeechAddressEngineIdentity, SpeechRequest } from '#engine/speech/engine.ts';
import { isOrContainsEngine } from '#engine/speech/engines/combined-engine.ts';
import {
  type HashedSpeechRequest,
  hashNotesSpeechRequest,
  hashSpeechRequest,
} from '#engine/speech/hash-speech-request.ts';
import { removeSpeakerNamesFromText } from '#engine/speech/script/dialogue.ts';
import { hasSpeakableWords } from '#engine/speech/script/notes-text.ts';
import {
  currentNotesAndLexicon,
  type GeneratedAudio,
  isAudioUsedByRender,
  narrationTextOf,
  presenterSecondsOfSlide,
  recordingRangeOfPresenter,
  type Slide,
  type SlidePresenter,
  speakersOf,
  type UploadedAudio,
} from '#features/timelines/public.ts';
import type { SlideSpeech } from './plan/frame-schedule.ts';
import type { TimelineSnapshot } from './timeline-snapshot.ts';

/** The speech that a slide of a snapshot needs. */
export interface RequiredSpeech {
  /** Content address. */
  hash: string;
  /** The request from which it can be synthesized; absent for speech that cannot be made again. */
  request?: SpeechRequest | undefined;
  /** Speech that replaces it if it no longer exists: the same words, with the present engine. */
  fallback?: HashedSpeechRequest | undefined;
  /** The client's recording, whose file belongs to the slide. */
  recording?: SlideSpeech | undefined;
}

/** The voice of a slide, with everything else on which its speech depends. */
const voiceOf = (slide: Slide, settings: TimelineSnapshot['settings']) => ({
  language: settings.language,
  voice: slide.voice ?? settings.voice,
  speed: slide.speed ?? settings.speed ?? 1,
  lexicon: settings.lexicon,
  speakers: speakersOf(settings),
});

/** The speech of a client's recording. */
function speechOfRecording({
  speech_hash: hash,
  key,
  duration_seconds,
  sentences = [],
}: UploadedAudio): RequiredSpeech {
  if (key === undefined || duration_seconds === undefined) return { hash };
  return { hash, recording: { hash, key, duration_seconds, sentences } };
}

/** The voice of a presenter, which is heard with the pictures. */
function speechOfPresenter(presenter: SlidePresenter): RequiredSpeech {
  const { from, to } = recordingRangeOfPresenter(presenter);
  const hash = `${presenter.sound?.sha256 ?? presenter.sha256}-${from}-${to}`;
  const duration_seconds = presenterSecondsOfSlide(presenter);
  const key = presenter.sound?.key ?? presenter.key;
  return { hash, recording: { hash, key, duration_seconds, sentences: presenter.heard ?? [] } };
}

/**
 * The speech of a slide that adopted its audio from a render: the same speech, unless the notes, their lexicon, or language, voice or speed of
 * the timeline or the slide have changed. If the engine has changed, the voices cannot be compared, and the speech is kept.
 */
function speechAdoptedFromRender(
  engine: SpeechAddressEngineIdentity,
  audio: GeneratedAudio,
  slide: Slide,
  settings: TimelineSnapshot['settings'],
): RequiredSpeech | undefined {
  const currentNotes = currentNotesAndLexicon(slide, settings);
  const currentSpeech = hashNotesSpeechRequest(engine, currentNotes.said, voiceOf(slide, settings));
  if (!currentSpeech || currentSpeech.hash === audio.speech_hash) return currentSpeech;
  const { language, voice, speed } = voiceOf(slide, settings);
  const hasOtherVoice =
    audio.language !== language ||
    audio.speed !== speed ||
    (isOrContainsEngine(engine, audio.engine) && audio.voice !== engine.voiceFor(language, voice));
  if (hasOtherVoice || !isAudioUsedByRender(audio, currentNotes)) return currentSpeech;
  return { hash: audio.speech_hash, fallback: currentSpeech };
}

/** The speech of a slide's requested audio if it is up to date; else its request with the present words. */
function speechOfRequestedAudio(
  engine: SpeechAddressEngineIdentity,
  audio: GeneratedAudio,
  slide: Slide,
  settings: TimelineSnapshot['settings'],
): RequiredSpeech | undefined {
  const { own_text, language, voice, speed } = audio;
  const { lexicon } = settings;
  const currentNotes = currentNotesAndLexicon(slide, settings);
  const text = own_text ?? currentNotes.said.trim();
  if (!hasSpeakableWords(removeSpeakerNamesFromText({ text, speakers: currentNotes.speakers }))) return undefined;
  const currentSpeech = hashSpeechRequest(engine, {
    text,
    language,
    speed,
    // The voice of another engine is unknown to this one.
    ...(isOrContainsEngine(engine, audio.engine) ? { voice } : {}),
    ...(lexicon === undefined ? {} : { lexicon }),
    ...(currentNotes.speakers === undefined ? {} : { speakers: currentNotes.speakers }),
  });
  if (currentSpeech.hash === audio.speech_hash || !isAudioUsedByRender(audio, currentNotes)) return currentSpeech;
  return { hash: audio.speech_hash, fallback: currentSpeech };
}

/**
 * The speech that a slide needs in a render; undefined when it has no text to speak. The voice of a presenter is used before all else; a client's recording is used even if the notes have
 * changed since. For a slide without audio, the notes, or
 * what `narration_source` names instead, are spoken with the voice and speed of the slide, else of the timeline. For generated audio:
 *
 * | audio                                           | speech of the slide                                                   |
 * |-------------------------------------------------|-----------------------------------------------------------------------|
 * | ready, its words and their lexicon unchanged    | its speech, even if this program or engine would make it differently; |
 * |                                                 | that new speech only if the old one no longer exists                  |
 * | ready, without a separate text, and the notes   | its request with the present words, whose address differs: `auto`     |
 * | have changed; or the lexicon pronounces one of  | makes it unless it exists, `existing` refuses                         |
 * | its words differently                           |                                                                       |
 * | not ready                                       | as the previous row                                                   |
 * | adopted from a render, and the language or      | the notes, with the language and voice of the timeline                |
 * | voice of the timeline has changed               |                                                                       |
 *
 * Pure.
 */
export function findRequiredSpeechOfSlide(
  engine: SpeechAddressEngineIdentity,
  slide: Slide,
  settings: TimelineSnapshot['settings'],
): RequiredSpeech | undefined {
  const { audio, presenter } = slide;
  if (presenter) return speechOfPresenter(presenter);
  if (!audio)
    return hashNotesSpeechRequest(engine, narrationTextOf(slide, settings.narration_source), voiceOf(slide, settings));
  if (audio.source === 'uploaded') return speechOfRecording(audio);
  return audio.follows_timeline
    ? speechAdoptedFromRender(engine, audio, slide, settings)
    : speechOfRequestedAudio(engine, audio, slide, settings);
}

/** The required speech if it exists or has no fallback, else its fallback. */
export const speechOrFallback = (required: RequiredSpeech, exists: (hash: string) => boolean): RequiredSpeech =>
  required.fallback && !exists(required.hash) ? required.fallback : required;
