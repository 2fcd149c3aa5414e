import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { parseJsonOrUndefined } from '#front/client/parse-json-or-undefined.ts';
import { useLoadedData } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { showNotice } from '../parts/notices.tsx';
import { useLoadedPages } from '../parts/pages.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { NewSigningSecretNotice } from '../parts/secret.tsx';
import { EmptyState, ErrorNotice, WhenLoaded } from '../parts/states.tsx';
import { requireSessionRecordingClient } from '../session.ts';
import { useAction } from '../use-action.ts';

/** An attempt of a delivery: its result, time and duration, and the answer of the receiver. */
const DeliveryAttempt = ({ attempt }: { attempt: Schemas['DeliveryTry'] }) => (
  <li class="try">
    <p>
      <StatusBadge status={attempt.outcome} /> {attempt.response_status ?? 'no answer'} · {attempt.duration_ms} ms ·{' '}
      <RelativeTime time={attempt.at} />
    </p>
    {attempt.error !== null && <p class="fine">{attempt.error}</p>}
    {attempt.response_excerpt !== null && attempt.response_excerpt !== '' && (
      <p class="excerpt">
        <code>{attempt.response_excerpt}</code>
      </p>
    )}
  </li>
);

/** The headers of an attempt, without the signature, which the API does not return. @param attemptedAt time of the attempt, RFC 3339 */
const headersOf = (
  { event, event_id }: Schemas['Delivery'],
  attemptedAt: string,
): readonly (readonly [string, string])[] => {
  const seconds = String(Math.floor(Date.parse(attemptedAt) / 1000));
  return [
    ['content-type', 'application/json; charset=utf-8'],
    ['x-service-event', event],
    ['x-service-event-id', event_id],
    ['x-service-signature', `t=${seconds},v1=…`],
    ['webhook-id', event_id],
    ['webhook-timestamp', seconds],
    ['webhook-signature', 'v1,…'],
  ];
};

