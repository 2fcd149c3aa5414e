import { z } from 'zod';
import { text } from '../../contract/text.ts';
import { storedIfSet } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

const MAX_CHARACTERS = 60;
const sent = text(1, MAX_CHARACTERS).nullable().describe('A short line before the title. Null: none.');

/** Absent: none. */
export const kicker = defineField({
  sent,
  created: sent.optional(),
  ...storedIfSet(z.string()),
  isDrawn: true,
  underWholeImage: () => undefined,
  texts: [{ at: [], form: 'marked', least: 1, most: MAX_CHARACTERS, isRead: true }],
  isImported: true,
  words: { kicker: ['The short line before the title; null: none.', 'In short'] },
  label: 'Kicker',
  isListedForAgents: false,
});
