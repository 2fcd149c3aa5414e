import type { SpeechEngine, SpeechRequest } from '#engine/speech/engine.ts';
import { type HashedSpeechRequest, hashNotesRequest, hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { isSpeakable } from '#engine/speech/script/notes-text.ts';
import { type GeneratedAudio, isUsedByRender, type Slide, type UploadedAudio } from '#features/timelines/public.ts';
import type { SlideSpeech } from './plan/frame-schedule.ts';
import type { Snapshot } from './snapshot.ts';

/** The speech that a slide of a snapshot needs. */
export interface RequiredSpeech {
  /** Content address. */
  hash: string;
  /** Request that it is made from; absent for speech that cannot be made again. */
  request?: SpeechRequest | undefined;
  /** Replaces the speech if it no longer exists: the same words, as the engine speaks them now. */
  fallback?: HashedSpeechRequest | undefined;
  /** The client's own recording; its file belongs to the slide. */
  recording?: SlideSpeech | undefined;
}

type Engine = Pick<SpeechEngine, 'id' | 'version' | 'voiceFor'>;

function recorded({ speech_hash: hash, key, duration_seconds, sentences = [] }: UploadedAudio): RequiredSpeech {
  if (key === undefined || duration_seconds === undefined) return { hash };
  return { hash, recording: { hash, key, duration_seconds, sentences } };
}

/**
 * The speech of audio that an earlier render made: that very speech, unless the notes, their lexicon, or the language or the
 * voice of the timeline have changed. Another engine has other voices, and what was heard stays.
 */
function madeByRender(
  engine: Engine,
  audio: GeneratedAudio,
  { speaker_notes }: Slide,
  settings: Snapshot['settings'],
): RequiredSpeech | undefined {
  const today = hashNotesRequest(engine, speaker_notes, settings);
  if (!today || today.hash === audio.speech_hash) return today;
  const { language, voice, lexicon } = settings;
  const hasOtherVoice =
    audio.language !== language || (audio.engine === engine.id && audio.voice !== engine.voiceFor(language, voice));
  if (hasOtherVoice || !isUsedByRender(audio, { speaker_notes, lexicon })) return today;
  return { hash: audio.speech_hash, fallback: today };
}

/** The speech of a slide's requested audio while that is current, else its request with the present words. */
function requested(
  engine: Engine,
  audio: GeneratedAudio,
  { speaker_notes }: Slide,
  { lexicon }: Snapshot['settings'],
): RequiredSpeech | undefined {
  const { own_text, language, voice, speed } = audio;
  const text = own_text ?? speaker_notes.trim();
  if (!isSpeakable(text)) return undefined;
  const today = hashSpeechRequest(engine, {
    text,
    language,
    speed,
    // Another engine has other voices.
    ...(audio.engine === engine.id ? { voice } : {}),
    ...(lexicon === undefined ? {} : { lexicon }),
  });
  if (today.hash === audio.speech_hash || !isUsedByRender(audio, { speaker_notes, lexicon })) return today;
  return { hash: audio.speech_hash, fallback: today };
}

/**
 * The speech of a slide in a render. A client's own recording is used even if the notes have changed since. A slide without
 * audio says its notes, as the timeline sets language and voice. Generated audio decides as follows:
 *
 * | audio                                          | speech of the slide                                               |
 * |------------------------------------------------|-------------------------------------------------------------------|
 * | ready, its words and their lexicon unchanged   | that very speech, even if this program or its engine would now    |
 * |                                                | make another; the other one only if the speech no longer exists   |
 * | ready, and its notes have changed (it has no   | its request with the present words: they have another address,    |
 * | its own text), or the lexicon says one of   | so `auto` makes it unless it exists, and `existing` refuses       |
 * | its words differently                          |                                                                   |
 * | not ready                                      | the same                                                          |
 * | made by an earlier render, and the timeline's  | the notes, as the timeline sets language and voice                |
 * | language or voice has changed                  |                                                                   |
 *
 * undefined when there is nothing to say. Pure.
 */
export function requiredSpeech(
  engine: Engine,
  slide: Slide,
  settings: Snapshot['settings'],
): RequiredSpeech | undefined {
  const { audio } = slide;
  if (!audio) return hashNotesRequest(engine, slide.speaker_notes, settings);
  if (audio.source === 'uploaded') return recorded(audio);
  return audio.follows_timeline
    ? madeByRender(engine, audio, slide, settings)
    : requested(engine, audio, slide, settings);
}

/** The required speech if it exists or has no fallback, else its fallback. */
export const availableOrFallback = (wanted: RequiredSpeech, isThere: (hash: string) => boolean): RequiredSpeech =>
  wanted.fallback && !isThere(wanted.hash) ? wanted.fallback : wanted;
