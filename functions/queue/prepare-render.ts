import { beginRows } from '../../lib/renders/batches/begin-rows.ts';
import { planAfterNarration, prepareRender } from '../../lib/renders/prepare-render.ts';
import { beginRowsDeps, prepareDeps } from '../../lib/runtime/prepare.ts';
import { queueHandler } from '../../lib/runtime/queue-handler.ts';
import { messageIn, taskInSlot } from '../../lib/runtime/worker.ts';

const doTask = taskInSlot({
  prepare: (work) => prepareRender(prepareDeps(), work),
  plan: (work) => planAfterNarration(prepareDeps(), work),
});

/** A message asks for a task of a render, or for rows of an account's batches to begin. */
export const handler = queueHandler('renders', async (record, receipt) => {
  const message = await messageIn(receipt, record, 'render_task', 'batch_rows');
  if (message.type === 'render_task') await doTask(receipt, message);
  else await beginRows(beginRowsDeps(), message.account_id);
});
