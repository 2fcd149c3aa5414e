import { describe, expect, it } from 'vitest';
import {
  type DialogueText,
  removeSpeakerNamesFromText,
  splitIntoDialogueParts,
} from '#engine/speech/script/dialogue.ts';
import { captionTextOfNotes } from '#engine/speech/script/notes-text.ts';
import { toSpokenText } from '#engine/speech/script/to-spoken-text.ts';

const speakers = { Anna: { voice: 'en-gb' }, Ben: { voice: 'en-us', speed: 1.2 }, 'Anna Maria': { voice: 'fr' } };

/** `Anna/en-gb: Hello.` for each part. */
const partsOf = (text: string, named: DialogueText['speakers'] = speakers): string[] =>
  splitIntoDialogueParts({ text, speakers: named }).map(
    ({ speaker = '-', voice = '-', speed, text: words }) =>
      `${speaker}/${voice}${speed === undefined ? '' : `×${speed}`}: ${words}`,
  );

describe('the parts of notes with speakers', () => {
  it.each<[string, string, string[]]>([
    ['without a name', 'Hello.\nAll.', ['-/-: Hello.\nAll.']],
    ['a line each', 'Anna: Hello.\nBen: Hi!', ['Anna/en-gb: Hello.', 'Ben/en-us×1.2: Hi!']],
    [
      'until the next name',
      'Welcome.\n\nAnna: One.\nTwo.\n\nBen: Three.',
      ['-/-: Welcome.', 'Anna/en-gb: One.\nTwo.', 'Ben/en-us×1.2: Three.'],
    ],
    ['a name alone in its line', 'Anna:\nHello.', ['Anna/en-gb: Hello.']],
    [
      'names in bold type, in lists and in capitals',
      '**Anna:** A.\n- **Ben**: B.\nANNA : C.',
      ['Anna/en-gb: A.', 'Ben/en-us×1.2: B.', 'Anna/en-gb: C.'],
    ],
    [
      'names after directions and in italic type',
      '[[show]] Anna: A.\n- [click] _Ben_: B. [[pause 1]]\n[[show]]\nAnna: C.',
      ['Anna/en-gb: [[show]] A.', 'Ben/en-us×1.2: [click] B. [[pause 1]]\n[[show]]', 'Anna/en-gb: C.'],
    ],
    ['the longest name', 'Anna Maria: Bonjour.\nAnna: Hello.', ['Anna Maria/fr: Bonjour.', 'Anna/en-gb: Hello.']],
    [
      'no names within lines, in words and before other marks',
      'So Anna: no.\nAnnabel: no.\nAnna says: no.',
      ['-/-: So Anna: no.\nAnnabel: no.\nAnna says: no.'],
    ],
    ['no names in comments', '<!--\nBen: secret\n-->\nAnna: Hello.', ['Anna/en-gb: Hello.']],
    ['the colon of Chinese', 'Anna：你好。', ['Anna/en-gb: 你好。']],
    ['no empty part', 'Anna:\nBen: Hi.\nAnna:', ['Ben/en-us×1.2: Hi.']],
    ['nothing but a name', 'Anna:', ['-/-: ']],
  ])('are %s', (_, text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it('are one part without declared speakers', () => {
    expect(partsOf('Anna: Hello.', {})).toEqual(['-/-: Anna: Hello.']);
  });

  it('have names that are not patterns', () => {
    const odd = { 'A. B': { voice: 'x' } };
    expect(partsOf('A. B: One.\nAx B: Two.', odd)).toEqual(['A. B/x: One.\nAx B: Two.']);
  });
});

describe('the parts of SSML with voices', () => {
  it.each<[string, string, string[]]>([
    [
      'speakers and voices',
      '<speak><voice name="Anna">Hi.</voice><voice name="de">Ja.</voice></speak>',
      ['Anna/en-gb: <speak>Hi.</speak>', '-/de: <speak>Ja.</speak>'],
    ],
    [
      'the words around them',
      '<speak>A <voice name="Ben">b</voice> c</speak>',
      ['-/-: <speak>A </speak>', 'Ben/en-us×1.2: <speak>b</speak>', '-/-: <speak> c</speak>'],
    ],
    [
      'the elements around them',
      '<speak version="1.1"><p>A<voice name="Anna"><s>B &amp; <emphasis level="strong">C</emphasis></s><break time="1s"/></voice></p><p>D</p></speak>',
      [
        '-/-: <speak version="1.1"><p>A</p></speak>',
        'Anna/en-gb: <speak version="1.1"><p><s>B &amp; <emphasis level="strong">C</emphasis></s><break time="1s"></break></p></speak>',
        '-/-: <speak version="1.1"><p>D</p></speak>',
      ],
    ],
    [
      'an alias with its marks',
      '<speak><voice name="Anna"><sub alias="a &quot;b&quot; &lt;c&gt;">x</sub></voice></speak>',
      ['Anna/en-gb: <speak><sub alias="a &quot;b&quot; &lt;c&gt;">x</sub></speak>'],
    ],
    ['one, without voices', '<speak>Anna: hi</speak>', ['-/-: <speak>Anna: hi</speak>']],
    ['one, with a fault', '<speak><voice>hi</voice></speak>', ['-/-: <speak><voice>hi</voice></speak>']],
  ])('are %s', (_, text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it('are separate sentences in captions', () => {
    expect(captionTextOfNotes('<speak>He said <voice name="Anna">yes</voice> and left</speak>')).toBe(
      'He said\nyes\nand left',
    );
  });
});

it('names of speakers are neither spoken nor counted', () => {
  const text = 'Anna: It costs $5.\nBen: Fine.';
  expect(removeSpeakerNamesFromText({ text, speakers })).toBe(' It costs $5.\n Fine.');
  expect(toSpokenText({ text, speakers, language: 'en' })).toBe('It costs five dollars. Fine.');
});
