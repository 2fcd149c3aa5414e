const LISTS = ['timelines', 'renders', 'templates', 'batches', 'webhooks'];
const ONE = {
  timelines: 'timeline',
  renders: 'render',
  templates: 'template',
  batches: 'batch',
  webhooks: 'webhook',
};
/** Reads the part of an address after `#`. */
export function routeOf(hash) {
  const [list = '', id, ...rest] = hash.replace(/^#?\/?/, '').split('/');
  if (rest.length > 0) return { view: 'missing' };
  if (list === '') return { view: 'timelines' };
  if (list === 'usage' && id === undefined) return { view: 'usage' };
  const known = LISTS.find((each) => each === list);
  if (known === undefined) return { view: 'missing' };
  return id === undefined || id === '' ? { view: known } : { view: ONE[known], id: decoded(id) };
}
/** Somebody may have typed the address. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
