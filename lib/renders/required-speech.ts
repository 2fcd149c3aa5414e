import type { SpeechEngine, SpeechRequest } from '../speech/engine.ts';
import { isSpeakable } from '../speech/script/notes-text.ts';
import { notesAddress, type SpeechAddress, speechAddress } from '../speech/speech-address.ts';
import { type GeneratedAudio, isCurrent, type Slide, type UploadedAudio } from '../timelines/public.ts';
import type { SlideSpeech } from './plan/time-line.ts';
import type { Snapshot } from './snapshot.ts';

/** The speech that a slide of a frozen timeline is to have. */
export interface RequiredSpeech {
  /** Content address. */
  hash: string;
  /** What it can be made from; absent for what nothing can make anew. */
  request?: SpeechRequest | undefined;
  /** What is said in its place if it is gone: its words, as they would be said today. */
  fallback?: SpeechAddress | undefined;
  /** The client's own recording; its file belongs to the slide. */
  recording?: SlideSpeech | undefined;
}

type Engine = Pick<SpeechEngine, 'id' | 'version' | 'voiceFor'>;

function recorded({ speech_hash: hash, key, duration_seconds, sentences = [] }: UploadedAudio): RequiredSpeech {
  if (key === undefined || duration_seconds === undefined) return { hash };
  return { hash, recording: { hash, key, duration_seconds, sentences } };
}

/** What was listened to as long as the slide still says that, else what was asked for in the words of today. */
function generated(
  engine: Engine,
  audio: GeneratedAudio,
  { speaker_notes }: Slide,
  { lexicon }: Snapshot['settings'],
): RequiredSpeech | undefined {
  const { own_text, language, voice, speed } = audio;
  const text = own_text ?? speaker_notes.trim();
  if (!isSpeakable(text)) return undefined;
  const today = speechAddress(engine, {
    text,
    language,
    speed,
    // Another engine has other voices.
    ...(audio.engine === engine.id ? { voice } : {}),
    ...(lexicon === undefined ? {} : { lexicon }),
  });
  if (today.hash === audio.speech_hash || !isCurrent(audio, { speaker_notes, lexicon })) return today;
  return { hash: audio.speech_hash, fallback: today };
}

/**
 * What is heard on a slide. A recording of the client's own is, whatever became of the notes since. Without audio the notes
 * are, as the timeline says. Of audio that was asked for:
 *
 * | audio                                          | heard                                                             |
 * |------------------------------------------------|-------------------------------------------------------------------|
 * | ready, its words and their lexicon unchanged   | that very speech, even if this program or its engine would make   |
 * |                                                | another of them by now; that other only if the speech is gone     |
 * | ready, and its notes have changed (it has no   | what was asked for, in the words of today: they have another      |
 * | text of its own), or the lexicon has a word of | address, so `auto` makes it unless it was made before, and        |
 * | it said fallback                              | `existing` refuses                                                |
 * | not ready                                      | the same                                                          |
 *
 * undefined when there is nothing to say. Pure.
 */
export function requiredSpeech(
  engine: Engine,
  slide: Slide,
  settings: Snapshot['settings'],
): RequiredSpeech | undefined {
  const { audio } = slide;
  if (!audio) return notesAddress(engine, slide.speaker_notes, settings);
  if (audio.source === 'uploaded') return recorded(audio);
  return generated(engine, audio, slide, settings);
}

/** Of what is wanted what can be had: what was listened to while it is there, else what is said in its place. */
export const availableOrFallback = (wanted: RequiredSpeech, isThere: (hash: string) => boolean): RequiredSpeech =>
  wanted.fallback && !isThere(wanted.hash) ? wanted.fallback : wanted;
