import { checkTimeline } from '../../../lib/renders/check/check-timeline.ts';
import { checkTimelineContract } from '../../../lib/renders/contract.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { checkDeps } from '../../../lib/runtime/check.ts';

export const handler = endpoint(checkTimelineContract, ({ principal, params, query }) =>
  checkTimeline(checkDeps(), principal, params.id, query),
);
