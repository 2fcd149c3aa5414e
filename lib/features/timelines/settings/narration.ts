import { z } from 'zod';
import { DEFAULT_NARRATION_SOURCE, NARRATION_SOURCES } from '#kernel/shared/narration-source.ts';
import { defineSetting } from './define-setting.ts';

const sources = z
  .enum(NARRATION_SOURCES)
  .describe(
    'What a voice speaks on slides without a recording and without a requested text: `notes`, the speaker notes; `slide`, the title and the points as sentences, and of a slide with a table, a chart or code the title; `none`, nothing.',
  );

/** The source of the narration. Absent (in timelines that were stored before this setting existed): the speaker notes. */
export const narrationSource = defineSetting({
  sent: sources,
  created: sources.default(DEFAULT_NARRATION_SOURCE),
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
      'What a voice speaks: the speaker notes, title and points of each slide (`slide`), or nothing.',
      'notes',
    ],
  },
  shortWords: { narration_source: 'What the voice speaks; `slide`: title and points, for slides without notes.' },
});
