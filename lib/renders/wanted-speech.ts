import type { NarrationEngine, SpeechRequest } from '../narration/engine.ts';
import { isSpeakable } from '../narration/script/plain-text.ts';
import { type GeneratedAudio, isStale, type UploadedAudio } from '../narration/slide-audio.ts';
import { notesAddress, speechAddress } from '../narration/speech-address.ts';
import type { Slide } from '../timelines/slide.ts';
import type { SlideSpeech } from './plan/time-line.ts';
import type { Snapshot } from './snapshot.ts';

/** The speech that a slide of a frozen timeline is to have. */
export interface WantedSpeech {
  /** Content address. */
  hash: string;
  /** What it can be made from; absent for what nothing can make anew. */
  request?: SpeechRequest | undefined;
  /** The client's own recording; its file belongs to the slide. */
  recording?: SlideSpeech | undefined;
}

type Engine = Pick<NarrationEngine, 'id' | 'version' | 'voiceFor'>;

function recorded({ speech_hash: hash, key, duration_seconds, sentences = [] }: UploadedAudio): WantedSpeech {
  if (key === undefined || duration_seconds === undefined) return { hash };
  return { hash, recording: { hash, key, duration_seconds, sentences } };
}

/** What was asked for by the slide's own audio, in the words of today. */
function generated(
  engine: Engine,
  audio: GeneratedAudio,
  { speaker_notes }: Slide,
  { lexicon }: Snapshot['settings'],
): WantedSpeech | undefined {
  const { own_text, language, voice, speed } = audio;
  const text = own_text ?? speaker_notes.trim();
  if (!isSpeakable(text)) return undefined;
  const isOfThisEngine = audio.engine === engine.id;
  // Another engine has other voices. What it made of these very words was listened to: it stays.
  if (!isOfThisEngine && audio.status === 'ready' && (own_text !== undefined || !isStale(audio, speaker_notes)))
    return { hash: audio.speech_hash };
  return speechAddress(engine, {
    text,
    language,
    speed,
    ...(isOfThisEngine ? { voice } : {}),
    ...(lexicon === undefined ? {} : { lexicon }),
  });
}

/**
 * What is heard on a slide. A recording of the client's own is, whatever became of the notes since. Audio that was asked
 * for is, with the voice, language and speed that were asked for: its own text, else the notes as they are now. Without
 * either the notes are, as the timeline says. undefined when there is nothing to say. Pure.
 */
export function wantedSpeech(engine: Engine, slide: Slide, settings: Snapshot['settings']): WantedSpeech | undefined {
  const { audio } = slide;
  if (!audio) return notesAddress(engine, slide.speaker_notes, settings);
  if (audio.source === 'uploaded') return recorded(audio);
  return generated(engine, audio, slide, settings);
}
