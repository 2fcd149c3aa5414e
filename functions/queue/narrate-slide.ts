import type { SQSRecord } from 'aws-lambda';
import { z } from 'zod';
import { narrateAudio } from '../../lib/narration/narrate-audio.ts';
import { makeSample } from '../../lib/narration/voice-sample.ts';
import { narrateSlide } from '../../lib/renders/work-narration.ts';
import { makeSampleDeps, narrateAudioDeps, narrationDeps } from '../../lib/runtime/narration.ts';
import { batchHandler, hider, unitWorker } from '../../lib/runtime/worker.ts';

const forRenders = unitWorker('narration', { narration: (work) => narrateSlide(narrationDeps(), work) });

const ownMessage = z
  .string()
  .transform((body, context) => {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z.union([
      z.object({ account_id: z.string(), timeline_id: z.string(), slide_id: z.string(), job: z.string() }),
      z.object({ voice_sample: z.string() }),
    ]),
  );

/** A message asks for the audio of a slide, for the sample of a voice, or for a unit of a render. */
async function handle(record: SQSRecord): Promise<void> {
  const { success, data } = ownMessage.safeParse(record.body);
  if (!success) await forRenders(record);
  else if ('voice_sample' in data) await makeSample(makeSampleDeps(), data.voice_sample);
  else await narrateAudio(narrateAudioDeps(), data, hider('narration', record));
}

export const handler = batchHandler(handle);
