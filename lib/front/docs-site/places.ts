/** Stands in built pages for the path of the base address: a page is built once and served under any address. */
export const BASE_PATH = '/base-path.invalid';

/** Stands in built pages for the base address itself. */
export const BASE_URL = 'https://base-url.invalid/v1';
