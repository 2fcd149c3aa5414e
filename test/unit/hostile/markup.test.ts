import { describe, expect, it } from 'vitest';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { notesFieldSchema } from '#engine/speech/script/notes-field.ts';
import { captionTextOfNotes, countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { isTried } from '#test/support/depth.ts';
import { HOSTILE_DECKS, HOSTILE_SSML } from '#test/support/hostile/markup.ts';
import { cpuSecondsOf } from '#test/support/hostile/measure-cases.ts';
import { HOSTILE_STRINGS } from '#test/support/hostile/texts.ts';

// A guard against inputs that take minutes, also on a machine that takes ten times as long as this one.
const MAX_CPU_SECONDS = 60;
const field = notesFieldSchema(0, 5000);

it('has at least 60 cases of each kind', () => {
  for (const corpus of [HOSTILE_SSML, HOSTILE_DECKS]) {
    expect(corpus.length).toBeGreaterThanOrEqual(60);
    expect(new Set(corpus.map(([name]) => name)).size).toBe(corpus.length);
  }
});

describe('notes', () => {
  it.each([...HOSTILE_SSML, ...HOSTILE_STRINGS])(
    'are refused with a fault, or can be spoken and shown: %s',
    async (_, text) => {
      expect(text.length).toBeLessThanOrEqual(5000);
      const seconds = await cpuSecondsOf(() => {
        const checked = field.safeParse(text);
        if (!checked.success) return expect(checked.error.issues[0]?.message).toMatch(/\w/);
        const script = prepareSpeechScript({ text: checked.data, language: 'en' });
        const shown = captionTextOfNotes(checked.data);
        expect(shown).not.toMatch(/passwd.*:x:0/);
        expect(script.map((sentence) => sentence.text).join('').length).toBeLessThanOrEqual(shown.length);
        const { characters, break_seconds } = countSpokenTextAmounts({ text: checked.data });
        return expect([Number.isFinite(characters), Number.isFinite(break_seconds)]).toEqual([true, true]);
      });
      expect(seconds).toBeLessThan(MAX_CPU_SECONDS);
    },
  );
});

describe('a deck', () => {
  it.each(HOSTILE_DECKS.filter((_, at) => isTried(at, 3)))(
    'is read, or refused with its faults: %s',
    async (_, markdown) => {
      const seconds = await cpuSecondsOf(async () => {
        try {
          const { slides, pages } = await readMarkdownDeck(markdown, { maxSlides: 500 });
          expect(slides.length).toBeGreaterThan(0);
          expect(slides.at(-1)?.source_page).toBeLessThanOrEqual(pages);
        } catch (error) {
          expect(error).toBeInstanceOf(DeckRefusal);
        }
      });
      expect(seconds).toBeLessThan(MAX_CPU_SECONDS);
    },
  );
});
