/** How the server of tools names itself to clients. A test compares it with `package.json`. */
export const SERVER_IDENTITY = {
  name: 'video-timeline-render-service',
  title: 'Video Timeline and Render Service',
  version: '1.0.0',
} as const;
