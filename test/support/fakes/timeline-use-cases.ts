import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { createTimelineContract, updateTimelineContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { handClock, samplePrincipal } from '../samples/entities.ts';
import { noOwnTemplates } from './custom-template-store.ts';
import { noImageFetches } from './no-image-fetches.ts';
import { memoryTimelineStore } from './timeline-store.ts';

/** The use cases of timelines over a store in memory, called with bodies as clients send them: the contracts read them first. */
export function timelineUseCases() {
  const principal = samplePrincipal();
  const deps = {
    store: memoryTimelineStore(),
    files: { presignGet: async () => 'https://files.test/file' },
    clock: handClock().clock,
    backoff: async () => undefined,
    voices: espeakIdentity,
    templates: noOwnTemplates,
    imageFetches: noImageFetches,
  };
  return {
    deps,
    principal,
    create: (body: object) =>
      createTimeline(deps, principal, createTimelineContract.body?.parse({ title: 'Deck', ...body }) as never),
    update: (id: string, body: object) =>
      updateTimeline(deps, principal, id, updateTimelineContract.body?.parse(body) as never),
  };
}
