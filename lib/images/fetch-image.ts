import { ServiceError } from '../errors.ts';
import { type GuardedAnswer, GuardedFault, guardedRequest } from '../http/guarded-request.ts';
import { IMAGE_MAX_BYTES } from './image-rules.ts';
import { tooLarge } from './place-image.ts';
import type { FetchImage } from './ports.ts';

const TIMEOUT_MS = 15_000;

const unfetched = (why: string, cause?: unknown) =>
  new ServiceError('image_invalid', `The image could not be fetched: ${why}`, { param: 'url', cause });

/**
 * Fetches an image once, over the connection that also posts to receivers.
 * @param allowLoopback never in the service: its tests have no other host than this machine.
 */
export const httpFetchImage =
  (allowLoopback = false): FetchImage =>
  async (url) => {
    let answer: GuardedAnswer;
    try {
      answer = await guardedRequest(url, {
        method: 'GET',
        headers: { accept: 'image/*', 'user-agent': 'Video-Timeline-Render-Service-Import/1.0' },
        allowLoopback,
        timeoutMs: TIMEOUT_MS,
        maxBytes: IMAGE_MAX_BYTES,
      });
    } catch (error) {
      if (!(error instanceof GuardedFault)) throw error;
      if (error.isRefused)
        throw new ServiceError('url_forbidden', `url: ${error.message}`, { param: 'url', cause: error });
      throw unfetched(error.message, error);
    }
    if (answer.status !== 200) throw unfetched(`it was answered with ${answer.status}, not 200.`);
    if (answer.isCut) throw tooLarge('url');
    return answer.bytes;
  };
