import type { SpokenSentence } from '#engine/speech/engine.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import {
  findTimelineVideoName,
  isSpeechCutOff,
  type NarrationPauses,
  pausesAroundNarrationOfSlide,
  presenterSecondsOfSlide,
  type Slide,
  type SlideWithDecidedMotion,
  slideSeconds,
  type TimelineVideoName,
} from '#features/timelines/public.ts';
import type { BurnedInCaptionForm } from '../captions/burned-style.ts';
import { type CaptionCue, type CaptionedSentence, captionCuesOfSentences } from '../captions/caption-cues.ts';
import { type SentenceToCaption, sentencesWithSpeakerNames } from '../captions/named-sentences.ts';
import { planBurnedInCaptions } from './burn-in.ts';
import type { SlideCallouts } from './callouts.ts';
import type { ChosenTransition } from './choose-transition-for-motion-level.ts';
import { type FootageOnTimeLine, findTimesOfFootageSlide, footageOnTimeLine } from './footage-plan.ts';
import type { MorphableSlideParts } from './morph.ts';
import { doesRecordingContinue, type PresenterOnTimeLine, presenterOnTimeLine } from './presenter-plan.ts';
import type { SentenceStart, StateTimingInput, WordStart } from './reveal-times.ts';
import { planVideoShotsOfSlides } from './shots.ts';
import { transitionFrameCount } from './transition-length.ts';
import type { VideoShot } from './video-shot.ts';

/** The existing speech or recording of a slide. */
export interface SlideSpeech {
  /** Content address. */
  hash: string;
  /** Storage key of its file. */
  key: string;
  duration_seconds: number;
  /** Its sentences, with times from the start of the speech. */
  sentences: readonly SpokenSentence[];
}

/** The traits of a slide's drawing on which its shots depend. */
export interface SlideDrawingTraits {
  /** Its drawn bullet points, without blank ones. */
  bullets: readonly string[];
  /** The states of its picture that its layout shows; empty if it has only one. */
  states: readonly StateTimingInput[];
  /** True if its layout shows an image with a motion. */
  moves: boolean;
  /** The texts of the groups of lines of code that are lit one after another; absent or empty: none. */
  lit?: readonly string[] | undefined;
  /** The number of its parts that grow, are drawn or count up when they enter; 0: none. */
  enters?: number | undefined;
  /** True if the figure alone enters, and all else of the slide stands; absent: false. */
  counts?: boolean | undefined;
  /** True if the frames of its video, unchanged, are its pictures; absent: they are not. */
  playsInStep?: boolean | undefined;
  direction: 'ltr' | 'rtl';
  /** Its callouts; absent if it has none. */
  callouts?: SlideCallouts | undefined;
  /** Its parts that a neighbour may share. */
  parts: MorphableSlideParts;
  /** The text that is spoken on it, with its marks. */
  said: string;
  /** True if the lights of its ground move while its pictures stand; absent: they do not. */
  movesLights?: boolean | undefined;
  /** True if its image grows slowly while its parts appear; absent: it does not. */
  zooms?: boolean | undefined;
  /** True if ornaments of its ground may drift while its pictures stand; absent: they do not. */
  drifts?: boolean | undefined;
}

/** A slide with its movement decided, the transition into it, and the traits of its drawing. */
export type PlannableSlide = Omit<SlideWithDecidedMotion, 'transition'> & {
  transition: ChosenTransition;
  drawn: SlideDrawingTraits;
};

/** A sentence that is heard, in seconds from the start of the video. */
export interface SentenceOnTimeLine {
  text: string;
  start_seconds: number;
  end_seconds: number;
  /** The declared speaker who says it; absent: none. */
  speaker?: string | undefined;
}

