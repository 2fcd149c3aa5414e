import { expect, it } from 'vitest';
import { deliveryHeaders } from '../../../lib/webhooks/signature.ts';
import { SIGNATURE_VECTORS } from '../../fixtures/webhooks/vectors.ts';
import {
  type ExampleCase,
  inGo,
  inPython,
  inTypeScript,
  skipReason,
  type VerifyExample,
} from '../../support/webhooks/verify-examples.ts';

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

const GENUINE: Readonly<Record<string, ExampleCase>> = {
  'as it is sent': sent(),
  'signed by the next secret as well': sent({ secrets: [OTHER, SECRET] }),
  'signed by the one before as well': sent({ secrets: [SECRET, OTHER] }),
  'beside a signature of another kind': sent({ change: { 'webhook-signature': `v1a,AAAA ${signature(SECRET)}` } }),
  'five minutes old': sent({ at: NOW - 300 }),
  'five minutes early': sent({ at: NOW + 300 }),
};
const FALSE: Readonly<Record<string, ExampleCase>> = {
  'signed by another secret': sent({ secrets: [OTHER] }),
  'with another body': { ...sent(), body: `${BODY} ` },
  'with another id': sent({ change: { 'webhook-id': 'evt_2' } }),
  'with another time': sent({ change: { 'webhook-timestamp': String(NOW + 1) } }),
  'more than five minutes old': sent({ at: NOW - 301 }),
  'more than five minutes early': sent({ at: NOW + 302 }),
  'without a time': sent({ change: { 'webhook-timestamp': '' } }),
  'with a time that is no number': sent({ change: { 'webhook-timestamp': '1e9' } }),
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

const LANGUAGES: readonly [string, VerifyExample, string[]][] = [
  ['TypeScript', inTypeScript, []],
  ['Python', inPython, ['python3', '--version']],
  ['Go', inGo, ['go', 'version']],
];

it.for(LANGUAGES)('the example in %s accepts what is genuine and nothing else', async ([, verify, tool], { skip }) => {
  const reason = await skipReason(tool);
  skip(reason !== undefined, reason);
  const cases = { ...GENUINE, ...VECTORS, ...FALSE };
  const verdicts = await verify(Object.values(cases));
  expect(Object.fromEntries(Object.keys(cases).map((name, i) => [name, verdicts[i] === 'genuine']))).toEqual(
    Object.fromEntries(Object.keys(cases).map((name) => [name, !(name in FALSE)])),
  );
});
