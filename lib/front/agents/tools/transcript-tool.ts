import { z } from 'zod';
import { getTranscriptContract } from '#features/renders/contract.ts';
import { defineAgentTool } from '../define-agent-tool.ts';

type Transcript = z.output<typeof getTranscriptContract.answer>;

/** The most characters of slides in an answer, as JSON, because models read all of it. The remaining slides are in the next answers. */
const MAX_CHARACTERS = 18_000;

/** A slide as models get it, with its sentences as one text. */
interface SpokenSlide {
  slide: number;
  title: string;
  start_seconds: number;
  end_seconds: number;
  said: string;
}

/** The words of a slide, with the name of a speaker where it changes. */
function spokenTextOf({ sentences }: Transcript['slides'][number]): string {
  const lines: string[] = [];
  let lastSpeaker: string | null = null;
  for (const { text, speaker } of sentences) {
    lines.push(speaker === null || speaker === lastSpeaker ? text : `${speaker}: ${text}`);
    lastSpeaker = speaker;
  }
  return lines.join(' ');
}

/**
 * The slides of a transcript as models get them, as many as fit into an answer. If the first one alone does not fit, its words are cut.
 * @param firstSlide number of the first slide, from 1
 */
function slidesFrom(transcript: Transcript, firstSlide: number): SpokenSlide[] {
  const spokenSlides: SpokenSlide[] = [];
  let charactersLeft = MAX_CHARACTERS;
  for (const [index, slide] of transcript.slides.entries()) {
    if (index + 1 < firstSlide) continue;
    const { title, start_seconds, end_seconds } = slide;
    const entry = { slide: index + 1, title, start_seconds, end_seconds, said: spokenTextOf(slide) };
    charactersLeft -= JSON.stringify(entry).length + 1;
    if (charactersLeft < 0)
      return spokenSlides.length > 0
        ? spokenSlides
        : [{ ...entry, said: `${entry.said.slice(0, MAX_CHARACTERS / 3)}…` }];
    spokenSlides.push(entry);
  }
  return spokenSlides;
}

/** The tool `get_transcript`. */
export const getTranscriptTool = defineAgentTool({
  name: 'get_transcript',
  title: 'Get a transcript',
  description: 'What is said on each slide of a completed video, with times.',
  input: z.strictObject({
    render_id: z.string().min(1).max(64),
    from_slide: z.int().min(1).max(500).default(1).describe('For the rest of a long transcript.'),
  }),
  example: { render_id: 'rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' },
  id: 'render_id',
  reads_only: true,
  run: async ({ render_id, from_slide = 1 }, { call }) => {
    const transcript = (await call(getTranscriptContract, { params: { id: render_id } })) as Transcript;
    const { title, language, duration_seconds } = transcript;
    const slides = slidesFrom(transcript, from_slide);
    const nextSlide = (slides.at(-1)?.slide ?? from_slide) + 1;
    const isEnd = nextSlide > transcript.slides.length;
    const next = isEnd ? 'This is the end.' : `Call get_transcript with from_slide ${String(nextSlide)} for the rest.`;
    return { data: { title, language, duration_seconds, slides, next } };
  },
});
