import { z } from 'zod';
import { text } from '../../contract/text.ts';
import { alwaysStored } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

const MAX_POINTS = 12;
const MAX_CHARACTERS = 300;
const sent = z.array(text(0, MAX_CHARACTERS)).max(MAX_POINTS);

export const bulletPoints = defineField({
  sent,
  created: sent.default([]),
  ...alwaysStored(z.array(z.string())),
  isDrawn: true,
  underWholeImage: () => [],
  texts: [{ at: ['*'], form: 'marked', most: MAX_CHARACTERS, isRead: true }],
  isImported: true,
  words: { bullet_points: ['The points of the slide.', ['Revenue up 12 %', 'Two new markets']] },
  label: 'Points',
  isListedForAgents: true,
});
