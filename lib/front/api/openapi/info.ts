import { SERVICE_VERSION } from '#kernel/shared/service-version.ts';

/** The info object of the OpenAPI document. */
export const OPENAPI_INFO = {
  title: 'Video Timeline and Render Service',
  version: SERVICE_VERSION,
  summary: 'Slides in, video out.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: `Build slide-based video projects (timelines) and render them to video.

**Conventions.** A success is a 200 with a JSON object, unless its operation says otherwise (pictures, pages and text documents). Every failure has the shape of \`Error\`, even before an operation is reached: an unknown route is 404 \`route_not_found\`, a wrong method 405 \`method_not_allowed\` with the header \`allow\`. \`x-request-id\` is on every answer. Identifiers are opaque. Times are RFC 3339 in UTC, durations are seconds. Unknown fields are refused.

**Credentials.** \`x-api-key\`, else \`Authorization: Bearer\`, else the cookie \`session\`: the first of these that is present decides. API access needs a Pro or Max plan.

**Lists** take \`limit\` (1 to 100, 20 if absent) and \`cursor\`, which is the \`next_cursor\` of the page before.

**Retries.** Every POST takes an \`idempotency-key\`: with the same key and body, a request that succeeded is not carried out again within 24 hours: its first answer is repeated. A 429 and a 503 say in \`retry-after\` when to come back.

**Versions.** Changes of \`/v1\` are additive: expect further fields in answers. A removal is announced 12 months ahead with the headers \`Deprecation\` and \`Sunset\`.`,
};

/** The groups of operations, in the order in which the documentation shows them. */
export const OPERATION_TAGS = [
  { name: 'account', description: 'The account of the caller, and what its plan allows.' },
  { name: 'renders', description: 'Jobs that turn a timeline into a video file.' },
  { name: 'batches', description: 'Many renders of one timeline, each with other values for its variables.' },
  { name: 'templates', description: 'What slides can look like.' },
  { name: 'timelines', description: 'Video projects: an ordered list of slides with settings.' },
  { name: 'slides', description: 'The slides of a timeline, and their images.' },
  { name: 'audio', description: 'The narration of slides.' },
  { name: 'webhooks', description: 'Receivers of render events, and the events themselves.' },
  { name: 'service', description: 'The service itself; needs no credentials.' },
];
