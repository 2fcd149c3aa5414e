const HOST = 'docs.google.com';
/** The id of a deck in the addresses that Google shows: to edit, view, present, copy or export it, also of an account or of a company. */
const DECK = /^(?:\/a\/[^/]+)?\/presentation\/(?:u\/\d+\/)?d\/([\w-]{10,200})(?:\/|$)/;
const PUBLISHED = /^(?:\/a\/[^/]+)?\/presentation\/(?:u\/\d+\/)?d\/e\//;

/** A deck of Google Slides, by an address of it. */
export type GoogleSlides =
  /** The address from which Google gives it as PPTX. */
  | { exported: string }
  /** It was published to the web, which has no file. */
  | 'published';

/** Reads an address as one of Google Slides; undefined: it is none. */
export function googleSlidesAt(address: string): GoogleSlides | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.hostname !== HOST || url.port !== '' || !url.protocol.startsWith('http')) return undefined;
  if (PUBLISHED.test(url.pathname)) return 'published';
  const [, id] = DECK.exec(url.pathname) ?? [];
  if (id === undefined) return undefined;
  const exported = new URL(`https://${HOST}/presentation/d/${id}/export/pptx`);
  // Decks that were shared before 2021 have one.
  const key = url.searchParams.get('resourcekey');
  if (key !== null) exported.searchParams.set('resourcekey', key);
  return { exported: exported.href };
}

/** Reports whether Google sends files from an address, or leads to them. */
export const isGoogleFile = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' && port === '' && (hostname === HOST || hostname.endsWith('.googleusercontent.com'));
