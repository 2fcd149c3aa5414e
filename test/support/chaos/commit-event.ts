import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import type { Table } from '#adapters/aws/table/table.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { createRenderEvent } from '#features/renders/events.ts';
import type { Render } from '#features/renders/render.ts';
import { newId } from '#kernel/shared/ids.ts';
import { NOTHING_RESERVED, sampleRender, sampleTask } from '../samples/entities.ts';

export interface Committed {
  event_id: string;
  /** Milliseconds since the epoch, just before the transaction. */
  at: number;
}

/** Ends a render as its worker does: status and event in one transaction. */
export async function commitEvent(table: Table, account_id: string): Promise<Committed> {
  const renders = renderRepository(table);
  const created = new Date();
  const render = sampleRender({
    id: newId('render', created),
    account_id,
    created_at: created.toISOString(),
    deadline: new Date(created.getTime() + 7_200_000).toISOString(),
  });
  const limits = { ...ENTITLEMENTS.max, queued_renders: Number.MAX_SAFE_INTEGER };
  await renders.insert(render, sampleTask(render), limits, NOTHING_RESERVED);
  const at = Date.now();
  const completed_at = new Date(at).toISOString();
  const error = { code: 'encoder_failed', message: 'This render was made to fail.' } as const;
  const ended: Render = { ...render, status: 'failed', stage: 'done', error, completed_at };
  const event = createRenderEvent('render.failed', ended, completed_at);
  await renders.fail(ended, error, event, 0, { deadline: render.deadline });
  return { event_id: event.event_id, at };
}
