import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schemas } from '#front/client/client.ts';
import { createVideoClient } from '#front/client/video-client.ts';
import { decodeAsPlayed } from '#test/support/audio/measure.ts';
import { onsetAfter } from '#test/support/audio/measure-speech.ts';
import { pitchBetween } from '#test/support/audio/pitch.ts';
import { changesIn, magentaIn } from '#test/support/video/seen-in-frames.ts';

/** A running service, embedded or deployed, and a folder for files. */
interface Place {
  baseUrl: string;
  apiKey: string;
  folder: string;
}

/** The voice of the product for English, and one of espeak-ng, which is lower. */
const SPEAKERS = { Anna: { voice: 'heart' }, Ben: { voice: 'en-us' } };
const TIMELINE = {
  title: 'Two reasons',
  resolution: '480p' as const,
  speakers: SPEAKERS,
  slides: [
    {
      title: 'Why people stay',
      bullet_points: ['No one waits', 'Nothing is lost'],
      build: 'by_bullet' as const,
      speaker_notes:
        'Anna: Two reasons are enough for me. [[show]] First of all, no one has to wait.\nBen: [[show]] Moreover, nothing is ever lost.',
    },
    { title: 'Thank you', speaker_notes: 'Ben: Goodbye, everybody.' },
  ],
};
/** The words with which the points appear. */
const REVEALING = ['First', 'Moreover,'];
const FPS = 30;
/** What a request may take while processes of functions start. */
const REQUEST_MS = 120_000;
const RENDER_MS = 600_000;
/** Where the slide and its captions are, in shares of the height. */
const SLIDE_ROWS = { from: 0, to: 0.76 };
const CAPTION_ROWS = { from: 0.76, to: 0.98 };

/** What the service tells of a video with a dialogue, and what is seen and heard in the file. */
export interface DialogueVideo {
  transcript: Schemas['GetTranscriptAnswer'];
  /** The transcript as Markdown. */
  page: string;
  words: readonly { text: string; start: number; end: number }[];
  /** Seconds at which the picture of the slide changes, and the words with which it should. */
  reveals: { seen: number[]; told: number[] };
  /** For each word, the seconds at which its mark appears in the picture; undefined: none does near its time. */
  marks: { text: string; told: number; seen: number | undefined }[];
  /** For each sentence, its middle pitch in Hz, and the seconds from its told start to its sound; undefined: there is none. */
  heard: { speaker: string | null; hertz: number | undefined; onset: number | undefined }[];
}

type Mark = { x: number; y: number } | undefined;
const isElsewhere = (one: Mark, other: Mark): boolean =>
  one !== undefined && (other === undefined || Math.hypot(one.x - other.x, one.y - other.y) > 0.01);

/** The seconds at which a mark appears that was not there in the frame before, within 0.15 s of a moment. */
function markAt(marks: readonly Mark[], told: number): number | undefined {
  const frames = Array.from({ length: Math.round(0.3 * FPS) + 1 }, (_, i) => Math.round((told - 0.15) * FPS) + i);
  const near = frames.sort((one, other) => Math.abs(one / FPS - told) - Math.abs(other / FPS - told));
  const found = near.find((frame) => isElsewhere(marks[frame], marks[frame - 1]));
  return found === undefined ? undefined : found / FPS;
}

async function json<Body>(url: string | null, apiKey?: string): Promise<Body> {
  const answer = await fetch(url ?? '', apiKey === undefined ? {} : { headers: { 'x-api-key': apiKey } });
  return (await answer.json()) as Body;
}

async function renderDialogue({ baseUrl, apiKey }: Place): Promise<Schemas['Render']> {
  const client = createVideoClient({ baseUrl, credentials: { apiKey }, timeoutMs: REQUEST_MS });
  const { id } = await client.post('/renders', {
    body: {
      timeline: TIMELINE,
      output: {
        ...{ captions: 'burned_in', caption_words: true, fps: FPS },
        caption_style: { preset: 'karaoke', highlight: '#ff00ff' },
      },
    },
  });
  return client.waitForRender(id, { signal: AbortSignal.timeout(RENDER_MS) });
}

/**
 * Makes a video of a dialogue of two speakers with marks for points, captions with marked words, and a transcript, through the API, and
 * measures its pictures and its sound.
 */
export async function makeDialogueVideo(place: Place): Promise<DialogueVideo> {
  const { id, output } = await renderDialogue(place);
  const file = join(place.folder, 'dialogue.mp4');
  await writeFile(file, Buffer.from(await (await fetch(output.url ?? '')).arrayBuffer()));
  const address = `${place.baseUrl}/renders/${id}/transcript`;
  const transcript = await json<Schemas['GetTranscriptAnswer']>(address, place.apiKey);
  const page = await fetch(`${address}?format=md`, { headers: { 'x-api-key': place.apiKey } });
  const { words } = await json<{ words: DialogueVideo['words'] }>(output.captions.words_url);
  const size = { width: output.width, height: output.height };
  const marks = await magentaIn(file, size, CAPTION_ROWS);
  const heard = { samples: await decodeAsPlayed(file), sampleRate: 48_000 };
  return {
    ...{ transcript, words, page: await page.text() },
    reveals: {
      seen: await changesIn(file, size, FPS, SLIDE_ROWS),
      told: [
        ...REVEALING.map((text) => words.find((word) => word.text === text)?.start ?? -1),
        transcript.slides[1]?.start_seconds ?? -1,
      ],
    },
    marks: words.map(({ text, start }) => ({ text, told: start, seen: markAt(marks, start) })),
    heard: transcript.slides
      .flatMap(({ sentences }) => sentences)
      .map(({ speaker, start_seconds, end_seconds }) => ({
        speaker,
        hertz: pitchBetween(heard, start_seconds, end_seconds),
        onset: onsetAfter(heard, start_seconds),
      })),
  };
}
