import { createServiceClient } from '#front/client/client.ts';

/** An account with one of each thing, as `fuzz_hooks.py` takes it. */
export interface FuzzAccount {
  api_key: string;
  /** By the beginning of a path, the longest that fits: what its parameters may stand for. */
  ids: Record<string, Record<string, string>>;
  /** One with slides, one without. */
  timelines: [filled: string, empty: string];
}

const must = <Data>({ data, error }: { data?: Data; error?: unknown }): Data => {
  if (data === undefined) throw new Error(`the fuzz account could not be filled: ${JSON.stringify(error)}`);
  return data;
};

export async function fuzzAccount(baseUrl: string, apiKey: string): Promise<FuzzAccount> {
  const client = createServiceClient({ baseUrl, credentials: { apiKey } });
  const slides = [{ title: 'One', duration_seconds: 1, speaker_notes: 'One.' }];
  const timeline = must(await client.POST('/timelines', { body: { title: 'Fuzz', resolution: '480p', slides } }));
  const empty = must(await client.POST('/timelines', { body: { title: 'Empty' } }));
  const changing = must(await client.POST('/timelines', { body: { title: 'Changing' } }));
  const render = must(await client.POST('/renders', { body: { timeline_id: timeline.id } }));
  // At its end at once: it need not be made for being read.
  must(await client.DELETE('/renders/{id}', { params: { path: { id: render.id } } }));
  // Nothing listens there: what is sent must not leave this machine.
  const webhook = must(
    await client.POST('/webhooks', { body: { url: 'http://127.0.0.1:9/hook', events: ['render.failed'] } }),
  );
  return {
    api_key: apiKey,
    ids: {
      // Changing a timeline may replace its slides: that happens to the one that has none.
      '/timelines/{id}/': { id: timeline.id, sid: timeline.slides[0]?.id ?? '' },
      '/timelines/{id}': { id: changing.id },
      '/renders/': { id: render.id },
      '/webhooks/': { id: webhook.id },
      '/templates/': { id: 'plain' },
    },
    timelines: [timeline.id, empty.id],
  };
}
