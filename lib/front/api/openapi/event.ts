import type { EventContract } from '#kernel/contract/operation-contract.ts';
import type { JsonSchema, SchemaWriter } from './json-schema.ts';

const headerParameter = (name: string, description: string, example: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const EVENT_ID = 'evt_01JD7XK3ZV5Q8W9R2T4Y6B0C1E';

/** The headers of a delivery. */
const deliveryHeaders = (event: string): JsonSchema[] => [
  headerParameter('x-service-event', 'The name of the event.', event),
  headerParameter('x-service-event-id', 'The id of the event: the same on every attempt.', EVENT_ID),
  headerParameter(
    'x-service-signature',
    '`t=<unix seconds>,v1=<base64>`; one `v1` for each active secret. The signature is HMAC-SHA256 over `<event_id>.<t>.<raw body>`. The key is the base64-decoded part of the secret after `whsec_`.',
    't=1767225600,v1=K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  headerParameter('webhook-id', 'As `x-service-event-id`, for Standard Webhooks libraries.', EVENT_ID),
  headerParameter('webhook-timestamp', 'Time of this attempt, in Unix seconds.', '1767225600'),
  headerParameter(
    'webhook-signature',
    'The same signatures, as Standard Webhooks writes them.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** The component name of an event: `RenderCompleted` for `render.completed`. */
const componentNameOf = (event: string): string =>
  event
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The OpenAPI operation object of an event: the request that a receiver gets. */
export const openApiEventObject = ({ event, summary, body }: EventContract, writer: SchemaWriter): JsonSchema => ({
  operationId: componentNameOf(event).replace(/^R/, 'r'),
  tags: ['webhooks'],
  summary,
  security: [],
  parameters: deliveryHeaders(event),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: writer.named(`${componentNameOf(event)}Event`, writer.output(body)) } },
  },
  responses: {
    '2XX': { description: 'Acknowledges the delivery, when it comes within 15 seconds.' },
    410: { description: 'The receiver is gone: its webhook is disabled.' },
    default: { description: 'Anything else, redirects included, is a failure; the delivery is tried again later.' },
  },
});
