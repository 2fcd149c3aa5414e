import type { ImportedNarrationFacts } from './reported-recording.ts';

/** The sentence of a report about a slide that speaks with its recording. */
export const recordingReportSentence = ({ clips, seconds }: ImportedNarrationFacts): string =>
  `The slide speaks with its recorded narration (${clips === 1 ? '' : `${clips} clips, `}${seconds} s).`;
