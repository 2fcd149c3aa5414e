/** The views of the console, each with an address after `#`. */
export type ConsoleRoute =
  | { view: 'timelines' }
  | { view: 'timeline'; id: string }
  | { view: 'renders' }
  | { view: 'render'; id: string }
  | { view: 'templates' }
  | { view: 'template'; id: string }
  | { view: 'batches' }
  | { view: 'batch'; id: string }
  | { view: 'webhooks' }
  | { view: 'webhook'; id: string }
  | { view: 'usage' }
  | { view: 'keys' }
  | { view: 'plan' }
  | { view: 'invite' }
  | { view: 'missing' };

const LISTS = ['timelines', 'renders', 'templates', 'batches', 'webhooks'] as const;
const VIEW_OF_LIST = {
  timelines: 'timeline',
  renders: 'render',
  templates: 'template',
  batches: 'batch',
  webhooks: 'webhook',
} as const;

/** Views without an id. */
const SINGLE_VIEWS = ['usage', 'keys', 'plan', 'invite'] as const;

/** The view of an address. @param hash the part of the address from `#` on */
export function parseConsoleRoute(hash: string): ConsoleRoute {
  const [list = '', id, ...rest] = hash.replace(/^#?\/?/, '').split('/');
  if (rest.length > 0) return { view: 'missing' };
  if (list === '') return { view: 'timelines' };
  const single = SINGLE_VIEWS.find((each) => each === list);
  if (single !== undefined) return id === undefined ? { view: single } : { view: 'missing' };
  const known = LISTS.find((each) => each === list);
  if (known === undefined) return { view: 'missing' };
  return id === undefined || id === '' ? { view: known } : { view: VIEW_OF_LIST[known], id: decoded(id) };
}

/** A percent-decoded text; the text itself if it is not valid, because a user may have typed the address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