/** A slide on the time line of the video. */
export interface PlannedSlide {
  /** Its first frame, counted from the start of the video. */
  start_frame: number;
  /** Number of its frames. */
  frames: number;
  /** Its speech: start in seconds from the start of the video, not rounded to frames, and audible duration. */
  speech?: { hash: string; key: string; start_seconds: number; duration_seconds: number } | undefined;
  /** The sentences that are heard, in seconds from the start of the video; absent: none. */
  sentences?: readonly SentenceOnTimeLine[] | undefined;
  /** The video of the timeline that it is, with which the video starts or ends; absent: it is a slide. */
  timelineVideo?: TimelineVideoName | undefined;
  /** Its video; absent if it has none. */
  footage?: FootageOnTimeLine | undefined;
  /** Its presenter, and whether the narration is heard; absent: it has none. */
  presenter?: (PresenterOnTimeLine & { isHeard: boolean }) | undefined;
  shots: VideoShot[];
}

/** The schedule of a whole video in frames: its slides and captions with their times. */
export interface FrameSchedule {
  fps: FrameRate;
  frames: number;
  slides: PlannedSlide[];
  captions: CaptionCue[];
}

/** Settings of a video on which its times depend. */
export interface FrameScheduleSettings {
  fps: FrameRate;
  pace: NarrationPauses;
  /** BCP 47; the narration of a slide may have another language. */
  language: string;
  /** The form of captions in the pictures; absent: they are not drawn into them. */
  burnIn?: BurnedInCaptionForm | undefined;
  /** True: the captions of files have the times of their words. */
  withWords?: boolean | undefined;
}

/** The language of a slide's narration (BCP 47), if it is generated audio; undefined: that of the timeline. */
const spokenLanguage = ({ audio }: Slide): string | undefined =>
  audio?.source === 'generated' ? audio.language : undefined;

/** The sentences of a speech that starts at `start` and is cut at `end`; times in seconds of the video. */
function audibleSentences(
  sentences: readonly SentenceToCaption[],
  language: string | undefined,
  start: number,
  end: number,
): CaptionedSentence[] {
  return sentences.flatMap((sentence) => {
    const [from, to] = [start + sentence.start_seconds, start + sentence.end_seconds];
    if (from >= end) return [];
    const cutPart = to > end ? { is_cut: true } : {};
    const words = sentence.words.map((word) => ({
      ...word,
      start_seconds: start + word.start_seconds,
      end_seconds: start + word.end_seconds,
    }));
    const times = { start_seconds: from, end_seconds: Math.min(to, end), ...cutPart };
    return [{ ...sentence, language, ...times, words }];
  });
}

/** The sentences of a speech that starts at `start` and is cut at `end`, for the transcript; times in seconds of the video. */
const sentencesOnTimeLine = (sentences: readonly SpokenSentence[], start: number, end: number): SentenceOnTimeLine[] =>
  sentences
    .map(({ text, speaker, start_seconds, end_seconds }) => ({
      text,
      start_seconds: start + start_seconds,
      end_seconds: Math.min(start + end_seconds, end),
      ...(speaker === undefined ? {} : { speaker }),
    }))
    .filter(({ start_seconds }) => start_seconds < end);

/** The sentences of a speech with times from the start of the slide. @param lead seconds of silence before the speech */
const sentencesFromSlideStart = (speech: SlideSpeech | undefined, lead: number) =>
  (speech?.sentences ?? []).map(
    (sentence): SentenceStart => ({
      text: sentence.text,
      start_seconds: lead + sentence.start_seconds,
      ...(sentence.word_ms === undefined ? {} : { words: wordsFromSlideStart(sentence, lead) }),
    }),
  );

const wordsFromSlideStart = (sentence: SpokenSentence, lead: number): WordStart[] =>
  timedWordsOfSentence(sentence).map(({ text, start_seconds }) => ({ text, start_seconds: lead + start_seconds }));

/**
 * Plans the times of all slides, in frames. Boundaries are rounded from the running sum of seconds, so rounding errors do not add up: the
 * last slide ends within half a frame of the exact length. Pure.
 * @param speech the speech of each slide; undefined for a silent one
 */
