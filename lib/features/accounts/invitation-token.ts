import { formatChecksummedSecret, isChecksummedSecret } from './checksummed-secret.ts';

const PREFIX = 'invite_';

/** Formats 32 random bytes as the token of an invitation. */
export const formatInvitationToken = (randomBytes: Uint8Array): string => formatChecksummedSecret(PREFIX, randomBytes);

/** Reports whether a text has the shape and the checksum of the token of an invitation. */
export const isInvitationTokenShaped = (text: string): boolean => isChecksummedSecret([PREFIX], text);
