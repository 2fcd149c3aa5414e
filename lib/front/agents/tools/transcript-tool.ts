import { z } from 'zod';
import { getTranscriptContract } from '#features/renders/contract.ts';
import { defineAgentTool } from '../define-agent-tool.ts';

type Transcript = z.output<typeof getTranscriptContract.answer>;

/** The most characters of slides in an answer, as JSON, because models read all of it. The remaining slides are in the next answers. */
const MAX_CHARACTERS = 18_000;

/** A slide as models get it: one text for the lines of a speaker. */
interface SaidSlide {
  slide: number;
  title: string;
  start_seconds: number;
  end_seconds: number;
  said: string;
}

/** The words of a slide, with the name of a speaker where it changes. */
function saidOn({ sentences }: Transcript['slides'][number]): string {
  const lines: string[] = [];
  let last: string | null = null;
  for (const { text, speaker } of sentences) {
    lines.push(speaker === null || speaker === last ? text : `${speaker}: ${text}`);
    last = speaker;
  }
  return lines.join(' ');
}

/** The slides from one on, as many as fit into an answer, and a part of the first one if it alone does not. */
function slidesFrom(transcript: Transcript, first: number): SaidSlide[] {
  const taken: SaidSlide[] = [];
  let left = MAX_CHARACTERS;
  for (const [index, slide] of transcript.slides.entries()) {
    if (index + 1 < first) continue;
    const { title, start_seconds, end_seconds } = slide;
    const entry = { slide: index + 1, title, start_seconds, end_seconds, said: saidOn(slide) };
    left -= JSON.stringify(entry).length + 1;
    if (left < 0) return taken.length > 0 ? taken : [{ ...entry, said: `${entry.said.slice(0, MAX_CHARACTERS / 3)}…` }];
    taken.push(entry);
  }
  return taken;
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
    const following = (slides.at(-1)?.slide ?? from_slide) + 1;
    const isWhole = following > transcript.slides.length;
    const next = isWhole
      ? 'This is the end.'
      : `Call get_transcript with from_slide ${String(following)} for the rest.`;
    return { data: { title, language, duration_seconds, slides, next } };
  },
});
