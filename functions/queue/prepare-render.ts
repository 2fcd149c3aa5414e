import { beginRowsDeps, prepareDeps } from '#app/composition/prepare.ts';
import { queueHandler } from '#app/composition/queue-handler.ts';
import { messageIn, taskInSlot } from '#app/composition/worker.ts';
import { beginRows } from '#features/renders/batches/begin-rows.ts';
import { planAfterNarration, prepareRender } from '#features/renders/prepare-render.ts';

const doTask = taskInSlot({
  prepare: (work) => prepareRender(prepareDeps(), work),
  plan: (work) => planAfterNarration(prepareDeps(), work),
});

/** Each message names the first task of a render (`prepare`), its plan after narration (`plan`), or an account whose batches have rows to start. */
export const handler = queueHandler('renders', async (record, receipt) => {
  const message = await messageIn(receipt, record, 'render_task', 'batch_rows');
  if (message.type === 'render_task') await doTask(receipt, message);
  else await beginRows(beginRowsDeps(), message.account_id);
});
