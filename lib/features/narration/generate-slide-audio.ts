import type { SpeechEngine, SpeechRequest } from '#engine/speech/engine.ts';
import { engineOfVoice } from '#engine/speech/engines/combined-engine.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { removeSpeakerNamesFromText, splitIntoDialogueParts } from '#engine/speech/script/dialogue.ts';
import { hashLexiconEffect } from '#engine/speech/script/hash-lexicon-effect.ts';
import { mentionedLexiconEntries } from '#engine/speech/script/lexicon.ts';
import { captionTextOfNotes, countSpokenTextAmounts, hasSpeakableWords } from '#engine/speech/script/notes-text.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import type { Speakers } from '#engine/speech/script/speakers.ts';
import { findUnknownVoiceMessage } from '#engine/speech/voice-catalog.ts';
import type { Principal } from '#features/accounts/public.ts';
import {
  type GeneratedAudio,
  hashVoicesOfSpeakersInText,
  narrationTextOf,
  notesHash,
  type Slide,
  type SlidePathParameters,
  speakersOf,
  type Timeline,
  type TimelineStore,
} from '#features/timelines/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { invalidValueError, runIgnoringUnavailability, ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { DEFAULT_NARRATION_SOURCE, type NarrationSource } from '#kernel/shared/narration-source.ts';
import type { Precondition } from '#kernel/shared/precondition.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { GenerateAudioBody } from './contract.ts';
import {
  type ExistingSpeechDeps,
  findExistingSpeech,
  isAudioInProgress,
  isSameAudioRequest,
} from './find-existing-speech.ts';
import type { SlideAudioQueue, SlideAudioStore, StoredSpeech } from './ports.ts';
import { replaceSlideAudio, type SlideWithAudio } from './replace-slide-audio.ts';

/** Dependencies of a request for narration. */
export interface GenerateAudioDeps {
  timelines: TimelineStore;
  audio: SlideAudioStore;
  speech: ExistingSpeechDeps['speech'];
  files: ExistingSpeechDeps['files'];
  queue: SlideAudioQueue;
  engine: Omit<SpeechEngine, 'speak'>;
  clock: Clock;
}

/** The speakers whom a text names; undefined if it names none. */
function namedSpeakers(text: string, speakers: Speakers | undefined): Speakers | undefined {
  if (speakers === undefined) return undefined;
  const speakerNames = new Set(splitIntoDialogueParts({ text, speakers }).map(({ speaker }) => speaker));
  const usedEntries = Object.entries(speakers).filter(([name]) => speakerNames.has(name));
  return usedEntries.length > 0 ? Object.fromEntries(usedEntries) : undefined;
}

/** Messages about a slide without text to speak, by the narration source of its timeline. */
const NO_TEXT_MESSAGES: Readonly<Record<NarrationSource, string>> = {
  notes: 'The slide has no speaker notes that can be spoken. Give it speaker_notes, or send text.',
  slide: 'The slide has neither a title nor points that can be spoken. Give it a title, or send text.',
  none: 'The `narration_source` of the timeline is "none". Send text, or set it to "notes" or "slide".',
};

/**
 * Chooses text and voice of a request.
 * @throws ServiceError 400 for an unavailable voice or language, or an unsupported speed; `no_speaker_notes` without text to speak
 */
function chooseSpeech(
  engine: GenerateAudioDeps['engine'],
  timeline: Timeline,
  slide: Slide,
  body: GenerateAudioBody,
): { request: SpeechRequest; voice: string } {
  const text = (body.text ?? narrationTextOf(slide, timeline.narration_source)).trim();
  const speakers = namedSpeakers(text, speakersOf(timeline));
  if (!hasSpeakableWords(removeSpeakerNamesFromText({ text, speakers }))) {
    if (body.text !== undefined)
      throw invalidValueError('text', 'The text has no words that can be spoken. Send at least one word.');
    throw new ServiceError('no_speaker_notes', NO_TEXT_MESSAGES[timeline.narration_source ?? DEFAULT_NARRATION_SOURCE]);
  }
  const language = body.language ?? timeline.language;
  // The voices of slide and timeline are for the timeline's language. Both tags are canonical, so they can be compared as texts.
  const requestedVoice = body.voice ?? (language === timeline.language ? (slide.voice ?? timeline.voice) : undefined);
  const voice = engine.voiceFor(language, requestedVoice);
  if (voice === undefined)
    throw requestedVoice === undefined
      ? invalidValueError('language', `There is no voice for ${language}. GET /voices lists all languages.`)
      : invalidValueError(
          'voice',
          findUnknownVoiceMessage(engine, language, requestedVoice) ?? 'There is no such voice.',
        );
  const speed = body.speed ?? slide.speed ?? timeline.speed ?? 1;
  if (speed !== 1 && !engine.takesSpeed(voice)) throw invalidValueError('speed', 'This voice supports speed 1 only.');
  // Only the entries that the text mentions: a whole lexicon has up to 32 KB, and this audio is read with each load of its timeline.
  const lexicon = mentionedLexiconEntries(captionTextOfNotes(text), timeline.lexicon ?? []);
  return {
    request: {
      text,
      language,
      voice,
      speed,
      ...(lexicon.length > 0 ? { lexicon } : {}),
      ...(speakers === undefined ? {} : { speakers }),
    },
    voice,
  };
}

