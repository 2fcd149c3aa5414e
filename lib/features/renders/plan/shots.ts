import { gopLengths } from '#engine/video/clips/placement.ts';
import type { Slide, Transition } from '#features/timelines/public.ts';
import { bulletRevealTimes, type TimedSentence } from './build-times.ts';
import { clickTimes } from './click-times.ts';
import type { PictureRef, Shot } from './shot.ts';

/** A slide on the time line, with everything that decides its shots. */
export interface SlideSpan {
  slide: Slide;
  /** Its bullet points as far as they are drawn: none is blank. */
  bullets: readonly string[];
  frames: number;
  /** The sentences of its narration, in seconds from the start of the slide. */
  sentences: readonly TimedSentence[];
  /** Whether its image moves: it has one, its layout shows it, and a movement was asked for. */
  moves: boolean;
  direction: 'ltr' | 'rtl';
}

/** A bullet point takes this long to appear, in seconds. */
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
  /** How many bullet points are visible afterwards. */
  revealed: number;
}

const transitionOf = (span: SlideSpan, standard: Transition): Transition => span.slide.transition ?? standard;

/** A transition takes at most half of the time of its slide; the first slide has none. */
function transitionFrames(span: SlideSpan, index: number, standard: Transition, fps: number): number {
  const { type, duration_seconds } = transitionOf(span, standard);
  if (index === 0 || type === 'none') return 0;
  return Math.min(Math.round(duration_seconds * fps), Math.floor(span.frames / 2));
}

const isBuilt = ({ slide, moves, bullets }: SlideSpan): boolean =>
  slide.build === 'by_bullet' && !moves && bullets.length > 0;

/**
 * When the bullet points of a slide appear. Points that follow another too closely appear together with it. A slide that is
 * too short for one reveal shows all points from the start (no reveals).
 */
function revealsOf(span: SlideSpan, begin: number, fps: number): Reveal[] {
  if (!isBuilt(span)) return [];
  const fade = Math.max(1, Math.round(REVEAL_SECONDS * fps));
  const latest = span.frames - fade - SHORTEST_HOLD;
  const reveals: Reveal[] = [];
  const { bullets, sentences, slide } = span;
  const seconds = span.frames / fps;
  const clicks = clickTimes(slide.speaker_notes, sentences, { end: seconds, count: bullets.length });
  bulletRevealTimes(bullets, sentences, seconds, clicks).forEach((time, index) => {
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
  const reveals = revealsOf(span, begin, fps);
  const whole: PictureRef = { slide: index };
  if (reveals.length === 0)
    return { first: whole, last: whole, shots: [{ kind: 'still', frames: frames - begin, picture: whole }] };
  const fade = Math.max(1, Math.round(REVEAL_SECONDS * fps));
  const bullets = span.bullets.length;
  const picture = (revealed: number): PictureRef => (revealed === bullets ? whole : { slide: index, revealed });
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
