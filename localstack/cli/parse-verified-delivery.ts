import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { renderAnswerSchema } from '#features/renders/contract.ts';
import { RENDER_EVENTS } from '#features/renders/events.ts';
import { JsonMismatchError, parseJson } from '#kernel/shared/parse-json.ts';

/**
 * The largest difference, in seconds, between the time of a delivery and that of this machine. A delivery that differs more may be a replay.
 */
export const DELIVERY_TIME_TOLERANCE_SECONDS = 5 * 60;

const envelopeSchema = z.object({
  event: z.enum(RENDER_EVENTS),
  event_id: z.string().min(1),
  created_at: z.iso.datetime(),
  data: renderAnswerSchema,
});
/** The parsed JSON body of a delivery: an event of a render, with the render as the API answers it. */
export type RenderDeliveryBody = z.output<typeof envelopeSchema>;

/** A delivery that cannot be verified (401) or parsed (400); `status` is that of the answer. */
export class DeliveryRefusedError extends Error {
  override name = 'DeliveryRefusedError';
  readonly status: 400 | 401;

  constructor(status: 400 | 401, reason: string) {
    super(reason);
    this.status = status;
  }
}

const createUnverifiedError = (reason: string): DeliveryRefusedError => new DeliveryRefusedError(401, reason);

/**
 * Verifies a delivery in two independent ways and parses it: with the official library of Standard Webhooks, and by the
 * header `x-service-signature`. Both signatures must be valid, and the unsigned headers must agree with the signed body.
 * @throws DeliveryRefusedError
 */
export function parseVerifiedDelivery(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
  now: Date = new Date(),
): RenderDeliveryBody {
  verifyByLibrary(headers, body, secret);
  const eventId = headerOf(headers, 'x-service-event-id');
  assertServiceSignature({ header: headerOf(headers, 'x-service-signature'), eventId, body, secret, now });
  const delivery = readDelivery(body);
  const { event, event_id } = delivery;
  if (
    event_id !== eventId ||
    event_id !== headerOf(headers, 'webhook-id') ||
    event !== headerOf(headers, 'x-service-event')
  )
    throw new DeliveryRefusedError(400, 'the headers name another event than the body');
  return delivery;
}

function readDelivery(body: Buffer): RenderDeliveryBody {
  try {
    return parseJson(envelopeSchema, body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof JsonMismatchError)) throw error;
    const [fault = { path: '', message: error.message }] = error.faults;
    throw new DeliveryRefusedError(400, `the body is not an event: ${fault.path}: ${fault.message}`);
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  if (typeof value !== 'string' || value === '') throw createUnverifiedError(`the header ${name} is missing`);
  return value;
}

function verifyByLibrary(headers: IncomingHttpHeaders, body: Buffer, secret: string): void {
  try {
    new Webhook(secret).verify(
      body,
      {
        'webhook-id': headerOf(headers, 'webhook-id'),
        'webhook-timestamp': headerOf(headers, 'webhook-timestamp'),
        'webhook-signature': headerOf(headers, 'webhook-signature'),
      },
      { jsonParse: false },
    );
  } catch (error) {
    throw error instanceof DeliveryRefusedError
      ? error
      : createUnverifiedError(`webhook-signature: ${(error as Error).message}`);
  }
}

/** A delivery whose `x-service-signature` is to be verified: the header, the signed content, the secret and the present time. */
export interface DeliverySignatureToVerify {
  /** `t=<unix seconds>,v1=<base64>[,v1=<base64>]`; it has two signatures for 24 hours after the secret was rotated. */
  header: string;
  eventId: string;
  /** The unchanged body. */
  body: Buffer;
  /** `whsec_` + base64. */
  secret: string;
  now: Date;
}

/**
 * Verifies `x-service-signature`: HMAC-SHA256 over `<event id>.<t>.<body>` with the decoded secret, compared in constant
 * time; `t` must be within the tolerance.
 * @throws DeliveryRefusedError
 */
export function assertServiceSignature({ header, eventId, body, secret, now }: DeliverySignatureToVerify): void {
  const fields = header.split(',').map((field) => {
    const equalsIndex = field.indexOf('=');
    return [field.slice(0, equalsIndex).trim(), field.slice(equalsIndex + 1).trim()] as const;
  });
  const timestamp = fields.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d+$/.test(timestamp)) throw createUnverifiedError('x-service-signature has no time');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > DELIVERY_TIME_TOLERANCE_SECONDS)
    throw createUnverifiedError('x-service-signature is too old, or the clocks differ');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expectedSignature = createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest();
  const matchingSignatures = fields
    .filter(([name]) => name === 'v1')
    .map(([, signature]) => Buffer.from(signature, 'base64'))
    .filter(
      (signature) => signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature),
    );
  if (matchingSignatures.length === 0) throw createUnverifiedError('x-service-signature: no signature matches');
}
