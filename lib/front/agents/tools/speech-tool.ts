import { z } from 'zod';
import { previewSpeechContract } from '#features/narration/contract.ts';
import { defineAgentTool } from '../define-agent-tool.ts';
import { bodySchemaOf } from './body-schema-of.ts';

type SpeechPreview = z.output<typeof previewSpeechContract.answer>;

/** The most characters of spoken words in an answer: digits and abbreviations of a long text can be many words. */
const MAX_CHARACTERS = 12_000;

const bodySchema = bodySchemaOf(previewSpeechContract);

/** The tool `preview_speech`. */
export const previewSpeechTool = defineAgentTool({
  name: 'preview_speech',
  title: 'Preview speech',
  description: 'The words that a voice says for speaker notes, and their seconds. Costs nothing without `audio`.',
  input: bodySchema.extend({
    text: bodySchema.shape.text.describe('Plain text, or SSML in `<speak>`.'),
    audio: z.boolean().optional().describe('True: also the address of the sound; its characters count as narration.'),
  }),
  example: { text: 'It costs $3.5M, i.e. 10x.', language: 'en' },
  unlisted: ['lexicon', 'speed', 'voice'],
  idempotent: true,
  run: async ({ audio, ...body }, { call }) => {
    const query = audio === true ? { query: { audio: 'true' } } : {};
    const preview = (await call(previewSpeechContract, { body, ...query })) as SpeechPreview;
    const { spoken, characters, seconds_estimate, audio_url } = preview;
    const isLong = spoken.length > MAX_CHARACTERS;
    const shownWords = isLong ? `${spoken.slice(0, MAX_CHARACTERS)}…` : spoken;
    const next = isLong ? 'Send a shorter text for the rest.' : 'A lexicon changes how words are said.';
    return { data: { spoken: shownWords, characters, seconds_estimate, audio_url, next } };
  },
});
