import { signal } from '@preact/signals';

/** The token of the invitation whose link was opened; empty without one. It is kept in memory only. */
export const invitationToken = signal('');

/** The route of an invitation, without the token. */
const INVITATION_HASH = '#/invite';

/**
 * Takes the token of an invitation out of the address of the page, if the address is the link of an invitation. Then neither the history of
 * the browser nor the next person at this screen has the token.
 */
export function consumeInvitationTokenFromUrl(): void {
  const [, token] = /^#\/invite\/([\w]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  invitationToken.value = token;
  history.replaceState(null, '', INVITATION_HASH);
}
