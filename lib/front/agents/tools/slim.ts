/** Fields that tell a model nothing: it has no use for times, and sees pictures through preview_slide. */
const LEFT_OUT = new Set(['created_at', 'updated_at', 'url_expires_at', 'request_id', 'metadata', 'webhook_url']);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** An answer of the service without what is empty, and without what a model has no use for. */
export function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, inner]) => [name, slim(inner)] as const);
  return Object.fromEntries(kept.filter(([, inner]) => !isEmpty(inner)));
}
