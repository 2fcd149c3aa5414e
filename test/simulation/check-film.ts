import type { Render } from '#features/renders/render.ts';
import type { TimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import { filmIn, pictureOf, spokenIn } from './fake-work.ts';

type Files = ReadonlyMap<string, Uint8Array>;

const wordsIn = (files: Files, key: string | undefined): string | undefined => {
  const bytes = key === undefined ? undefined : files.get(key);
  return bytes && Buffer.from(bytes).toString();
};

/**
 * What is wrong with a video at the moment at which it is completed: it shows the slides of its snapshot in their order, says
 * what they say, and all of it comes of one encoder. Later on the files that it was made of may go.
 */
export function faultsOfFilm({ id, snapshot_key, narration, result }: Render, files: Files): string[] {
  const bytes = files.get(result?.video_key ?? '');
  const frozen = wordsIn(files, snapshot_key);
  if (!bytes || frozen === undefined) return [`the film of ${id}, or its snapshot, is not there`];
  const film = filmIn(bytes);
  const { slides } = JSON.parse(frozen) as TimelineSnapshot;
  const faults: string[] = [];
  const wanted = slides.map((slide) => pictureOf(slide, slide.image && (wordsIn(files, slide.image.key) ?? 'missing')));
  const shown = film.clips.map(({ picture }) => picture);
  if (JSON.stringify(shown) !== JSON.stringify(wanted))
    faults.push(`${id} shows ${shown.join()} in place of ${wanted.join()}`);
  const said = film.sound?.said ?? [];
  const toSay = narration === 'none' ? [] : slides.flatMap((slide) => textOf(slide, files));
  if (toSay.join('|') !== said.join('|'))
    faults.push(`${id} says "${said.join('|')}" in place of "${toSay.join('|')}"`);
  const encoders = new Set([...film.clips.map(({ encoder }) => encoder), ...(film.sound?.encoders ?? [])]);
  if (encoders.size > 1) faults.push(`${id} is of ${[...encoders].join()}`);
  return faults;
}

function textOf({ speaker_notes, audio }: TimelineSnapshot['slides'][number], files: Files): string[] {
  if (audio?.source === 'uploaded') {
    const wav = files.get(audio.key ?? '');
    return [wav ? spokenIn(wav).text : 'missing'];
  }
  const text = audio?.own_text ?? speaker_notes;
  return text === '' ? [] : [text];
}
