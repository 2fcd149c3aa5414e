import { deliveryHeaders } from '#features/webhooks/signature.ts';
import { SIGNATURE_VECTORS } from '#test/fixtures/webhooks/vectors.ts';
import type { ExampleCase } from './verify-examples.ts';

const NOW = 1_767_323_045;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = '{"event":"render.completed","data":{"title":"Größe 🎬"}}';

const sent = ({ secrets = [SECRET], at = NOW, change = {} }: Sent = {}): ExampleCase => ({
  secret: SECRET,
  headers: {
    ...deliveryHeaders({ event: 'render.completed', event_id: 'evt_1', body: BODY }, secrets, at),
    ...change,
  },
  body: BODY,
  now: NOW,
});
interface Sent {
  secrets?: string[];
  at?: number;
  change?: Record<string, string>;
}
const signature = (secret: string): string => sent({ secrets: [secret] }).headers['webhook-signature'] ?? '';

/** Deliveries as the service sends them. */
const GENUINE: Readonly<Record<string, ExampleCase>> = {
  'as it is sent': sent(),
  'signed by the next secret as well': sent({ secrets: [OTHER, SECRET] }),
  'signed by the one before as well': sent({ secrets: [SECRET, OTHER] }),
  'beside a signature of another kind': sent({ change: { 'webhook-signature': `v1a,AAAA ${signature(SECRET)}` } }),
  'five minutes old': sent({ at: NOW - 300 }),
  'five minutes early': sent({ at: NOW + 300 }),
};
/** Deliveries that must not be believed. */
const FALSE: Readonly<Record<string, ExampleCase>> = {
  'signed by another secret': sent({ secrets: [OTHER] }),
  'with another body': { ...sent(), body: `${BODY} ` },
  'with another id': sent({ change: { 'webhook-id': 'evt_2' } }),
  'with another time': sent({ change: { 'webhook-timestamp': String(NOW + 1) } }),
  'more than five minutes old': sent({ at: NOW - 301 }),
  'more than five minutes early': sent({ at: NOW + 302 }),
  'without an id': sent({ change: { 'webhook-id': '' } }),
  'without its headers': sent({ change: { 'webhook-id': '', 'webhook-timestamp': '', 'webhook-signature': '' } }),
  'without a time': sent({ change: { 'webhook-timestamp': '' } }),
  'with a time that is not a number': sent({ change: { 'webhook-timestamp': '1e9' } }),
  'without a signature': sent({ change: { 'webhook-signature': '' } }),
  'with an empty signature': sent({ change: { 'webhook-signature': 'v1,' } }),
  'with a part of the signature': sent({ change: { 'webhook-signature': signature(SECRET).slice(0, 20) } }),
  'with the signature under another version': sent({
    change: { 'webhook-signature': signature(SECRET).replace('v1,', 'v2,') },
  }),
};

const VECTORS = Object.fromEntries(
  [...SIGNATURE_VECTORS.published, ...SIGNATURE_VECTORS.own].map(({ name, secret, id, timestamp, body, signature }) => [
    name,
    {
      secret,
      headers: { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
      body,
      now: timestamp,
    },
  ]),
);

/** The one table of deliveries that every verifier is tried with: those of the guide, and those of both clients. */
export const SIGNATURE_CASES: Readonly<Record<string, ExampleCase>> = { ...GENUINE, ...VECTORS, ...FALSE };

/** What a verifier must say of each: whether it is genuine. */
export const SIGNATURE_VERDICTS: Readonly<Record<string, boolean>> = Object.fromEntries(
  Object.keys(SIGNATURE_CASES).map((name) => [name, !(name in FALSE)]),
);

/** What both clients say of deliveries without a header, by their names in the table. */
export const MISSING_HEADERS: Readonly<Record<string, string>> = {
  'without an id': 'The delivery has no header webhook-id.',
  'without a time': 'The delivery has no header webhook-timestamp.',
  'without a signature': 'The delivery has no header webhook-signature.',
  'without its headers': 'The delivery has no header webhook-id, webhook-timestamp, webhook-signature.',
};

/** What a client said of them. @param verdicts in the order of the table */
export const missingHeadersIn = (verdicts: readonly string[]): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.keys(SIGNATURE_CASES).flatMap((name, at) => (name in MISSING_HEADERS ? [[name, verdicts[at]]] : [])),
  );

/** What a verifier said of each, by its name. @param verdicts in the order of the table */
export const namedVerdicts = (verdicts: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(Object.keys(SIGNATURE_CASES).map((name, at) => [name, verdicts[at] === 'genuine']));
