/** The files that the page `/docs/reference` loads: Swagger UI, the script that starts it, and its colours. */
export const SWAGGER_VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'theme.css'] as const;
/** The name of one of SWAGGER_VIEWER_FILES. */
export type SwaggerViewerFile = (typeof SWAGGER_VIEWER_FILES)[number];