export function planFrameSchedule(
  slides: readonly PlannableSlide[],
  speech: readonly (SlideSpeech | undefined)[],
  { fps, pace, language, burnIn, withWords }: FrameScheduleSettings,
): FrameSchedule {
  const sentences: CaptionedSentence[] = [];
  /** The speaker of the last sentence. */
  let speaker: string | undefined;
  let seconds = 0;
  const slidesOnTimeLine = slides.map((slide, index) => {
    const slideSpeech = speech[index];
    const start_frame = Math.round(seconds * fps);
    const pauses = pausesAroundNarrationOfSlide(slide, pace);
    const voiceSeconds = slide.presenter ? presenterSecondsOfSlide(slide.presenter) : slideSpeech?.duration_seconds;
    const continues = doesRecordingContinue(slides[index - 1], slide);
    // A presenter who appears with the slide starts to speak after the transition.
    const entrySeconds = slide.presenter && !continues ? transitionFrameCount(slide.transition, index, fps) / fps : 0;
    const footageTimes = findTimesOfFootageSlide(slide, index, voiceSeconds, { pace: pauses, fps });
    const delaySeconds = Math.max(footageTimes?.speechDelay ?? 0, entrySeconds);
    seconds +=
      footageTimes?.seconds ??
      slideSeconds(slide, voiceSeconds === undefined ? undefined : entrySeconds + voiceSeconds, pauses);
    const frames = Math.max(1, Math.round(seconds * fps) - start_frame);
    const footage = footageOnTimeLine(slide, footageTimes, { frames, fps });
    const presenterSpan = presenterOnTimeLine(slide, { delay: delaySeconds, frames, fps, continues });
    const presenter = presenterSpan && { ...presenterSpan, isHeard: slideSpeech !== undefined };
    const leadSeconds = delaySeconds + pauses.lead_seconds;
    const timelineVideo = findTimelineVideoName(slide);
    const plannedSlide = {
      ...{ start_frame, frames, lead: leadSeconds },
      ...(timelineVideo ? { timelineVideo } : {}),
      ...(footage ? { footage } : {}),
      ...(presenter ? { presenter } : {}),
    };
    if (!slideSpeech) return plannedSlide;
    const start_seconds = start_frame / fps + leadSeconds;
    const end = isSpeechCutOff(slide) ? (start_frame + frames) / fps : Number.POSITIVE_INFINITY;
    if (start_seconds >= end) return plannedSlide;
    const namedSentences = sentencesWithSpeakerNames(slideSpeech.sentences, speaker);
    speaker = slideSpeech.sentences.at(-1)?.speaker;
    sentences.push(...audibleSentences(namedSentences, spokenLanguage(slide), start_seconds, end));
    const { hash, key } = slideSpeech;
    const duration_seconds = Math.min(slideSpeech.duration_seconds, end - start_seconds);
    const heardSentences = sentencesOnTimeLine(slideSpeech.sentences, start_seconds, end);
    if (presenter) return { ...plannedSlide, sentences: heardSentences };
    return { ...plannedSlide, speech: { hash, key, start_seconds, duration_seconds }, sentences: heardSentences };
  });
  const slidesToPlan = slides.map((slide, index) => ({
    slide,
    ...slide.drawn,
    frames: slidesOnTimeLine[index]?.frames ?? 1,
    footage: slidesOnTimeLine[index]?.footage,
    presenter: slidesOnTimeLine[index]?.presenter,
    sentences: sentencesFromSlideStart(speech[index], slidesOnTimeLine[index]?.lead ?? pace.lead_seconds),
  }));
  const lastSlide = slidesOnTimeLine.at(-1);
  const frames = lastSlide ? lastSlide.start_frame + lastSlide.frames : 0;
  const videoFrame = { language, fps, frames };
  const captions = captionCuesOfSentences(sentences, { ...videoFrame, withWords });
  const shotsWithoutCaptions = planVideoShotsOfSlides(slidesToPlan, fps);
  const shots = burnIn
    ? planBurnedInCaptions(
        shotsWithoutCaptions,
        captionCuesOfSentences(sentences, { ...videoFrame, limits: burnIn, withWords: burnIn.marksWords }),
        fps,
      )
    : shotsWithoutCaptions;
  return {
    fps,
    frames,
    slides: slidesOnTimeLine.map(({ lead: _, ...slide }, index) => ({ ...slide, shots: shots[index] ?? [] })),
    captions,
  };
}
