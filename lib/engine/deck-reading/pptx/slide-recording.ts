import { countWithNoun } from '../cut-text-with-ellipsis.ts';
import type { DeckSlideRecording } from '../deck.ts';
import { DECK_LIMITS } from '../deck-limits.ts';
import type { DeckWarning } from '../deck-warning.ts';
import type { PptxSlide } from './read-slide.ts';
import type { SlideSoundOrVideo } from './slide-media.ts';

/**
 * Reports whether a medium is the narration of its slide: a recording, or a sound that plays by itself. Videos that are not recordings are
 * shown with their sound.
 */
function isNarration({ part, kind, isMuted, isMusic, isMarkedAsNarration, isAutomatic }: SlideSoundOrVideo): boolean {
  if (part === null || isMuted || isMusic) return false;
  return isMarkedAsNarration || (isAutomatic && kind === 'sound');
}

/** The reason why a sound is not used, in words for the report. */
function reasonOfOmission({ part, isMusic, isMarkedAsNarration, isAutomatic }: SlideSoundOrVideo): string {
  if (part === null) return 'A sound was left out: it is missing, or outside of the file. Insert it into the deck.';
  if (isMusic) return 'Music that plays on or repeats was left out. Send it as the background audio of the timeline.';
  if (!isMarkedAsNarration && !isAutomatic) return 'A sound that plays on a click was left out.';
  return `A sound was left out: of one slide, ${DECK_LIMITS.clips} clips are joined. Join them in the deck.`;
}

/** The recording of the narration of a slide, and warnings about other sounds. */
export function recordingOfPptxSlide({
  page,
  media,
  effectSounds,
}: Pick<PptxSlide, 'page' | 'media' | 'effectSounds'>): {
  recording?: DeckSlideRecording;
  warnings: DeckWarning[];
} {
  const narrations = media.filter(isNarration);
  // A recorded narration is not mixed with other sounds of its slide.
  const markedNarrations = narrations.filter(({ isMarkedAsNarration }) => isMarkedAsNarration);
  const clips = (markedNarrations.length > 0 ? markedNarrations : narrations).slice(0, DECK_LIMITS.clips);
  const createWarning = (code: DeckWarning['code'], message: string): DeckWarning => ({ slide: page, code, message });
  const sounds = media.filter((medium) => medium.kind === 'sound' && !medium.isMuted && !clips.includes(medium));
  const warnings = [
    ...[
      ...new Set(
        sounds.map((sound) =>
          markedNarrations.length > 0 && isNarration(sound) ? DURING_NARRATION_MESSAGE : reasonOfOmission(sound),
        ),
      ),
    ].map((message) => createWarning('audio_not_taken', message)),
    ...(effectSounds > 0
      ? [
          createWarning(
            'audio_not_taken',
            `${countWithNoun(effectSounds, 'sound')} of a transition or an animation left out.`,
          ),
        ]
      : []),
  ];
  if (clips.length === 0) return { warnings };
  return {
    recording: {
      clips: clips.flatMap(({ part, cut }) =>
        part === null ? [] : [{ source: { from: 'path', path: part }, ...(cut ? { cut } : {}) }],
      ),
      isMarkedAsNarration: markedNarrations.length > 0,
    },
    warnings,
  };
}

const DURING_NARRATION_MESSAGE = 'A sound that plays during the recorded narration was left out.';
