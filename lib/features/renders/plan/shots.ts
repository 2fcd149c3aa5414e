import { gopLengths } from '#engine/video/clips/placement.ts';
import { type BuildStyle, REVEALS } from '#engine/video/transitions/transition-types.ts';
import type { SlideMoves } from '#features/timelines/public.ts';
import { bulletRevealTimes, stateTimes, type TimedSentence, type TimedState } from './build-times.ts';
import { type SlideCallouts, stillPicture, withCallouts } from './callouts.ts';
import type { ChosenTransition } from './choose-transition.ts';
import { clickTimes } from './click-times.ts';
import { drawnShot, type PlannedEntrance, planEntrance, wholeEntrance } from './entrance.ts';
import type { FootageSpan } from './footage-plan.ts';
import { footageBody } from './footage-shots.ts';
import { litSteps } from './lit-steps.ts';
import type { ShownParts } from './morph.ts';
import type { PictureRef, Shot } from './shot.ts';
import { framesOfTransition } from './transition-length.ts';
import { type LastShown, transitionShots } from './transition-shots.ts';

/** The decided fields of a slide on which its shots depend. */
export interface SpanSlide extends SlideMoves {
  transition: ChosenTransition;
}

/** A slide on the time line, with everything on which its shots depend. */
export interface SlideSpan {
  slide: SpanSlide;
  /** Its drawn bullet points, without blank ones. */
  bullets: readonly string[];
  /** The states of its picture that its layout shows; with none or one, the picture does not change. */
  states: readonly TimedState[];
  frames: number;
  /** The text that is spoken on it, with its marks. */
  said: string;
  /** The sentences of its narration, in seconds from the start of the slide. */
  sentences: readonly TimedSentence[];
  /** True if its layout shows an image with a motion. */
  moves: boolean;
  /** The texts of the groups of lines of code that are lit one after another; absent or empty: none. */
  lit?: readonly string[] | undefined;
  /** The number of its parts that grow, draw or count when they enter; absent: none. */
  enters?: number | undefined;
  /** Its video; absent: it has none. */
  footage?: FootageSpan | undefined;
  direction: 'ltr' | 'rtl';
  /** Its callouts; absent: it has none. */
  callouts?: SlideCallouts | undefined;
  /** Its parts that a neighbour may share. */
  parts: ShownParts;
}

/**
 * The longest clip of an image motion, in seconds. A longer motion is cut evenly, so that players can seek to the start of each clip and
 * several workers can encode it.
 */
const MOVE_SECONDS = 5;

/**
 * The fewest frames of a hold between two fades: OpenH264 2.3 shows frames in a wrong order when key frames of a stream with blended fades
 * are closer.
 */
const SHORTEST_HOLD = 3;

/** The appearance of one or more steps. */
interface Reveal {
  /** First frame of the fade, from the start of the slide. */
  at: number;
  /** Number of bullet points that are visible afterwards, or the number of the state. */
  revealed: number;
}

/** Points or states of a slide that appear one after another. */
interface Steps {
  /** The time of each step in seconds from the start of the slide, ascending. */
  times: readonly number[];
  /** The picture after a number of steps. */
  picture(revealed: number): PictureRef;
  /** Reports whether the slide looks the same after both numbers of steps. */
  isSame(revealed: number, other: number): boolean;
}

/** The frames of a slide's transition: at most half of the slide; 0 for the first slide. */
const transitionFrames = ({ slide, frames }: SlideSpan, index: number, fps: number): number =>
  Math.min(framesOfTransition(slide.transition, index, fps), Math.floor(frames / 2));

/** The style in which the points or states of a slide appear. Lines of code stay where they are: their light fades. */
const styleOf = ({ slide, lit = [] }: SlideSpan): BuildStyle => (lit.length > 0 ? 'fade' : slide.build_style);

/** Frames in which a step appears; 0: it is there at once. */
function revealFrames(style: BuildStyle, fps: number): number {
  const { seconds } = REVEALS[style];
  return seconds === 0 ? 0 : Math.max(1, Math.round(seconds * fps));
}

/** The last frame at which a step may start, so that it is visible before the end of the slide. @param fade frames in which it appears */
const latestFrame = (frames: number, fade: number): number => frames - fade - SHORTEST_HOLD;

/**
 * The latest time, in seconds, of the first of some states, so that all of them are visible before the end of the slide. States that would
 * come after the slide come at its end, one after another.
 */
function latestTime(
  states: readonly TimedState[],
  { frames, fade, fps }: { frames: number; fade: number; fps: number },
): number {
  const later = states.filter(({ picture }, at) => at > 0 && picture !== states[at - 1]?.picture).length;
  return (latestFrame(frames, fade) - later * (fade + SHORTEST_HOLD)) / fps;
}

