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

/** The view of an address; `missing` for an unknown one. @param hash the part of the address from `#` on */
export function parseConsoleRoute(hash: string): ConsoleRoute {
  const [firstPart = '', id, ...furtherParts] = hash.replace(/^#?\/?/, '').split('/');
  if (furtherParts.length > 0) return { view: 'missing' };
  if (firstPart === '') return { view: 'timelines' };
  const viewWithoutId = SINGLE_VIEWS.find((each) => each === firstPart);
  if (viewWithoutId !== undefined) return id === undefined ? { view: viewWithoutId } : { view: 'missing' };
  const listView = LISTS.find((each) => each === firstPart);
  if (listView === undefined) return { view: 'missing' };
  return id === undefined || id === ''
    ? { view: listView }
    : { view: VIEW_OF_LIST[listView], id: percentDecodedOrSame(id) };
}

/** A percent-decoded text; the text itself if it is not valid, because a user may have typed the address. */
function percentDecodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
