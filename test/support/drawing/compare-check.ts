import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { createSlideMeasurer } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import { type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { type CheckTimelineDeps, checkTimeline } from '#features/renders/check/check-timeline.ts';
import { drawableSlideOfSnapshot } from '#features/renders/frozen-slide.ts';
import { snapshotOfTimeline } from '#features/renders/timeline-snapshot.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { memoryArtifactStore } from '../fakes/artifact-store.ts';
import { memoryFileStore } from '../fakes/file-store.ts';
import { memoryLedger } from '../fakes/ledger.ts';
import { memoryTimelineStore } from '../fakes/timeline-store.ts';
import { START, samplePrincipal } from '../samples/entities.ts';
import { lostText } from './lost-text.ts';
import { withoutBytes } from './without-bytes.ts';

const RESOLUTION = '480p';
const measureSlide = createSlideMeasurer();

/** A check with real measures, of slides without speech. */
const silentDeps = (): CheckTimelineDeps => ({
  store: memoryTimelineStore(),
  templates: { find: async () => undefined },
  files: memoryFileStore(),
  artifacts: memoryArtifactStore(),
  speech: { findMany: async () => new Map() },
  speechRequiredBySlide: () => undefined,
  usage: memoryLedger().usage,
  voices: { voiceFor: () => 'one', voices: () => [] },
  encoder: async () => 'encoder',
  codecs: VIDEO_CODEC_IDS,
  measure: async () => measureSlide,
  elapsed: () => 0,
  clock: () => START,
});

/** The slides of a timeline that a check spoke of, and those of which it said another thing than their pictures show. */
export interface ComparedCheck {
  slides: number;
  /** Slides whose pictures lost text, or have it much smaller than usual. */
  lost: number;
  /** What differs, a line for each slide. */
  differences: string[];
}

/**
 * Checks a timeline in a template and a format, and compares what is reported of the text of each slide with what its picture lost,
 * measured from the picture's own letters.
 */
export async function compareCheck(
  { timeline, slides }: LoadedTimeline,
  template_id: string,
  format: AspectRatioName,
): Promise<ComparedCheck> {
  const principal = samplePrincipal();
  const deps = silentDeps();
  const own = { ...timeline, account_id: principal.account_id, template_id };
  await deps.store.insert({ timeline: own, slides }, { timelines: 1 });
  const { warnings } = await checkTimeline(deps, principal, timeline.id, { format, resolution: RESOLUTION });
  const snapshot = snapshotOfTimeline(own, slides, {});
  const compared: ComparedCheck = { slides: slides.length, lost: 0, differences: [] };
  for (const position of slides.keys()) {
    const slide = drawableSlideOfSnapshot(snapshot, position);
    const drawable = withoutBytes(slide);
    const lost = await lostText(
      drawable,
      pictureDimensionsOfFormat(format, RESOLUTION),
      requireBuiltInTemplate(template_id),
    );
    const told = warnings
      .filter((warning) => warning.position === position && /^text_(cut|shrunk)$/.test(warning.code))
      .map(({ code, param }) => `${code} ${param?.replace(/^slides\[\d+\]\./, '')}`)
      .sort();
    if (lost.length > 0) compared.lost++;
    if (lost.join() !== told.join()) {
      const name = `${template_id} ${format}: slide ${position + 1} (${slide.title.slice(0, 40)})`;
      compared.differences.push(`${name}: told ${told.join(', ') || 'nothing'}; lost ${lost.join(', ') || 'nothing'}`);
    }
  }
  return compared;
}
