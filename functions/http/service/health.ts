import { endpoint } from '../../../lib/runtime/api.ts';
import { getHealthContract } from '../../../lib/service/contract.ts';
import { systemClock, timestamp } from '../../../lib/shared/clock.ts';

export const handler = endpoint(getHealthContract, async () => ({
  status: 'ok' as const,
  time: timestamp(systemClock()),
}));
