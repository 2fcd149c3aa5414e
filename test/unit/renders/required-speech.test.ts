import { describe, expect, it } from 'vitest';
import { hashNotesSpeechRequest, hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { hashLexiconEffect } from '#engine/speech/script/hash-lexicon-effect.ts';
import type { Pronunciation } from '#engine/speech/script/pronunciation.ts';
import { findRequiredSpeechOfSlide } from '#features/renders/required-speech.ts';
import {
  type GeneratedAudio,
  hashVoicesOfSpeakersInText,
  notesHash,
  type UploadedAudio,
} from '#features/timelines/slide-audio.ts';
import { sampleSlide } from '#test/support/samples/entities.ts';

const engine = { id: 'e', version: '1', voiceFor: (language: string, voice?: string) => voice ?? language };

const settings = {
  title: 'Deck',
  template_id: 'plain',
  language: 'en',
  voice: 'en-us',
  transition: { type: 'none', duration_seconds: 0 },
  format: 'landscape',
  resolution: '1080p',
  metadata: {},
} as const;

const NOTES = 'What the notes said.';
const LATER = 'What the notes say now.';

const common = {
  account_id: 'acc',
  timeline_id: 'tl',
  slide_id: 'sl',
  job: 'j',
  notes_hash: notesHash(NOTES),
  attempt: 1,
  enqueued_at: '2026-03-04T05:06:07.890Z',
  created_at: '2026-03-04T05:06:07.890Z',
} as const;

const asked = (over: Partial<GeneratedAudio> = {}): GeneratedAudio => ({
  ...common,
  source: 'generated',
  status: 'ready',
  engine: 'e',
  language: 'de',
  voice: 'de+f2',
  speed: 1.25,
  format: 'mp3',
  speech_hash: 'heard',
  ...over,
});
const uploaded = (over: Partial<UploadedAudio> = {}): UploadedAudio => ({
  ...common,
  source: 'uploaded',
  size_bytes: 44,
  status: 'ready',
  format: 'wav',
  speech_hash: 'recorded',
  key: 'recording.wav',
  duration_seconds: 2.5,
  sentences: [{ text: NOTES, start_seconds: 0.05, end_seconds: 2.4 }],
  ...over,
});
const wanted = (audio: GeneratedAudio | UploadedAudio | undefined, speaker_notes = NOTES, more: object = {}) =>
  findRequiredSpeechOfSlide(engine, sampleSlide({ speaker_notes, audio }), { ...settings, ...more });
/** What a slide keeps of speech that was made with a lexicon. */
const said = (text: string, lexicon: readonly Pronunciation[] = []): Partial<GeneratedAudio> => ({
  sentences: [{ text, start_seconds: 0, end_seconds: 1 }],
  lexicon_hash: hashLexiconEffect([text], lexicon),
});
const asAsked = (text: string) => hashSpeechRequest(engine, { text, language: 'de', voice: 'de+f2', speed: 1.25 });

describe('what is heard on a slide', () => {
  it('without its own audio is its notes, as the timeline says', () => {
    expect(wanted(undefined)).toEqual(hashNotesSpeechRequest(engine, NOTES, settings));
    expect(wanted(undefined, ' … ')).toBeUndefined();
  });

  it('is its title and points, or nothing, if the timeline says so', () => {
    const slide = sampleSlide({ title: 'Where we stand', bullet_points: ['Up'], speaker_notes: NOTES });
    const ofSlide = { ...settings, narration_source: 'slide' as const };
    const shown = 'Where we stand.\nUp.';
    expect(findRequiredSpeechOfSlide(engine, slide, ofSlide)).toEqual(hashNotesSpeechRequest(engine, shown, settings));
    expect(findRequiredSpeechOfSlide(engine, slide, { ...settings, narration_source: 'none' })).toBeUndefined();
    const madeOfNotes = asked({ follows_timeline: true, language: 'en', voice: 'en-us', speed: 1, ...said(NOTES) });
    expect(findRequiredSpeechOfSlide(engine, { ...slide, audio: madeOfNotes }, ofSlide)).toEqual(
      hashNotesSpeechRequest(engine, shown, settings),
    );
    const own = { ...slide, audio: asked({ own_text: 'Other words.' }) };
    expect(findRequiredSpeechOfSlide(engine, own, { ...settings, narration_source: 'none' })?.fallback).toEqual(
      asAsked('Other words.'),
    );
  });

  it('has the voice and speed of the slide, else of the timeline, and the speakers of its notes', () => {
    const speakers = { Anna: { voice: 'en-gb' } };
    const own = sampleSlide({ speaker_notes: NOTES, voice: 'fr', speed: 0.8 });
    const quick = { ...settings, speed: 1.5 };
    expect(findRequiredSpeechOfSlide(engine, own, quick)).toEqual(
      hashNotesSpeechRequest(engine, NOTES, { ...settings, voice: 'fr', speed: 0.8 }),
    );
    expect(wanted(undefined, NOTES, { speed: 1.5 })).toEqual(hashNotesSpeechRequest(engine, NOTES, quick));
    const dialogue = `Anna: ${NOTES}`;
    expect(wanted(undefined, dialogue, { speakers })).toEqual(
      hashNotesSpeechRequest(engine, dialogue, { ...settings, speakers }),
    );
    expect(wanted(undefined, dialogue, { speakers, narration_source: 'slide' })?.request?.speakers).toBeUndefined();
  });

  it('is made again when a speaker of its notes has another voice, or the slide another speed', () => {
    const dialogue = `Anna: ${NOTES}`;
    const speakers = { Anna: { voice: 'en-gb' }, Ben: { voice: 'de' } };
    const made = asked({
      ...{ follows_timeline: true, language: 'en', voice: 'en-us', speed: 1, ...said(NOTES) },
      ...{ notes_hash: notesHash(dialogue), speakers_hash: hashVoicesOfSpeakersInText(dialogue, speakers) },
    });
    expect(wanted(made, dialogue, { speakers })?.hash).toBe('heard');
    const unnamed = { ...speakers, Ben: { voice: 'fr' } };
    expect(wanted(made, dialogue, { speakers: unnamed })?.hash).toBe('heard');
    const other = { ...speakers, Anna: { voice: 'en-us' } };
    expect(wanted(made, dialogue, { speakers: other })).toEqual(
      hashNotesSpeechRequest(engine, dialogue, { ...settings, speakers: other }),
    );
    expect(wanted(made, dialogue, { speakers, speed: 1.5 })?.request?.speed).toBe(1.5);
  });

  it('with audio generated of its notes is the notes of today, in the voice, language and speed that were asked for', () => {
    expect(wanted(asked({ status: 'queued' }), NOTES)).toEqual(asAsked(NOTES));
    expect(wanted(asked(), LATER)).toEqual(asAsked(LATER));
    expect(wanted(asked(), '')).toBeUndefined();
  });

  it('with audio that a render made is that audio until notes, lexicon, language or voice change', () => {
    const made = asked({ follows_timeline: true, language: 'en', voice: 'en-us', speed: 1, ...said(NOTES) });
    const today = hashNotesSpeechRequest(engine, NOTES, settings);
    expect(wanted(made)).toEqual({ hash: 'heard', fallback: today });
    expect(wanted(made, NOTES, { voice: 'en-gb' })).toEqual(
      hashNotesSpeechRequest(engine, NOTES, { ...settings, voice: 'en-gb' }),
    );
    const german = { language: 'de', voice: undefined };
    expect(wanted(made, NOTES, german)).toEqual(hashNotesSpeechRequest(engine, NOTES, { ...settings, ...german }));
    expect(wanted(made, LATER)).toEqual(hashNotesSpeechRequest(engine, LATER, settings));
    expect(wanted(made, '')).toBeUndefined();
    expect(wanted({ ...made, engine: 'before' }, NOTES)).toEqual({ hash: 'heard', fallback: today });
  });

  it.each(['queued', 'processing', 'failed', 'ready'] as const)(
    'has the same address whether the audio is %s: a render makes what is not there',
    (status) => {
      expect(wanted(asked({ status, speech_hash: asAsked(NOTES).hash }))).toEqual(asAsked(NOTES));
    },
  );

  it('with audio of its own text is that text, whatever the notes say', () => {
    const own = asked({ own_text: 'Other words.', speech_hash: asAsked('Other words.').hash });
    for (const notes of [NOTES, LATER, '']) expect(wanted(own, notes)).toEqual(asAsked('Other words.'));
  });

  it('with a recording is the recording, whatever the notes say', () => {
    const { key, duration_seconds, sentences } = uploaded();
    for (const notes of [NOTES, LATER, ''])
      expect(wanted(uploaded(), notes)).toEqual({
        hash: 'recorded',
        recording: { hash: 'recorded', key, duration_seconds, sentences },
      });
  });

  it('is nothing that could be made when the recording has no file', () => {
    expect(wanted(uploaded({ status: 'failed', key: undefined }))).toEqual({ hash: 'recorded' });
  });

  it('says the words of the lexicon as the timeline has it', () => {
    const lexicon = [{ word: 'notes', say: 'noots' }];
    expect(wanted(undefined, NOTES, { lexicon })?.request?.lexicon).toEqual(lexicon);
    expect(wanted(asked({ status: 'queued' }), NOTES, { lexicon })?.request?.lexicon).toEqual(lexicon);
  });

  const OWN = 'Other notes.';
  const noots = [{ word: 'notes', say: 'noots' }];
  it.each<[string, heard: 'then' | 'today', audio: object, notes: string, lexicon: typeof noots]>([
    ['nothing changed', 'then', said(NOTES), NOTES, []],
    ['the notes changed', 'today', said(NOTES), LATER, []],
    ['the notes changed, not its own text', 'then', { ...said(OWN), own_text: OWN }, LATER, []],
    ['the lexicon has a word of it, as it had then', 'then', said(NOTES, noots), NOTES, noots],
    ['the lexicon has a word of it since', 'today', said(NOTES), NOTES, noots],
    ['the lexicon has a word of its own text since', 'today', { ...said(OWN), own_text: OWN }, NOTES, noots],
    ['the lexicon has a word of it no longer', 'today', said(NOTES, noots), NOTES, []],
    ['the lexicon has it said fallback', 'today', said(NOTES, noots), NOTES, [{ word: 'notes', say: 'nuts' }]],
    ['the lexicon got other words', 'then', said(NOTES, noots), NOTES, [...noots, { word: 'note', say: 'nut' }]],
    ['the lexicon got a word as it is written', 'then', said(NOTES), NOTES, [{ word: 'NOTES', say: 'notes' }]],
  ])('says of ready audio, where %s, the words of %s', (_, heard, audio, notes, lexicon) => {
    const { own_text = notes } = asked(audio);
    const today = hashSpeechRequest(engine, { text: own_text, language: 'de', voice: 'de+f2', speed: 1.25, lexicon });
    expect(wanted(asked(audio), notes, { lexicon })).toEqual(
      heard === 'then' ? { hash: 'heard', fallback: today } : today,
    );
  });

  it('stays what was listened to when the service has another engine since, by whose voice it is said if that is gone', () => {
    const before = { engine: 'before' };
    const now = (text: string) => hashSpeechRequest(engine, { text, language: 'de', speed: 1.25 });
    expect(wanted(asked(before))).toEqual({ hash: 'heard', fallback: now(NOTES) });
    expect(wanted(asked({ ...before, own_text: OWN }), LATER)).toEqual({ hash: 'heard', fallback: now(OWN) });
  });

  it('is said by a voice of the present engine when it was never made by the one before, or its notes changed', () => {
    const now = (text: string) => hashSpeechRequest(engine, { text, language: 'de', speed: 1.25 });
    expect(wanted(asked({ engine: 'before', status: 'failed' }))).toEqual(now(NOTES));
    expect(wanted(asked({ engine: 'before' }), LATER)).toEqual(now(LATER));
  });
});
