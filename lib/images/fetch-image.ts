import { type FetchFile, httpFetchFile } from '../uploads/public.ts';
import { IMAGE_FILE } from './image-rules.ts';

/** @param allowLoopback see `httpFetchFile`. */
export const httpFetchImage = (allowLoopback = false): FetchFile => httpFetchFile(IMAGE_FILE, { allowLoopback });
