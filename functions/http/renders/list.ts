import { decodeCursor, filterScope, idPositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { listRendersContract } from '../../../lib/renders/contract.ts';
import { queuePosition } from '../../../lib/renders/render-slots.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(listRendersContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const { renders, files, clock, scopeOf } = services();
  const scope = scopeOf(`renders:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('render'));
  const [page, slots] = await Promise.all([
    renders.list(principal.account_id, filter, { limit, after }),
    renders.slots(principal.account_id),
  ]);
  const now = clock();
  const shown = await Promise.all(
    page.items.map((render) =>
      renderView(render, files, now, { position: queuePosition(slots, render.id), showsThumbnails: false }),
    ),
  );
  return pageAnswer({ items: shown, next: page.next }, scope, (render) => render);
});
