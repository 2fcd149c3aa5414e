/**
 * The placeholder in built pages for the path of the base address. It is replaced when a page is served, because a page is built once for all
 * addresses.
 */
export const BASE_PATH_PLACEHOLDER = '/base-path.invalid';

/** The placeholder in built pages for the whole base address. */
export const BASE_URL_PLACEHOLDER = 'https://base-url.invalid/v1';
