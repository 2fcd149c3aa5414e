import type { RecordedNarration } from './import.ts';

/** The sentence of a report about a slide that speaks with its recording. */
export const recordingLine = ({ clips, seconds }: RecordedNarration): string =>
  `Speaks with its recorded narration (${clips === 1 ? '' : `${clips} clips, `}${seconds} s).`;
