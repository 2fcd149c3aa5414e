import { startRowsOfOpenBatchesDeps } from '#app/composition/open-batch-rows.ts';
import { prepareRenderDeps } from '#app/composition/prepare-render.ts';
import { createQueueHandler } from '#app/composition/queue-handler.ts';
import { createRenderTaskRunnerInSlot, parseQueueRecord } from '#app/composition/worker.ts';
import { startRowsOfOpenBatches } from '#features/renders/batches/start-rows-of-open-batches.ts';
import { planVideoAfterNarration, prepareRender } from '#features/renders/prepare-render.ts';

const runRenderTask = createRenderTaskRunnerInSlot({
  prepare: (work) => prepareRender(prepareRenderDeps(), work),
  plan: (work) => planVideoAfterNarration(prepareRenderDeps(), work),
});

/** Handles messages for a render's first task (`prepare`), its plan after narration (`plan`), and accounts whose batches have rows to start. */
export const handler = createQueueHandler('renders', async (record, receipt) => {
  const message = await parseQueueRecord(receipt, record, 'render_task', 'batch_rows');
  if (message.type === 'render_task') await runRenderTask(receipt, message);
  else await startRowsOfOpenBatches(startRowsOfOpenBatchesDeps(), message.account_id);
});
