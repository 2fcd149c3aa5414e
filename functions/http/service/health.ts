import { systemClock, timestamp } from '../../../lib/clock.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { getHealth as contract } from '../../../lib/service/contract.ts';

export const handler = endpoint(contract, async () => ({ status: 'ok' as const, time: timestamp(systemClock()) }));