/**
 * The `queued` audio for a request for a slide's narration.
 * @throws ServiceError as `chooseSpeech`
 */
export function createQueuedAudio(
  engine: GenerateAudioDeps['engine'],
  timeline: Timeline,
  slide: Slide,
  body: GenerateAudioBody,
  time: Date,
): GeneratedAudio {
  const { request, voice } = chooseSpeech(engine, timeline, slide, body);
  const { text, language, speed, lexicon, speakers } = request;
  const textWithoutNames = removeSpeakerNamesFromText({ text, speakers });
  const sentences = prepareSpeechScript({ ...request, text: textWithoutNames }).map((sentence) => sentence.text);
  const speakers_hash = hashVoicesOfSpeakersInText(text, speakers);
  const lexicon_hash = hashLexiconEffect(sentences, timeline.lexicon);
  return {
    account_id: timeline.account_id,
    timeline_id: timeline.id,
    slide_id: slide.id,
    job: createOpaqueToken(time),
    status: 'queued',
    source: 'generated',
    engine: engineOfVoice(engine, voice).id,
    language,
    voice,
    speed,
    format: body.format,
    text,
    ...(body.text === undefined ? {} : { own_text: text }),
    ...(lexicon === undefined ? {} : { lexicon }),
    ...(lexicon_hash === undefined ? {} : { lexicon_hash }),
    ...(speakers === undefined ? {} : { speakers }),
    ...(speakers_hash === undefined ? {} : { speakers_hash }),
    notes_hash: notesHash(narrationTextOf(slide, timeline.narration_source)),
    speech_hash: hashSpeechRequest(engine, request).hash,
    reserved_characters: countSpokenTextAmounts(request).characters,
    attempt: 0,
    enqueued_at: formatUtcTimestamp(time),
    created_at: formatUtcTimestamp(time),
  };
}

/** The `ready` audio for a request whose speech exists, with its file in the requested format. */
export function toReadySlideAudio(
  { text: _, lexicon: __, speakers: ___, reserved_characters: ____, ...requested }: GeneratedAudio,
  speech: Pick<StoredSpeech, 'duration_seconds' | 'sentences'> & { key: string },
): GeneratedAudio {
  const { key, duration_seconds, sentences } = speech;
  return { ...requested, key, duration_seconds, sentences, status: 'ready' };
}

/**
 * Requests the narration of a slide, which replaces its present audio. The write of the request reserves its characters; the write that
 * ends it counts them or gives them back. If the speech exists, the audio is ready at once. A request that equals the running one changes
 * nothing. When the process is killed after its write, or the queue is not available, the sweeper sends the message.
 * @throws ServiceError for a request that cannot be spoken, or exceeds the month's characters
 */
export async function generateSlideAudio(
  { timelines, audio: store, speech, files, queue, engine, clock }: GenerateAudioDeps,
  principal: Principal,
  slidePath: SlidePathParameters & { precondition?: Precondition },
  body: GenerateAudioBody,
  prepareAnswer: PrepareIdempotentAnswer<SlideWithAudio> = prepareNoIdempotentAnswer,
): Promise<SlideWithAudio> {
  const decide = async (timeline: Timeline, slide: Slide): Promise<GeneratedAudio> => {
    const requestedAudio = createQueuedAudio(engine, timeline, slide, body, clock());
    const presentAudio = isSameAudioRequest(slide.audio, requestedAudio) ? slide.audio : undefined;
    if (presentAudio && isAudioInProgress(presentAudio)) return presentAudio;
    const existingSpeech = await findExistingSpeech({ speech, files, clock }, requestedAudio);
    if (!existingSpeech) return requestedAudio;
    if (presentAudio?.status === 'ready') return presentAudio;
    return toReadySlideAudio(requestedAudio, existingSpeech);
  };
  const result = await replaceSlideAudio(
    { timelines, audio: store, clock },
    principal,
    slidePath,
    decide,
    prepareAnswer,
  );
  const { audio, isNew } = result;
  if (isNew && audio.status === 'queued') await runIgnoringUnavailability(() => queue.send(audio));
  return result;
}