/** The steps of a slide; undefined if it does not change. */
function stepsOf(span: SlideSpan, index: number, fps: number, entrance?: PlannedEntrance): Steps | undefined {
  const { slide, said, moves, bullets, states, sentences, frames } = span;
  const end = frames / fps;
  const clicks = (count: number) => clickTimes(said, sentences, { end, count });
  if (moves) return undefined;
  if (states.length > 1) {
    const last = states.length - 1;
    const times = stateTimes(states, sentences, end, clicks(last));
    const fade = revealFrames(styleOf(span), fps);
    return {
      times: times.map((time, step) => Math.min(time, latestTime(states.slice(step + 1), { frames, fade, fps }))),
      picture: (state) => (state === last ? { slide: index } : { slide: index, state }),
      isSame: (state, other) => states[state]?.picture === states[other]?.picture,
    };
  }
  if (bullets.length === 0) return undefined;
  if (span.lit && span.lit.length > 0)
    return litSteps(span.lit, index, (texts) => bulletRevealTimes(texts, sentences, end, clicks(texts.length)));
  if (slide.build === 'none') return entrance && wholeEntrance(index);
  return {
    times: bulletRevealTimes(bullets, sentences, end, clicks(bullets.length)),
    picture: (revealed) => ({
      slide: index,
      ...(revealed === bullets.length ? {} : { revealed }),
      // The charts of an entrance are drawn as a whole.
      ...(slide.dim_previous && !entrance && revealed > 1 ? { dimmed: revealed - 1 } : {}),
    }),
    isSame: () => false,
  };
}

/**
 * The reveals of a slide's steps. A step that follows another too closely appears together with it. Empty for a slide that is too short for
 * one reveal, which shows everything from the start.
 */
function revealsOf(
  { times, isSame }: Steps,
  { frames, begin, fade, fps }: { frames: number; begin: number; fade: number; fps: number },
): Reveal[] {
  const latest = latestFrame(frames, fade);
  const reveals: Reveal[] = [];
  times.forEach((time, index) => {
    if (isSame(reveals.at(-1)?.revealed ?? 0, index + 1)) return;
    const last = reveals.at(-1);
    const earliest = last ? last.at + fade + SHORTEST_HOLD : begin + SHORTEST_HOLD;
    const at = Math.max(Math.round(time * fps), earliest);
    if (at <= latest) reveals.push({ at, revealed: index + 1 });
    else if (last) last.revealed = index + 1;
    else if (latest >= earliest) reveals.push({ at: latest, revealed: index + 1 });
  });
  return reveals;
}

/** The shots of a slide after its transition, and its first and last picture. */
interface Body {
  first: PictureRef;
  last: PictureRef;
  shots: Shot[];
}

/** The shots of a slide after its transition, from the frame that follows the transition. */
function bodyOf(span: SlideSpan, index: number, begin: number, fps: number): Body {
  const { frames, slide, footage } = span;
  if (footage) return footageBody(footage, index, { entry: begin, frames, fps });
  const motion = slide.image_motion;
  if (span.moves && motion !== 'none') {
    const total = frames - begin;
    let first = 0;
    const shots = gopLengths(total, MOVE_SECONDS * fps).map((length): Shot => {
      const shot: Shot = { kind: 'image_motion', frames: length, slide: index, motion, first, total };
      first += length;
      return shot;
    });
    return { first: { slide: index, rest: 'start' }, last: { slide: index, rest: 'end' }, shots };
  }
  const entrance = planEntrance(span.enters ?? 0, frames - begin - 2 * SHORTEST_HOLD, fps);
  const steps = stepsOf(span, index, fps, entrance);
  const style = styleOf(span);
  const fade = entrance?.frames ?? revealFrames(style, fps);
  const reveals = steps ? revealsOf(steps, { frames, begin, fade, fps }) : [];
  const whole: PictureRef = { slide: index };
  if (!steps || reveals.length === 0)
    return { first: whole, last: whole, shots: [{ kind: 'still', frames: frames - begin, picture: whole }] };
  const { picture } = steps;
  const { type } = REVEALS[style];
  const shots: Shot[] = [];
  let shown = 0;
  let at = begin;
  for (const reveal of reveals) {
    const [from, to] = [picture(shown), picture(reveal.revealed)];
    shots.push({ kind: 'still', frames: reveal.at - at, picture: from });
    if (entrance) shots.push(drawnShot(from, to, entrance));
    else if (fade > 0) shots.push({ kind: 'transition', frames: fade, type, direction: span.direction, from, to });
    shown = reveal.revealed;
    at = reveal.at + fade;
  }
  shots.push({ kind: 'still', frames: frames - at, picture: picture(shown) });
  return { first: picture(0), last: picture(shown), shots };
}

/** The shots of a slide with its callouts. */
function withCalloutsOf(span: SlideSpan, body: Body, begin: number, fps: number): Body {
  const { callouts, said, sentences, direction, frames } = span;
  if (!callouts) return body;
  const moments = { said, sentences, end: frames / fps };
  const shots = withCallouts(body.shots, callouts, { begin, fps, direction, moments });
  return { first: stillPicture(shots[0]), last: stillPicture(shots.at(-1)), shots };
}

/**
 * Plans the shots of each slide: its transition, which is part of the slide's time, and then its hold, its build or the motion of its
 * image. The frames of a slide's shots add up to those of the slide. Pure.
 */
export function planShots(spans: readonly SlideSpan[], fps: number): Shot[][] {
  let before: LastShown | undefined;
  return spans.map((span, index) => {
    const entry = transitionFrames(span, index, fps);
    const body = withCalloutsOf(span, bodyOf(span, index, entry, fps), entry, fps);
    const entrance =
      before && entry > 0
        ? transitionShots({ ...span, transition: span.slide.transition }, before, { frames: entry, to: body.first })
        : [];
    before = { picture: body.last, parts: span.parts };
    return [...entrance, ...body.shots];
  });
}
