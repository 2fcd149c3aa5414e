import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { captionCuesOfSentences } from '#features/renders/captions/caption-cues.ts';
import { formatWebVtt } from '#features/renders/captions/web-vtt.ts';

/** In Latin, Arabic (with a foreign name first, and signs that mean something in WebVTT) and Japanese. */
const SPOKEN: Readonly<Record<string, string>> = {
  en: 'We grew by 12 percent, which is <b>more</b> & better --> than anyone in the industry expected, and we raised no price.',
  ar: 'Chromium متصفح، وفي الربع الأول نمت إيراداتنا بنسبة 12 في المئة، وهو ما يفوق توقعات الجميع في هذا القطاع!',
  ja: '売上高は前年同期比で十二パーセント増加し、新しい市場を二つ開拓することができました。次の四半期も続けます。',
};

/** For each track, how many cues it has, and which are shown at each of the times. */
const SHOWN = z.array(z.object({ cues: z.int(), active: z.array(z.array(z.string())) }));

/** What a browser makes of our caption files over this video (at least 1 s long); what is wrong, in words. */
export async function trackFaults(
  evaluate: (expression: string) => Promise<unknown>,
  url: string,
  seconds: number,
): Promise<string[]> {
  const fps = 30;
  const tracks = Object.entries(SPOKEN).map(([language, text]) => {
    const sentences = [{ text, start_seconds: 0.2, end_seconds: seconds - 0.2 }];
    const cues = captionCuesOfSentences(sentences, { language, fps, frames: Math.floor(seconds * fps) });
    const times = cues.map(({ start_seconds, end_seconds }) => (start_seconds + end_seconds) / 2);
    return { language, cues, file: formatWebVtt(cues, language), times: [...times, 0.1] };
  });
  const script = await readFile(new URL('tracks-in-page.js', import.meta.url), 'utf8');
  const call = [url, tracks.map(({ language, file, times }) => ({ language, file, times }))];
  const shown = SHOWN.parse(await evaluate(`(${script})(${call.map((value) => JSON.stringify(value)).join()})`));
  return tracks.flatMap(({ language, cues }, i) => {
    const { cues: count, active } = shown[i] ?? { cues: 0, active: [] };
    const wanted = [...cues.map(({ text }) => [text]), []];
    const found = count === cues.length ? [] : [`${language}: ${count} cues of ${cues.length}`];
    if (JSON.stringify(active) !== JSON.stringify(wanted)) found.push(`${language}: ${JSON.stringify(active)}`);
    return found;
  });
}
