import { chaptersOfVideo } from '../build-render-plan.ts';
import type { RenderPlan } from '../plan/render-plan.ts';
import { listIndexesWithoutIntroOutro, type TimelineSnapshot } from '../timeline-snapshot.ts';
import type { Transcript } from './transcript.ts';

/** Milliseconds are exact enough; more digits are errors of sums. */
const roundSeconds = (value: number): number => Math.round(value * 1000) / 1000;

/** The slides of a plan, with their places in it; its intro and its outro are not among them: nothing is said there. */
const slidesOf = (plan: RenderPlan, snapshot: TimelineSnapshot) =>
  listIndexesWithoutIntroOutro(snapshot).flatMap((position) => {
    const planned = plan.slides[position];
    return planned ? [{ ...planned, position }] : [];
  });

/** The transcript of a planned video. A slide without a title is named by its number. */
export function transcriptOfPlan(plan: RenderPlan, snapshot: TimelineSnapshot): Transcript {
  const { title, language } = snapshot.settings;
  const chapters = chaptersOfVideo(snapshot, plan.slides);
  return {
    title,
    language,
    duration_seconds: roundSeconds(plan.frames / plan.fps),
    slides: slidesOf(plan, snapshot).map(({ start_frame, frames, sentences = [], position }) => ({
      title: chapters[position]?.title ?? '',
      start_seconds: roundSeconds(start_frame / plan.fps),
      end_seconds: roundSeconds((start_frame + frames) / plan.fps),
      sentences: sentences.map((sentence) => ({
        text: sentence.text,
        start_seconds: roundSeconds(sentence.start_seconds),
        end_seconds: roundSeconds(sentence.end_seconds),
        speaker: sentence.speaker ?? null,
      })),
    })),
  };
}
