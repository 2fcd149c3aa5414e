import type { SQSRecord } from 'aws-lambda';
import { makeVoiceSampleDeps, narrateForRenderDeps, narrateForSlideDeps } from '#app/composition/narration.ts';
import { createQueueHandler } from '#app/composition/queue-handler.ts';
import { createRenderTaskWorker, parseQueueRecord, runWorkInAccountSlot } from '#app/composition/worker.ts';
import { synthesizeSlideNarration } from '#features/narration/synthesize-slide-narration.ts';
import { makeVoiceSample } from '#features/narration/voice-sample.ts';
import { performNarrationTask } from '#features/renders/perform-narration-task.ts';
import type { ReceivedMessage } from '#platform/leases/public.ts';

const doTask = createRenderTaskWorker({ narration: (work) => performNarrationTask(narrateForRenderDeps(), work) });

/** A message asks for the speech of a slide, for the sample of a voice, or for a task of a render. */
async function handle(record: SQSRecord, receipt: ReceivedMessage): Promise<void> {
  const message = await parseQueueRecord(receipt, record, 'slide_speech', 'voice_sample', 'render_task');
  await runWorkInAccountSlot(message, async () => {
    if (message.type === 'render_task') await doTask(receipt, message);
    else if (message.type === 'voice_sample') await makeVoiceSample(makeVoiceSampleDeps(), message.voice, receipt);
    else await synthesizeSlideNarration(narrateForSlideDeps(), message, receipt);
  });
}

/** Makes the speech that each message asks for. */
export const handler = createQueueHandler('narration', handle);
