import type { Principal } from '../accounts/account.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import { type Clock, timestamp } from '../clock.ts';
import { invalidValue, ServiceError, WriteConflict } from '../errors.ts';
import { newToken } from '../ids.ts';
import { loadTimeline, positionOf, slideAt } from '../timelines/change-timeline.ts';
import type { TimelineStore } from '../timelines/ports.ts';
import type { Slide } from '../timelines/slide.ts';
import type { Timeline } from '../timelines/timeline.ts';
import type { AudioWanted } from './contract.ts';
import type { NarrationEngine, SpeechRequest } from './engine.ts';
import type { AudioQueue, AudioStore } from './ports.ts';
import { hasWords } from './sentences.ts';
import { notesHash, type SlideAudio } from './slide-audio.ts';
import { speechAddress } from './speech-address.ts';

export interface GenerateTools {
  timelines: TimelineStore;
  audio: AudioStore;
  queue: AudioQueue;
  engine: Omit<NarrationEngine, 'speak'>;
  clock: Clock;
}

const CONFLICT_TRIES = 8;

/** What is to be said, by whom. @throws ServiceError 400 for a voice or language that is not there, 422 for nothing to say. */
function speechOf(
  engine: GenerateTools['engine'],
  timeline: Timeline,
  slide: Slide,
  body: AudioWanted,
): { request: SpeechRequest; voice: string } {
  const text = (body.text ?? slide.speaker_notes).trim();
  if (!hasWords(text)) {
    if (body.text !== undefined) throw invalidValue('text', 'There is nothing in it that could be said.');
    throw new ServiceError('no_speaker_notes', 'The slide has no speaker notes that could be said.');
  }
  const language = body.language ?? timeline.language;
  // The timeline's voice speaks the timeline's language.
  const asked = body.voice ?? (body.language === undefined ? timeline.voice : undefined);
  const voice = engine.voiceFor(language, asked);
  if (voice === undefined)
    throw asked === undefined
      ? invalidValue('language', `There is no voice for ${language}.`)
      : invalidValue('voice', 'There is no such voice; GET /voices lists those there are.');
  return { request: { text, language, voice, speed: body.speed }, voice };
}

/**
 * Asks for the narration of a slide, in place of what was asked for it before. Killed after the write, the sweeper sends
 * the message.
 */
export async function generateAudio(
  { timelines, audio, queue, engine, clock }: GenerateTools,
  principal: Principal,
  { id, sid }: { id: string; sid: string },
  body: AudioWanted,
  beforeCommit: BeforeCommit<{ slide: Slide; audio: SlideAudio }> = unannounced,
): Promise<SlideAudio> {
  for (let attempt = 1; ; attempt++) {
    const loaded = await loadTimeline(timelines, principal, id);
    const slide = slideAt(loaded, positionOf(loaded, sid));
    const { request, voice } = speechOf(engine, loaded.timeline, slide, body);
    const now = clock();
    const wanted: SlideAudio = {
      account_id: principal.account_id,
      timeline_id: id,
      slide_id: sid,
      job: newToken(now),
      status: 'queued',
      source: 'generated',
      engine: engine.id,
      language: request.language,
      voice,
      speed: request.speed,
      format: body.format,
      text: request.text,
      notes_hash: notesHash(slide.speaker_notes),
      speech_hash: speechAddress(engine, request).hash,
      attempt: 0,
      enqueued_at: timestamp(now),
      created_at: timestamp(now),
    };
    await beforeCommit({ slide, audio: wanted });
    try {
      await audio.request(wanted, slide.rev);
    } catch (error) {
      // The slide was changed or deleted in between: decide again on what is there now.
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt >= CONFLICT_TRIES)
        throw new ServiceError('version_conflict', 'The slide keeps changing; try again.', { cause: error });
      continue;
    }
    await queue.send(wanted);
    return wanted;
  }
}
