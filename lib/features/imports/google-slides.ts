const HOST = 'docs.google.com';
/**
 * The paths at which Google shows a deck (to edit, view, present, copy or export it), with its id. `/u/1` selects an account, `/a/…` a
 * company.
 */
const DECK_PATH = /^(?:\/a\/[^/]+)?\/presentation\/(?:u\/\d+\/)?d\/([\w-]{10,200})(?:\/|$)/;
const PUBLISHED_DECK_PATH = /^(?:\/a\/[^/]+)?\/presentation\/(?:u\/\d+\/)?d\/e\//;

/** The address at which a deck of Google Slides can be exported, or the reason why it cannot. */
export type GoogleSlidesAddress =
  /** The address at which Google answers with the deck as PPTX. */
  | { exported: string }
  /** The address is one of a deck that was published to the web: Google does not export it. */
  | 'published';

/** Reads an address of a deck of Google Slides; undefined for any other address. */
export function parseGoogleSlidesUrl(address: string): GoogleSlidesAddress | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.hostname !== HOST || url.port !== '' || !url.protocol.startsWith('http')) return undefined;
  if (PUBLISHED_DECK_PATH.test(url.pathname)) return 'published';
  const [, id] = DECK_PATH.exec(url.pathname) ?? [];
  if (id === undefined) return undefined;
  const exportUrl = new URL(`https://${HOST}/presentation/d/${id}/export/pptx`);
  // Links of decks that were shared before 2021 contain a resource key.
  const resourceKey = url.searchParams.get('resourcekey');
  if (resourceKey !== null) exportUrl.searchParams.set('resourcekey', resourceKey);
  return { exported: exportUrl.href };
}

/** Reports whether an address is one from which Google sends exported decks, or redirects to them. */
export const isGoogleExportUrl = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' && port === '' && (hostname === HOST || hostname.endsWith('.googleusercontent.com'));
