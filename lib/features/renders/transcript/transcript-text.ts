import { toSingleLine } from '#engine/video/captions/timed-captions.ts';
import type { Transcript } from './transcript.ts';

/** A time as people read it in a list: `1:05`, or `1:01:05` from an hour on; whole seconds that have passed. */
export function formatClockTime(seconds: number): string {
  const wholeSeconds = Math.floor(seconds);
  const [hours, minutes, secondsOfMinute] = [
    Math.floor(wholeSeconds / 3600),
    Math.floor(wholeSeconds / 60) % 60,
    wholeSeconds % 60,
  ];
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(secondsOfMinute)}`
    : `${minutes}:${twoDigits(secondsOfMinute)}`;
}

/** Languages whose sentences follow one another without a space. */
const UNSPACED_LANGUAGES = /^(?:ja|zh|yue|th|lo|km|my)\b/i;

/**
 * The narration of a slide: a paragraph for each speaker in turn, with the name before it; a single one without a name if there are no
 * speakers; empty for a silent slide.
 * @param language BCP 47 of the video
 */
export function transcriptParagraphsBySpeaker({ sentences }: Transcript['slides'][number], language: string): string[] {
  const turns: { speaker: string | null; texts: string[] }[] = [];
  for (const { text, speaker } of sentences) {
    const lastTurn = turns.at(-1);
    if (lastTurn && lastTurn.speaker === speaker) lastTurn.texts.push(toSingleLine(text));
    else turns.push({ speaker, texts: [toSingleLine(text)] });
  }
  const space = UNSPACED_LANGUAGES.test(language) ? '' : ' ';
  return turns.map(
    ({ speaker, texts }) => `${speaker === null ? '' : `${toSingleLine(speaker)}: `}${texts.join(space)}`,
  );
}

/** A transcript as plain text: for each slide its time and title, and a paragraph. */
export function formatTranscriptText({ title, language, slides }: Transcript): string {
  const parts = slides.map((slide) => {
    const said = transcriptParagraphsBySpeaker(slide, language).map((paragraph) => `${paragraph}\n`);
    return `[${formatClockTime(slide.start_seconds)}] ${toSingleLine(slide.title)}\n${said.join('')}`;
  });
  return [`${toSingleLine(title)}\n`, ...parts].join('\n');
}
