import { z } from 'zod';
import { alwaysStored } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

export const SLIDE_BUILDS = ['none', 'by_bullet'] as const;

const builds = z.enum(SLIDE_BUILDS);

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
