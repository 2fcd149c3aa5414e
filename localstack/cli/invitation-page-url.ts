import { CommandError } from '#emulators/host/command-errors.ts';
import type { ServiceEnvironment } from './operator.ts';

/**
 * The address of an invitation without its token: a page of the console. The token follows in the fragment, which browsers send to no server, so
 * that it is in no log.
 * @throws CommandError when the address of the service is not known
 */
export function invitationPageUrl({ PUBLIC_BASE_URL: base = '' }: ServiceEnvironment): string {
  if (base === '')
    throw new CommandError('Set PUBLIC_BASE_URL to the address of the API, such as https://video.example.com/v1');
  return `${base.replace(/\/+$/, '')}/console#/invite/`;
}
