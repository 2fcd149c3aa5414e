/** Fields that a model does not need. */
const OMITTED_FIELDS = new Set(['created_at', 'updated_at', 'url_expires_at', 'request_id', 'metadata', 'webhook_url']);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * A JSON value without empty fields (null, false, empty texts, lists and objects) and without those that a model does not need, at any
 * depth.
 */
export function slimValueForModel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slimValueForModel);
  if (typeof value !== 'object' || value === null) return value;
  const keptFields = Object.entries(value)
    .filter(([name]) => !OMITTED_FIELDS.has(name))
    .map(([name, inner]) => [name, slimValueForModel(inner)] as const);
  return Object.fromEntries(keptFields.filter(([, inner]) => !isEmpty(inner)));
}
