import { gopLengths } from '#engine/video/clips/placement.ts';
import type { Slide, Transition } from '#features/timelines/public.ts';
import { bulletRevealTimes, stateTimes, type TimedSentence, type TimedState } from './build-times.ts';
import { clickTimes } from './click-times.ts';
import type { PictureRef, Shot } from './shot.ts';

/** A slide on the time line, with everything that decides its shots. */
export interface SlideSpan {
  slide: Slide;
  /** Its bullet points as far as they are drawn: none is blank. */
  bullets: readonly string[];
  /** The states of its picture, as far as it shows them; none, or one: nothing changes. */
  states: readonly TimedState[];
  frames: number;
  /** The sentences of its narration, in seconds from the start of the slide. */
  sentences: readonly TimedSentence[];
  /** True if its image moves: it has one, its layout shows it, and a movement was asked for. */
  moves: boolean;
  direction: 'ltr' | 'rtl';
}

/** A bullet point, or a state of the picture, takes this long to appear, in seconds. */
const REVEAL_SECONDS = 0.25;
/**
 * The longest moving clip, in seconds: a player can seek to the start of each, and workers can share a long movement, which
 * is cut evenly.
 */
const MOVE_SECONDS = 5;

/**
 * The fewest frames between two fades: OpenH264 2.3 shows frames in another order where key frames of a stream with blended
 * fades are closer.
 */
const SHORTEST_HOLD = 3;

interface Reveal {
  /** In frames from the start of the slide. */
  at: number;
  /** Number of bullet points that are visible afterwards, or the number of the state. */
  revealed: number;
}

/** Points or states of a slide that appear step by step. */
interface Steps {
  /** Seconds of each step from the start of the slide, ascending. */
  times: readonly number[];
  /** The picture after this many steps. */
  picture(revealed: number): PictureRef;
  /** Reports whether the slide looks the same after this many steps as after the other number. */
  isSame(revealed: number, other: number): boolean;
}

const transitionOf = (span: SlideSpan, standard: Transition): Transition => span.slide.transition ?? standard;

/** A transition takes at most half of the time of its slide; the first slide has none. */
function transitionFrames(span: SlideSpan, index: number, standard: Transition, fps: number): number {
  const { type, duration_seconds } = transitionOf(span, standard);
  if (index === 0 || type === 'none') return 0;
  return Math.min(Math.round(duration_seconds * fps), Math.floor(span.frames / 2));
}

const fadeFrames = (fps: number): number => Math.max(1, Math.round(REVEAL_SECONDS * fps));

/** The last frame at which a step may start, so that it is seen. */
const latestFrame = (frames: number, fps: number): number => frames - fadeFrames(fps) - SHORTEST_HOLD;

/**
 * Seconds at which the first of some states comes at the latest, so that each of them is seen: those that would come after their slide come
 * at its end, one after the other.
 */
function latestTime(states: readonly TimedState[], frames: number, fps: number): number {
  const later = states.filter(({ picture }, at) => at > 0 && picture !== states[at - 1]?.picture).length;
  return (latestFrame(frames, fps) - later * (fadeFrames(fps) + SHORTEST_HOLD)) / fps;
}

/** The steps of a slide; undefined: it is the same from its start to its end. */
function stepsOf(
  { slide, moves, bullets, states, sentences, frames }: SlideSpan,
  index: number,
  fps: number,
): Steps | undefined {
  const end = frames / fps;
  const clicks = (count: number) => clickTimes(slide.speaker_notes, sentences, { end, count });
  if (moves) return undefined;
  if (states.length > 1) {
    const last = states.length - 1;
    const times = stateTimes(states, sentences, end, clicks(last));
    return {
      times: times.map((time, step) => Math.min(time, latestTime(states.slice(step + 1), frames, fps))),
      picture: (state) => (state === last ? { slide: index } : { slide: index, state }),
      isSame: (state, other) => states[state]?.picture === states[other]?.picture,
    };
  }
  if (slide.build !== 'by_bullet' || bullets.length === 0) return undefined;
  return {
    times: bulletRevealTimes(bullets, sentences, end, clicks(bullets.length)),
    picture: (revealed) => (revealed === bullets.length ? { slide: index } : { slide: index, revealed }),
    isSame: () => false,
  };
}

/**
 * Frames at which the steps of a slide appear. Steps that follow another too closely appear together with it. A slide that is
 * too short for one reveal shows all of them from the start (no reveals).
 */
function revealsOf(
  { times, isSame }: Steps,
  { frames, begin, fps }: { frames: number; begin: number; fps: number },
): Reveal[] {
  const fade = fadeFrames(fps);
  const latest = latestFrame(frames, fps);
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

/** A slide in parts: how it starts and ends, and what is between. */
interface Body {
  first: PictureRef;
  last: PictureRef;
  shots: Shot[];
}

function bodyOf(span: SlideSpan, index: number, begin: number, fps: number): Body {
  const { frames, slide } = span;
  const motion = slide.image_motion;
  if (span.moves && motion !== undefined && motion !== 'none') {
    const total = frames - begin;
    let first = 0;
    const shots = gopLengths(total, MOVE_SECONDS * fps).map((length): Shot => {
      const shot: Shot = { kind: 'image_motion', frames: length, slide: index, motion, first, total };
      first += length;
      return shot;
    });
    return { first: { slide: index, rest: 'start' }, last: { slide: index, rest: 'end' }, shots };
  }
  const steps = stepsOf(span, index, fps);
  const reveals = steps ? revealsOf(steps, { frames, begin, fps }) : [];
  const whole: PictureRef = { slide: index };
  if (!steps || reveals.length === 0)
    return { first: whole, last: whole, shots: [{ kind: 'still', frames: frames - begin, picture: whole }] };
  const fade = fadeFrames(fps);
  const { picture } = steps;
  const shots: Shot[] = [];
  let shown = 0;
  let at = begin;
  for (const reveal of reveals) {
    const [from, to] = [picture(shown), picture(reveal.revealed)];
    shots.push({ kind: 'still', frames: reveal.at - at, picture: from });
    shots.push({ kind: 'transition', frames: fade, type: 'fade', direction: span.direction, from, to });
    shown = reveal.revealed;
    at = reveal.at + fade;
  }
  shots.push({ kind: 'still', frames: frames - at, picture: picture(shown) });
  return { first: picture(0), last: picture(shown), shots };
}

/**
 * The shots of each slide: its transition, within its own time, and then the slide as it is held, built, or moved. The
 * frames of all shots add up to those of all slides.
 */
export function planShots(spans: readonly SlideSpan[], standard: Transition, fps: number): Shot[][] {
  let before: PictureRef | undefined;
  return spans.map((span, index) => {
    const entry = transitionFrames(span, index, standard, fps);
    const body = bodyOf(span, index, entry, fps);
    const { type } = transitionOf(span, standard);
    const shots: Shot[] =
      entry > 0 && before && type !== 'none'
        ? [
            {
              kind: 'transition',
              frames: entry,
              type,
              direction: span.direction,
              from: before,
              to: body.first,
            },
          ]
        : [];
    before = body.last;
    return [...shots, ...body.shots];
  });
}
