import { httpFetchFile } from '../uploads/fetch-file.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { IMAGE_FILE } from './image-rules.ts';

/** @param allowLoopback see `httpFetchFile`. */
export const httpFetchImage = (allowLoopback = false): FetchFile => httpFetchFile(IMAGE_FILE, { allowLoopback });
