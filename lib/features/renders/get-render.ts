import type { Principal } from '#features/accounts/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { RenderStore } from './ports.ts';
import type { Render } from './render.ts';
import { findRenderQueuePosition } from './render-slots.ts';

const renderNotFoundError = () =>
  new ServiceError('render_not_found', 'There is no such render. GET /renders lists those of the account.');

/** Reads a render of an account. @throws ServiceError `render_not_found`, also for another account's render */
export async function requireRender(
  renders: Pick<RenderStore, 'find'>,
  principal: Pick<Principal, 'account_id'>,
  id: string,
): Promise<Render> {
  const render = await renders.find(principal.account_id, id);
  if (!render) throw renderNotFoundError();
  return render;
}

/** Reads a render and its position among the waiting ones, from 1; undefined if it does not wait. @throws ServiceError `render_not_found` */
export async function getRender(
  renders: RenderStore,
  principal: Principal,
  id: string,
): Promise<{ render: Render; position: number | undefined }> {
  const { render, slots } = await renders.findWithSlots(principal.account_id, id);
  if (!render) throw renderNotFoundError();
  return { render, position: findRenderQueuePosition(slots, id) };
}
