import type { SQSRecord } from 'aws-lambda';
import { z } from 'zod';
import { narrateAudio } from '../../lib/narration/narrate-audio.ts';
import type { AudioRef } from '../../lib/narration/slide-audio.ts';
import { narrateSlide } from '../../lib/renders/work-narration.ts';
import { narrateAudioTools, narrationTools } from '../../lib/runtime/narration.ts';
import { batchHandler, hider, unitWorker } from '../../lib/runtime/worker.ts';

const forRenders = unitWorker('narration', { narration: (work) => narrateSlide(narrationTools(), work) });

const audioMessage = z
  .string()
  .transform((body, context) => {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.object({ account_id: z.string(), timeline_id: z.string(), slide_id: z.string(), job: z.string() }));

/** The slide that a message asks the audio of; undefined when it is about something else. */
function audioOf({ body }: SQSRecord): AudioRef | undefined {
  const parsed = audioMessage.safeParse(body);
  return parsed.success ? parsed.data : undefined;
}

export const handler = batchHandler(async (record) => {
  const audio = audioOf(record);
  await (audio ? narrateAudio(narrateAudioTools(), audio, hider('narration', record)) : forRenders(record));
});
