import { splitIntoDialogueParts } from '#engine/speech/script/dialogue.ts';
import { findUnknownVoiceMessage, type VoiceCatalog } from '#engine/speech/voice-catalog.ts';
import { narrationTextOf, speakersOf } from '#features/timelines/public.ts';
import type { SpeechLookupResult } from '../find-speech-of-snapshot.ts';
import type { TimelineSnapshot } from '../timeline-snapshot.ts';
import type { CheckWarning } from './timeline-check.ts';

/** A voice that is named somewhere, and the effect if it does not exist. */
interface NamedVoice extends Pick<CheckWarning, 'slide_id' | 'position' | 'param'> {
  voice: string | undefined;
  effect: string;
}

const RENDER_FAILS = 'A render of these notes fails.';
const VOICE_REPLACED = 'The voice of the slide speaks instead.';

/** The voices of a timeline and its speakers. */
const voicesOfTimeline = ({ voice, speakers = {} }: TimelineSnapshot['settings']): NamedVoice[] =>
  [
    { voice, param: 'voice', effect: RENDER_FAILS },
    ...Object.entries(speakers).map(([name, speaker]) => ({
      voice: speaker.voice,
      param: `speakers.${name}.voice`,
      effect: VOICE_REPLACED,
    })),
  ].map((named) => ({ slide_id: null, position: null, ...named }));

/** The voices that a slide and its notes name. */
function voicesOfSlide({ settings, slides }: TimelineSnapshot, position: number): NamedVoice[] {
  const slide = slides[position];
  if (!slide) return [];
  const text = narrationTextOf(slide, settings.narration_source);
  const slidePlace = { slide_id: slide.id, position };
  const voicesInNotes = splitIntoDialogueParts({ text, speakers: speakersOf(settings) }).flatMap(
    ({ speaker, voice }) => (speaker === undefined && voice !== undefined ? [voice] : []),
  );
  return [
    { ...slidePlace, voice: slide.voice, param: `slides[${position}].voice`, effect: RENDER_FAILS },
    ...[...new Set(voicesInNotes)].map((voice) => ({
      ...slidePlace,
      voice,
      param: `slides[${position}].speaker_notes`,
      effect: `<voice name="${voice}">: ${VOICE_REPLACED}`,
    })),
  ];
}

/**
 * Warnings about voices that the speech engine does not have: of the timeline, its speakers, its slides and the notes. They were checked
 * when they came in; those in notes are not, and another engine has other voices.
 */
export function voiceWarnings(
  voices: VoiceCatalog,
  snapshot: TimelineSnapshot,
  { wanted }: SpeechLookupResult,
): CheckWarning[] {
  const spokenPositions = [...snapshot.slides.keys()].filter((position) => wanted[position]?.request !== undefined);
  if (spokenPositions.length === 0) return [];
  const namedVoices = [
    ...voicesOfTimeline(snapshot.settings),
    ...spokenPositions.flatMap((position) => voicesOfSlide(snapshot, position)),
  ];
  return namedVoices.flatMap(({ voice, effect, ...place }): CheckWarning[] => {
    const fault = voice === undefined ? undefined : findUnknownVoiceMessage(voices, snapshot.settings.language, voice);
    return fault === undefined ? [] : [{ ...place, code: 'voice_unknown', message: `${fault} ${effect}` }];
  });
}
