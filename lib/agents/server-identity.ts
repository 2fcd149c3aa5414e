import { SERVICE_VERSION } from '../shared/service-version.ts';

/** How the server of tools names itself to clients. */
export const SERVER_IDENTITY = {
  name: 'video-timeline-render-service',
  title: 'Video Timeline and Render Service',
  version: SERVICE_VERSION,
} as const;
