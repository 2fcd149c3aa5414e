import { z } from 'zod';
import { MAX_SPEAKER_NAME_CHARACTERS, MAX_SPEAKERS, SPEAKER_NAME_PATTERN } from '#engine/speech/script/speakers.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { DEFAULT_NARRATION_SOURCE, NARRATION_SOURCES } from '#kernel/shared/narration-source.ts';
import { SPEECH_SPEED_RANGE } from '#kernel/shared/speech-speeds.ts';
import { defineTimelineSetting, describeSettingInTimelineSchemas } from './define-timeline-setting.ts';

const sourceSchema = z
  .enum(NARRATION_SOURCES)
  .describe(
    'What a voice speaks on slides without a recording and without a requested text: `notes`, the speaker notes; `slide`, the title and the points or items as sentences; on a slide with a table, a chart or code, only the title; `none`, nothing.',
  );

/** The source of the narration. Absent (in timelines that were stored before this setting existed): the speaker notes. */
export const narrationSourceSettingDefinition = defineTimelineSetting({
  sent: sourceSchema,
  created: sourceSchema.default(DEFAULT_NARRATION_SOURCE),
  answer: z.enum(NARRATION_SOURCES),
  stored: z.enum(NARRATION_SOURCES).optional(),
  keep: (source) => source,
  show: (stored) => stored ?? DEFAULT_NARRATION_SOURCE,
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: {
    narration_source: [
      'What a voice speaks: `notes`, the speaker notes; `slide`, title, points and items instead of the notes; `none`, nothing.',
      'notes',
    ],
  },
  shortWords: { narration_source: '`slide`: title, points and items are spoken, and notes are not.' },
});

/** Schema of a speed of speech. */
export const speechSpeedSchema = roundedDecimalSchema(SPEECH_SPEED_RANGE.min, SPEECH_SPEED_RANGE.max);

const speedSchema = speechSpeedSchema.describe("Speed of the narration, 0.5–2; 1: the voice's usual pace.");

/** The speed of the narration. Absent: 1. */
export const speechSpeedSettingDefinition = defineTimelineSetting({
  sent: speedSchema,
  created: speedSchema.optional(),
  answer: z.number(),
  stored: z.number().optional(),
  keep: (value) => (value === 1 ? undefined : value),
  show: (stored) => stored ?? 1,
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: describeSettingInTimelineSchemas('speed', ["Speed of the narration, 0.5–2; 1: the voice's usual pace.", 1]),
  shortWords: { speed: 'Speed of speech.' },
});

const speakerNameSchema = z.string().max(MAX_SPEAKER_NAME_CHARACTERS).regex(SPEAKER_NAME_PATTERN, {
  error: 'The name of a speaker has letters and digits, with spaces, dots and hyphens between them.',
});
const voiceIdSchema = z.string().min(1).max(100);

const normalizeName = (name: string): string => name.toLowerCase().replace(/\s+/gu, ' ');

const sentSpeakersSchema = z
  .record(
    speakerNameSchema,
    z.strictObject({ voice: voiceIdSchema, speed: speechSpeedSchema.optional() }).meta({ id: 'SpeakerInput' }),
  )
  .check((context) => {
    const names = Object.keys(context.value);
    const addIssue = (message: string) => context.issues.push({ code: 'custom', message, input: context.value });
    if (names.length > MAX_SPEAKERS) addIssue(`A timeline has at most ${MAX_SPEAKERS} speakers.`);
    if (new Set(names.map(normalizeName)).size < names.length) addIssue('Two speakers have the same name.');
  })
  .meta({ maxProperties: MAX_SPEAKERS })
  .describe(
    'The speakers of dialogues, at most 8: voice and speed by name. A line of the notes that starts with `Name:`, and `<voice name="Name">` in SSML, is spoken by that speaker.',
  );

/** The speakers of dialogues. Absent: none. */
export const speakersSettingDefinition = defineTimelineSetting({
  sent: sentSpeakersSchema,
  created: sentSpeakersSchema.optional(),
  answer: z.record(z.string(), z.object({ voice: z.string(), speed: z.number().optional() }).meta({ id: 'Speaker' })),
  stored: z.record(z.string(), z.object({ voice: z.string(), speed: z.number().optional() })).optional(),
  keep: (speakers) => (Object.keys(speakers ?? {}).length > 0 ? speakers : undefined),
  show: (stored) => ({ ...stored }),
  isInLists: false,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: {
    speakers: ['Voice and speed of each speaker, by name.', { Anna: { voice: 'en-gb' } }],
    'Speaker.voice': ['Voice of the speaker: an id from `GET /voices`.', 'en-gb'],
    'Speaker.speed': ['Speed of the speaker, 0.5–2; absent: that of the slide.', 1.1],
    'SpeakerInput.voice': ['Voice of the speaker: an id from `GET /voices`.', 'en-gb'],
    'SpeakerInput.speed': ['Speed of the speaker, 0.5–2; absent: that of the slide.', 1.1],
  },
  shortWords: { speakers: 'Voices by name, for notes with lines such as `Anna: Hello.`' },
});
