import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { queuePosition } from '../../../lib/renders/admission.ts';
import { listRenders as contract } from '../../../lib/renders/contract.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';

export const handler = endpoint(contract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const { renders, files, clock } = data();
  const scope = `renders:${principal.account_id}:${filter.status ?? ''}:${filter.timeline_id ?? ''}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const [page, admission] = await Promise.all([
    renders.list(principal.account_id, filter, { limit, after }),
    renders.admission(principal.account_id),
  ]);
  const now = clock();
  const shown = await Promise.all(
    page.items.map((render) => renderView(render, files, now, { position: queuePosition(admission, render.id) })),
  );
  return pageAnswer({ items: shown, next: page.next }, scope, (render) => render);
});
