import type { DialogueVideo } from './dialogue-video.ts';

/** A mark of a word changes with the next frame, and times are of frames. */
const MARK_SECONDS = 0.05;
/** A fade is seen some frames after its start. */
const REVEAL_SECONDS = 0.1;
/** A soft consonant is heard late. */
const ONSET_SECONDS = 0.1;
/** The second voice is lower by a third at least. */
const PITCH_RATIO = 1.3;

const SAID = [
  [
    'Why people stay',
    'Anna: Two reasons are enough for me. | Anna: First of all, no one has to wait. | Ben: Moreover, nothing is ever lost.',
  ],
  ['Thank you', 'Ben: Goodbye, everybody.'],
] as const;
const PAGE = `# Two reasons

## 0:00 Why people stay

Anna: Two reasons are enough for me. First of all, no one has to wait.

Ben: Moreover, nothing is ever lost.

## 0:07 Thank you

Ben: Goodbye, everybody.
`;

const isNear = (seen: number | undefined, told: number, within: number): boolean =>
  seen !== undefined && Math.abs(seen - told) <= within;

function transcriptFaults({ transcript, page }: DialogueVideo): string[] {
  const said = transcript.slides.map(({ title, sentences }) => [
    title,
    sentences.map(({ text, speaker }) => `${speaker ?? ''}: ${text}`).join(' | '),
  ]);
  const faults = JSON.stringify(said) === JSON.stringify(SAID) ? [] : [`the transcript has ${JSON.stringify(said)}`];
  // The time of the second slide depends on the voice.
  const [shown, wanted] = [page, PAGE].map((text) => text.replace(/0:0[5-9] Thank/, '0:0x Thank'));
  return shown === wanted ? faults : [...faults, `the transcript as Markdown is ${page}`];
}

function soundFaults({ heard }: DialogueVideo): string[] {
  const of = (name: string) => heard.filter(({ speaker }) => speaker === name).map(({ hertz = 0 }) => hertz);
  const [lowest, highest] = [Math.min(...of('Anna')), Math.max(...of('Ben'))];
  const late = heard.filter(({ onset }) => !isNear(onset, 0, ONSET_SECONDS));
  return [
    ...(Math.min(...of('Ben')) > 0 && lowest > PITCH_RATIO * highest
      ? []
      : [`Anna speaks at ${of('Anna').join()} Hz, Ben at ${of('Ben').join()} Hz`]),
    ...late.map(({ speaker, onset }) => `a sentence of ${speaker} is heard ${onset} s after its time`),
  ];
}

function pictureFaults({ reveals: { seen, told }, marks }: DialogueVideo): string[] {
  const areRevealed = seen.length === told.length && told.every((time, i) => isNear(seen[i], time, REVEAL_SECONDS));
  return [
    ...(areRevealed ? [] : [`points and slides appear at ${seen.join()}, not at ${told.join()}`]),
    ...(marks.length < 18 ? [`${marks.length} words have times`] : []),
    ...marks
      .filter((mark) => !isNear(mark.seen, mark.told, MARK_SECONDS))
      .map(({ text, told: time, seen: shown }) => `"${text}" of ${time} s is marked at ${shown} s`),
  ];
}

/** What is wrong with the video of a dialogue: its transcript, its voices, its points or its marked words. */
export const dialogueFaults = (video: DialogueVideo): string[] => [
  ...transcriptFaults(video),
  ...soundFaults(video),
  ...pictureFaults(video),
];
