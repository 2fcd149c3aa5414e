import { describe, expect, it } from 'vitest';
import type { Schemas } from '#front/client/client.ts';
import {
  changedTimelineSettings,
  hasSettingsDraftFaults,
  settingsChangedByOthers,
  settingsDraftOf,
} from '#front/console/app/settings-draft.ts';
import { slideDraftChanges, slideDraftFaults, slideDraftOf } from '#front/console/app/slide-draft.ts';
import { canAddSpeaker, EMPTY_SPEAKER_DRAFT, speakerFaults } from '#front/console/app/speaker-draft.ts';
import { voiceOptions } from '#front/console/app/voice-choices.ts';
import { sampleSlide } from '#test/support/console/sample-slide.ts';

/** The settings that the form has, as the API answers them. */
const timeline = (fields: Partial<Schemas['Timeline']> = {}): Schemas['Timeline'] =>
  ({
    ...{ title: 'T', template_id: 'plain', language: 'en', voice: null, speed: 1, speakers: {}, footer: null },
    ...{ narration_source: 'notes', transition: { type: 'none', duration_seconds: 0.5 }, slide_numbers: null },
    ...{ format: 'landscape', resolution: '720p' },
    ...fields,
  }) as Schemas['Timeline'];

const ANNA = { Anna: { voice: 'en-gb', speed: 1.2 } };

describe('the voice of a slide in the console', () => {
  it('is sent when it was changed, and null is the voice of the timeline', () => {
    const slide = sampleSlide({ voice: 'en-gb', speed: 1.5 });
    expect(slideDraftChanges(slide, slideDraftOf(slide))).toEqual({});
    expect(slideDraftChanges(slide, { ...slideDraftOf(slide), voice: '', speed: '0,8' })).toEqual({
      voice: null,
      speed: 0.8,
    });
    expect(slideDraftChanges(slide, { ...slideDraftOf(slide), speed: ' ' })).toEqual({ speed: null });
  });

  it.each(['0.4', '2.1', 'fast'])('at the speed %s is not sent, and the field says why', (speed) => {
    const draft = { ...slideDraftOf(sampleSlide()), speed };
    expect(slideDraftChanges(sampleSlide(), draft)).toEqual({});
    expect(slideDraftFaults(draft)).toEqual({ speed: 'Enter a speed from 0.5 to 2, or leave it empty.' });
  });
});

describe('the settings of a timeline in the console', () => {
  it('are sent as far as they were changed', () => {
    const before = settingsDraftOf(timeline({ speed: 1.5, speakers: ANNA }));
    expect(changedTimelineSettings(before, before)).toEqual({});
    const ben = { name: ' Ben ', voice: 'en-us', speed: '' };
    expect(changedTimelineSettings(before, { ...before, speed: '', speakers: [...before.speakers, ben] })).toEqual({
      speed: 1,
      speakers: { ...ANNA, Ben: { voice: 'en-us' } },
    });
    expect(changedTimelineSettings(before, { ...before, speakers: [] })).toEqual({ speakers: {} });
  });

  it('name what another client has changed to another value', () => {
    const before = settingsDraftOf(timeline());
    const draft = { ...before, voice: 'en-gb', speed: '1.2', speakers: [{ name: 'Anna', voice: 'en-gb', speed: '' }] };
    const now = settingsDraftOf(timeline({ voice: 'en-us', speed: 1.2, footer: 'F', speakers: ANNA }));
    expect(settingsChangedByOthers(before, draft, now)).toEqual(['voice', 'speakers']);
  });
});

describe('the speakers of dialogues in the console', () => {
  it('say at each field what is missing or wrong', () => {
    const anna = { name: 'Anna', voice: 'en-gb', speed: '1' };
    expect(
      speakerFaults([anna, EMPTY_SPEAKER_DRAFT, { ...anna, name: 'anna', speed: '3' }, { ...anna, name: '<b>' }]),
    ).toEqual([
      {},
      { name: 'Enter the name that stands before the lines of this speaker.', voice: 'Choose a voice.' },
      { name: 'Two speakers have this name.', speed: 'Enter a speed from 0.5 to 2, or leave it empty.' },
      { name: 'Use letters and digits, with spaces, dots and hyphens between them.' },
    ]);
    const draft = settingsDraftOf(timeline());
    expect(hasSettingsDraftFaults({ ...draft, speakers: [anna] })).toBe(false);
    expect(hasSettingsDraftFaults({ ...draft, speakers: [EMPTY_SPEAKER_DRAFT] })).toBe(true);
  });

  it('are eight at most', () => {
    const speakers = Array.from({ length: 8 }, () => EMPTY_SPEAKER_DRAFT);
    expect([canAddSpeaker(speakers.slice(1)), canAddSpeaker(speakers)]).toEqual([true, false]);
  });
});

it('a choice of voices names their quality, and keeps a voice of another language', () => {
  const voice = { id: 'emma', name: 'Emma', language: 'en-gb', quality: 'natural' } as Schemas['Voice'];
  expect(voiceOptions([voice, { ...voice, id: 'x', name: 'English (en-GB)', quality: null }], 'de', 'None')).toEqual([
    ['', 'None'],
    ['de', 'de'],
    ['emma', 'Emma (en-gb), natural'],
    ['x', 'English (en-GB)'],
  ]);
});
