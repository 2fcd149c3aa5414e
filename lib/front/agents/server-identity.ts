import { SERVICE_VERSION } from '#kernel/shared/service-version.ts';

/** Name and version that the MCP server shows to clients. */
export const MCP_SERVER_IDENTITY = {
  name: 'video-timeline-render-service',
  title: 'Video Timeline and Render Service',
  version: SERVICE_VERSION,
} as const;
