import { describe, expect, it } from 'vitest';
import { createWebhookTestRender } from '#features/renders/create-webhook-test-render.ts';
import { RENDER_EVENTS } from '#features/renders/public.ts';
import { toRenderEventBody } from '#features/renders/view.ts';
import { renderEventContracts } from '#features/webhooks/contract.ts';
import { codeBlocks } from '#test/support/docs/code-blocks.ts';

const files = { presignGet: async (key: string) => `https://example.com/${key}` };

/** Two ids of one kind are equal here. */
const withoutIds = (text: string): unknown => JSON.parse(text.replaceAll(/\b(evt|rn|tl)_[0-9A-Z]{26}\b/g, '$1'));

describe('the guide to webhooks shows the body that the service sends:', () => {
  it.each(RENDER_EVENTS)('%s', async (event) => {
    const shown = codeBlocks().filter(({ code }) => code.startsWith(`{ "event": "${event}",`));
    expect(shown).toHaveLength(1);
    const body = JSON.parse(shown[0]?.code ?? '');
    const at = new Date(body.created_at);
    const data = await toRenderEventBody(createWebhookTestRender(event, 'acc_1', at), files, at);
    const sent = { event, event_id: 'evt', created_at: at.toISOString(), data };
    expect(withoutIds(JSON.stringify(body))).toEqual(withoutIds(JSON.stringify(sent)));
    renderEventContracts.find((contract) => contract.event === event)?.body.parse(body);
  });
});
