/** Version of the service and of its clients; `npm run release` writes it. */
export const SERVICE_VERSION = '1.0.0';
