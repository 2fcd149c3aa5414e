import { z } from 'zod';
import { alwaysStored } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

/** Ways in which the points of a slide appear: all at once, or one by one. */
export const SLIDE_BUILDS = ['none', 'by_bullet'] as const;

const builds = z.enum(SLIDE_BUILDS);

/** The way in which the points of the slide appear. */
export const build = defineField({
  sent: builds,
  created: builds.default('none'),
  ...alwaysStored(builds),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { build: ['Whether the points appear all at once or one by one.'] },
  label: 'Points one by one',
  isListedForAgents: false,
});
