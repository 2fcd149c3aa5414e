import { createApiEndpoint } from '#app/composition/api.ts';
import { getHealthContract } from '#front/service/contract.ts';
import { formatUtcTimestamp, systemClock } from '#kernel/shared/clock.ts';

/** Answers `GET /health` with the time: the API is alive. Its dependencies are not checked. */
export const handler = createApiEndpoint(getHealthContract, async () => ({
  status: 'ok' as const,
  time: formatUtcTimestamp(systemClock()),
}));
