import type { z } from 'zod';
import { previewSpeechContract } from '#features/narration/contract.ts';
import { agentTool } from '../agent-tool.ts';
import { bodyOf } from './body-of.ts';

type SpeechPreview = z.output<typeof previewSpeechContract.answer>;

/** The most characters of spoken words in an answer: digits and abbreviations of a long text can be many words. */
const MAX_CHARACTERS = 12_000;

/** The tool `preview_speech`. */
export const previewSpeechTool = agentTool({
  name: 'preview_speech',
  title: 'Preview speech',
  description: 'The words that a voice says for speaker notes, and their seconds. Costs nothing.',
  input: bodyOf(previewSpeechContract),
  example: { text: 'It costs $3.5M, i.e. 10x.', language: 'en' },
  unlisted: ['lexicon', 'speed', 'voice'],
  reads_only: true,
  run: async (body, { call }) => {
    const { spoken, characters, seconds_estimate } = (await call(previewSpeechContract, { body })) as SpeechPreview;
    const isLong = spoken.length > MAX_CHARACTERS;
    const words = isLong ? `${spoken.slice(0, MAX_CHARACTERS)}…` : spoken;
    const next = isLong ? 'Send a shorter text for the rest.' : 'A lexicon changes how words are said.';
    return { data: { spoken: words, characters, seconds_estimate, next } };
  },
});
