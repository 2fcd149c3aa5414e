import { z } from 'zod';
import { text } from '../../contract/text.ts';
import { alwaysStored } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

const MAX_CHARACTERS = 200;
const sent = text(0, MAX_CHARACTERS);

export const title = defineField({
  sent,
  created: sent.default(''),
  ...alwaysStored(z.string()),
  isDrawn: true,
  underWholeImage: () => '',
  texts: [{ at: [], form: 'marked', most: MAX_CHARACTERS, isRead: true }],
  isImported: true,
  words: { title: ['Heading of the slide.', 'Where we stand'] },
  label: 'Title',
  isListedForAgents: true,
});
