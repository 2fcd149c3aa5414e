import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { pastedDeliveryFaults } from '#front/docs-site/app/pasted-delivery-faults.ts';

const SECRET = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
const NOW = 1_790_000_000;
const BODY = '{"event":"render.completed","text":"Grüße"}';
const signature = new Webhook(SECRET).sign('evt_1', new Date(NOW * 1000), BODY);
const delivery = { secret: SECRET, id: 'evt_1', timestamp: String(NOW), signatures: signature, body: BODY };

describe('the verifier of the documentation', () => {
  it('takes what the official library signed, also next to another signature and with spaces around', async () => {
    expect(await pastedDeliveryFaults(delivery, NOW)).toEqual([]);
    const two = { ...delivery, signatures: ` v1,AAAA ${signature}\n`, secret: ` ${SECRET} ` };
    expect(await pastedDeliveryFaults(two, NOW + 299)).toEqual([]);
  });

  it.each([
    ['another body', { body: `${BODY} ` }, /No signature matches/],
    ['another id', { id: 'evt_2' }, /No signature matches/],
    ['another secret', { secret: 'whsec_AAAA' }, /No signature matches/],
    ['a signature that is not base64', { signatures: 'v1,%%%' }, /No signature matches/],
    ['a version that is not known', { signatures: signature.replace('v1', 'v2') }, /No signature matches/],
    ['no signature', { signatures: '' }, /No signature matches/],
    ['no secret', { secret: 'svc_live_1' }, /starts with whsec_/],
    ['half a secret', { secret: 'whsec_%%%' }, /not base64/],
    ['no id', { id: ' ' }, /webhook-id is missing/],
    ['no time', { timestamp: 'soon' }, /not a number of seconds/],
  ])('refuses %s', async (_, change, message) => {
    const faults = await pastedDeliveryFaults({ ...delivery, ...change }, NOW);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(message);
  });

  it.each([
    [301, '5 minutes old'],
    [-7200, '120 minutes ahead'],
  ])('tells of a time that is %d s away', async (seconds, message) => {
    const faults = await pastedDeliveryFaults(delivery, NOW + seconds);
    expect(faults).toEqual([expect.stringContaining(message)]);
  });
});
