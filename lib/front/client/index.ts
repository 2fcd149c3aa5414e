/** The TypeScript client of the Video Timeline and Render Service. */
export { WebhookVerificationError } from 'standardwebhooks';
export { ApiError, NoAnswer } from './api-error.ts';
export type { ClientCredentials, Schemas } from './client.ts';
export type { ListPage } from './pages.ts';
export type { paths } from './schema.ts';
export type { SentFile } from './send-file-to-upload-target.ts';
export { type DeliveredEvent, verifiedEvent } from './verified-event.ts';
export { createVideoClient, type Tagged, type VideoClient, type VideoClientOptions } from './video-client.ts';
export type { WaitOptions } from './wait-for-render.ts';
