import { z } from 'zod';
import { lexiconFieldSchema, toPronunciations } from '#engine/speech/script/lexicon-field.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { languageTagSchema } from '#kernel/contract/language-tag.ts';
import { textSchema } from '#kernel/contract/text.ts';
import {
  DEFAULT_NARRATION_PAUSES,
  MAX_MIN_SLIDE_SECONDS,
  MAX_NARRATION_LEAD_SECONDS,
  MAX_NARRATION_PAUSE_SECONDS,
} from '../narration-pauses.ts';
import { schemasOfOptionalValue, schemasOfRequiredValue } from '../stored-forms.ts';
import { defineTimelineSetting, describeSettingInTimelineSchemas } from './define-timeline-setting.ts';

/** The language of the texts and of the narration. */
export const languageSettingDefinition = defineTimelineSetting({
  sent: languageTagSchema,
  created: languageTagSchema.default('en'),
  ...schemasOfRequiredValue(z.string()),
  isInLists: true,
  isDrawn: true,
  texts: [],
  // The import reads the language of a deck separately (`languageOfImport`).
  isImported: false,
  words: describeSettingInTimelineSchemas('language', [
    'Language of the texts and of the narration, as a BCP 47 tag.',
    'en',
  ]),
});

const voiceSchema = textSchema(1, 100).nullable();

/** The voice of the narration. Absent: the default voice of the language. */
export const voiceSettingDefinition = defineTimelineSetting({
  sent: voiceSchema,
  created: voiceSchema.optional(),
  ...schemasOfOptionalValue(z.string()),
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: {
    voice: ['Voice of the narration: an id from `GET /voices`; null: the default voice of the language.', 'en-gb'],
  },
});

const pronunciationSchema = z.object({ word: z.string(), say: z.string(), ipa: z.string().optional() });

/** Pronunciations of particular words. Absent (in timelines that were stored before this setting existed): none. */
export const lexiconSettingDefinition = defineTimelineSetting({
  sent: lexiconFieldSchema,
  created: lexiconFieldSchema.default([]),
  answer: z.array(pronunciationSchema.meta({ id: 'Pronunciation' })),
  stored: z.array(pronunciationSchema).optional(),
  keep: toPronunciations,
  show: (stored) => stored ?? [],
  isInLists: false,
  isDrawn: false,
  texts: [
    { path: ['*', 'word'], form: 'plain' },
    { path: ['*', 'say'], form: 'plain' },
  ],
  isImported: true,
  words: {
    lexicon: ['Custom pronunciations.', [{ word: 'SQL', say: 'sequel' }]],
    word: ['The written word.', 'SQL'],
    say: ['What the voice says instead.', 'sequel'],
    ipa: [
      'Its sounds in IPA. Voices of a `command` read none and speak `say`; so do voices of espeak-ng without one of the sounds.',
      'təˈmeɪtoʊ',
    ],
  },
  shortWords: { lexicon: 'Pronunciations of words in the notes.' },
});

const leadSchema = roundedDecimalSchema(0, MAX_NARRATION_LEAD_SECONDS).describe(
  'Seconds of silence before the narration of each slide.',
);

/** The silence before the narration of each slide. */
export const leadSecondsSettingDefinition = defineTimelineSetting({
  sent: leadSchema,
  created: leadSchema.default(DEFAULT_NARRATION_PAUSES.lead_seconds),
  answer: z.number(),
  stored: z.number().optional(),
  keep: (seconds) => seconds,
  show: (stored) => stored ?? DEFAULT_NARRATION_PAUSES.lead_seconds,
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: false,
  words: { lead_seconds: ['Seconds of silence before the narration of each slide.', 0.3] },
  shortWords: { lead_seconds: 'Silence before the narration of a slide.' },
});

const pauseSchema = roundedDecimalSchema(0, MAX_NARRATION_PAUSE_SECONDS).describe(
  'Seconds of silence after the narration of each slide.',
);

/** The silence after the narration of each slide. */
export const pauseSecondsSettingDefinition = defineTimelineSetting({
  sent: pauseSchema,
  created: pauseSchema.default(DEFAULT_NARRATION_PAUSES.pause_seconds),
  answer: z.number(),
  stored: z.number().optional(),
  keep: (seconds) => seconds,
  show: (stored) => stored ?? DEFAULT_NARRATION_PAUSES.pause_seconds,
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: false,
  words: { pause_seconds: ['Seconds of silence after the narration of each slide.', 0.7] },
  shortWords: { pause_seconds: 'Silence after the narration of a slide.' },
});

const minSlideSecondsSchema = roundedDecimalSchema(0, MAX_MIN_SLIDE_SECONDS).describe(
  'The shortest time, in seconds, for which a narrated slide is shown. `duration_seconds` of a slide overrides it.',
);

/** The shortest time for which a narrated slide is shown. */
export const minSlideSecondsSettingDefinition = defineTimelineSetting({
  sent: minSlideSecondsSchema,
  created: minSlideSecondsSchema.default(DEFAULT_NARRATION_PAUSES.min_slide_seconds),
  answer: z.number(),
  stored: z.number().optional(),
  keep: (seconds) => seconds,
  show: (stored) => stored ?? DEFAULT_NARRATION_PAUSES.min_slide_seconds,
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: false,
  words: { min_slide_seconds: ['The shortest time, in seconds, for which a narrated slide is shown.', 3] },
  shortWords: { min_slide_seconds: 'The shortest time for which a narrated slide is shown.' },
});