/** A JSON text with indentation; any other text as it is. */
function withIndentation(text: string): string {
  const value = parseJsonOrUndefined(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** The headers and the body of the last attempt. */
function SentRequest({ delivery }: { delivery: Schemas['Delivery'] }) {
  const { event, event_id, created_at, payload, render_id, tries } = delivery;
  const attemptedAt = tries.at(-1)?.at ?? created_at;
  const envelope = `${JSON.stringify({ event, event_id, created_at }, null, 2).slice(0, -2)},\n  "data": { … }\n}`;
  return (
    <details class="sent-request">
      <summary>Request</summary>
      <section class="code" aria-label="Headers that were sent">
        <pre>
          <code>
            {headersOf(delivery, attemptedAt)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </code>
        </pre>
      </section>
      <section class="code" aria-label="Body that was sent">
        <pre>
          <code>{payload === null ? envelope : withIndentation(payload)}</code>
        </pre>
      </section>
      {payload === null && render_id !== null && (
        <p class="fine">
          <code>data</code> was the <a href={`#/renders/${render_id}`}>render</a> as it was at that time. Signatures are
          made with the secret and are not kept.
        </p>
      )}
    </details>
  );
}

function DeliveryRow({ delivery, onRepeat }: { delivery: Schemas['Delivery']; onRepeat: () => void }) {
  const { event, event_id, is_test, status, tries, next_try_at, failure_reason } = delivery;
  return (
    <details>
      <summary class="row-link">
        <span class="row-text">
          <span class="row-title">
            {event} {is_test && <span class="status status-plain">Test</span>}
          </span>
          <span class="fine">
            <RelativeTime time={delivery.created_at} /> · {tries.length} {tries.length === 1 ? 'attempt' : 'attempts'}
            {next_try_at !== null && (
              <>
                {' '}
                · next <RelativeTime time={next_try_at} />
              </>
            )}
          </span>
        </span>
        <StatusBadge status={status} />
      </summary>
      <div class="delivery-body">
        <p class="fine">
          <code>{event_id}</code>
        </p>
        {failure_reason !== null && <p>{failure_reason}</p>}
        <ol class="tries">
          {tries.map((attempt) => (
            <DeliveryAttempt key={attempt.at} attempt={attempt} />
          ))}
        </ol>
        <SentRequest delivery={delivery} />
        <button type="button" class="button button-small" onClick={onRepeat}>
          Send again
        </button>
      </div>
    </details>
  );
}

/** The view of a webhook: its deliveries, and the actions for it (test, new secret, delete). */
export function WebhookView({ id }: { id: string }) {
  const path = { id };
  const params = { path };
  const webhookLoad = useLoadedData(() => requireSessionRecordingClient().get('/webhooks/{id}', { params }), [id]);
  const deliveries = useLoadedPages(
    (cursor) =>
      requireSessionRecordingClient().get('/webhooks/{id}/deliveries', {
        params: { path, query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    [id],
  );
  const [openDialog, setOpenDialog] = useState<'delete' | 'rotate' | undefined>();
  const [secret, setSecret] = useState<string | undefined>();
  const work = useAction();
  const attempt = (act: () => Promise<void>) => {
    setOpenDialog(undefined);
    return work.attempt(act);
  };
  const sendTest = () =>
    attempt(async () => {
      const body = { event: 'render.completed' } as const;
      const { delivery } = await requireSessionRecordingClient().post('/webhooks/{id}/test', { params, body });
      const answer =
        delivery.response_status === null
          ? (delivery.error ?? 'The receiver did not answer.')
          : `The receiver answered ${String(delivery.response_status)}.`;
      showNotice(`The test ${delivery.status} after ${String(delivery.duration_ms)} ms. ${answer}`);
      deliveries.loadState.reload();
    });
  const repeat = (deliveryId: string) =>
    attempt(async () => {
      await requireSessionRecordingClient().post('/webhooks/{id}/deliveries/{did}/redeliver', {
        params: { path: { id, did: deliveryId } },
      });
      showNotice('The delivery is sent again.');
      deliveries.loadState.reload();
    });
  const rotate = () =>
    attempt(async () => {
      const rotatedWebhook = await requireSessionRecordingClient().post('/webhooks/{id}/rotate-secret', { params });
      setSecret(rotatedWebhook.signing_secret);
    });
  const enable = () =>
    attempt(async () => {
      webhookLoad.set(await requireSessionRecordingClient().post('/webhooks/{id}/enable', { params }));
      showNotice('The webhook is active.');
    });
  const remove = () =>
    attempt(async () => {
      await requireSessionRecordingClient().delete('/webhooks/{id}', { params });
      showNotice('The webhook is deleted.');
      location.hash = '#/webhooks';
    });
  const webhookContent = (webhook: Schemas['Webhook']) => (
    <>
      <header class="view-head">
        <div class="title-block">
          <a class="up-link" href="#/webhooks">
            <Icon name="back" /> Webhooks
          </a>
          <h1>
            {webhook.url} <StatusBadge status={webhook.status} />
          </h1>
          <p class="fine">
            {webhook.description === '' ? '' : `${webhook.description} · `}
            {webhook.events.join(', ')}
          </p>
        </div>
        <div class="view-actions">
          <button type="button" class="button" onClick={() => setOpenDialog('delete')}>
            <Icon name="trash" /> Delete
          </button>
          <button type="button" class="button" onClick={() => setOpenDialog('rotate')}>
            New secret
          </button>
          {webhook.status === 'disabled' ? (
            <button type="button" class="button button-main" disabled={work.isBusy} onClick={enable}>
              Enable
            </button>
          ) : (
            <button type="button" class="button button-main" disabled={work.isBusy} onClick={sendTest}>
              Send a test
            </button>
          )}
        </div>
      </header>
      {webhook.disabled_reason !== null && <p class="note">{webhook.disabled_reason}</p>}
      {work.error !== undefined && <ErrorNotice error={work.error} />}
      <h2 class="deliveries-title">Deliveries</h2>
      <ListView
        pages={deliveries}
        keyOf={(delivery) => delivery.id}
        itemClass="row delivery"
        empty={
          <EmptyState title="No deliveries yet">
            <p>Send a test, or render a timeline.</p>
          </EmptyState>
        }
      >
        {(delivery) => <DeliveryRow delivery={delivery} onRepeat={() => repeat(delivery.id)} />}
      </ListView>
      {openDialog === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          action="Delete"
          onClose={() => setOpenDialog(undefined)}
          onConfirm={remove}
        >
          <p>
            No more events are sent to {webhook.url}. This cannot be undone: a new webhook for the address has a new
            secret.
          </p>
        </ConfirmDialog>
      )}
      {openDialog === 'rotate' && (
        <ConfirmDialog
          title="Create a new secret?"
          action="Create"
          onClose={() => setOpenDialog(undefined)}
          onConfirm={rotate}
        >
          <p>For 24 hours, deliveries are signed with both secrets. Then the old one is no longer used.</p>
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <Dialog title="New secret" onClose={() => setSecret(undefined)}>
          <div class="dialog-body">
            <NewSigningSecretNotice secret={secret} />
          </div>
        </Dialog>
      )}
    </>
  );
  return (
    <WhenLoaded loadState={webhookLoad} heading="Webhook">
      {webhookContent}
    </WhenLoaded>
  );
}
