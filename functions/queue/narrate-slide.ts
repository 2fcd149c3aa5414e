import type { SQSRecord } from 'aws-lambda';
import {
  narrateForRenderDeps,
  storeMissingVoiceSampleDeps,
  synthesizeSlideNarrationDeps,
} from '#app/composition/narration.ts';
import { createQueueHandler } from '#app/composition/queue-handler.ts';
import { createRenderTaskWorker, parseQueueRecord, runWorkInAccountSlot } from '#app/composition/worker.ts';
import { synthesizeSlideNarration } from '#features/narration/synthesize-slide-narration.ts';
import { storeMissingVoiceSample } from '#features/narration/voice-sample.ts';
import { performNarrationTask } from '#features/renders/perform-narration-task.ts';
import type { ReceivedMessage } from '#platform/leases/public.ts';

const runRenderTask = createRenderTaskWorker({
  narration: (work) => performNarrationTask(narrateForRenderDeps(), work),
});

/** Handles a message that requests the speech of a slide, the sample of a voice, or a narration task of a render. */
async function handleMessage(record: SQSRecord, receipt: ReceivedMessage): Promise<void> {
  const message = await parseQueueRecord(receipt, record, 'slide_speech', 'voice_sample', 'render_task');
  await runWorkInAccountSlot(message, async () => {
    if (message.type === 'render_task') await runRenderTask(receipt, message);
    else if (message.type === 'voice_sample')
      await storeMissingVoiceSample(storeMissingVoiceSampleDeps(), message.voice, receipt);
    else await synthesizeSlideNarration(synthesizeSlideNarrationDeps(), message, receipt);
  });
}

/** Makes the speech that each message requests. */
export const handler = createQueueHandler('narration', handleMessage);
