import { rm } from 'node:fs/promises';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { makeDeck } from './deck.ts';
import { describeVideo } from './likeness.ts';
import { NAIVE } from './naive.ts';
import type { Bench } from './row.ts';
import { medianOf, timed } from './timed.ts';
import { drawOnTheWay, fromPngs, makeVideo } from './video-part.ts';

const TURNS = 3;

/** The pictures of a deck to a video without sound: from files, from memory, and drawn on the way. */
export const videoRows: Bench = {
  name: 'video',
  async *rows(context) {
    const { deck, quick } = context;
    const turns = quick ? 1 : TURNS;
    const fromFiles = await fromPngs(context);
    const raw = await Promise.all(deck.slides.map((_, index) => deck.draw(index)));
    const ways = [
      { id: 'video-png', name: 'video part, from PNG files', source: fromFiles },
      {
        id: 'video-raw',
        name: 'video part, from pictures in memory',
        source: { make: async (index: number) => raw[index] ?? deck.draw(index), areKept: true },
      },
      { id: 'video-drawn', name: 'video part, slides drawn on the way', source: drawOnTheWay(deck) },
    ];
    for (const { id, name, source } of ways) {
      const {
        result: video,
        spread,
        ...times
      } = await medianOf(turns, () => timed(() => makeVideo(context, deck, source)));
      yield {
        id,
        name,
        against: [NAIVE],
        seconds: times.seconds,
        cpuSeconds: times.cpuSeconds,
        note: spread,
        ...(await describeVideo(video, deck, context)),
      };
      await rm(video);
    }
    const drawing = await timed(async () => {
      for (const [index] of deck.slides.entries()) await deck.draw(index);
    });
    yield {
      id: 'drawing',
      name: 'drawing alone',
      against: [NAIVE],
      seconds: drawing.seconds,
      cpuSeconds: drawing.cpuSeconds,
    };
  },
};

/** Likeness in all templates: the deck of the other rows has one. */
export const templateRows: Bench = {
  name: 'templates',
  async *rows(context) {
    const deck = await makeDeck(
      context.deck.slides.length,
      context.deck.size,
      BUILT_IN_TEMPLATES.map(({ id }) => id),
    );
    // Its pictures stand shortly: what is compared is one frame of each.
    const short = { ...context, secondsPerSlide: 1 };
    const { result: video, seconds, cpuSeconds } = await timed(() => makeVideo(short, deck, drawOnTheWay(deck)));
    const name = 'the same slides in all templates, 1 s each';
    yield { id: 'video-templates', name, seconds, cpuSeconds, ...(await describeVideo(video, deck, short)) };
    await rm(video);
  },
};
