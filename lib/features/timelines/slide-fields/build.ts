import { z } from 'zod';
import { alwaysStored } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

/** Ways in which the points or items of a slide appear: all at once, or one by one. `by_item` is another name of `by_bullet`. */
export const SLIDE_BUILDS = ['none', 'by_bullet', 'by_item'] as const;

const builds = z.enum(SLIDE_BUILDS);

/** The way in which the points of the slide appear. */
export const build = defineField({
  sent: builds,
  created: builds.default('none'),
  ...alwaysStored(builds),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { build: ['Whether the points appear all at once or one by one. `by_item` is the same as `by_bullet`.'] },
  label: 'Points one by one',
  isListedForAgents: false,
});
