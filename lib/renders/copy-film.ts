import type { Clock } from '../shared/clock.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import { FileMissing, type FileStore } from './ports.ts';
import { type Render, type RenderResult, retentionDays } from './render.ts';
import type { Work } from './run-task.ts';
import { type FilmStore, isFilmFresh, type StoredFilm } from './stored-film.ts';

/** The key of a file of a render, under the token of the lease of the worker that writes it. */
export const outputKey = (render: Render, token: string, name: string): string =>
  storageKeys.output(retentionDays(render), render.account_id, render.id, token, name);

/** The film that is the same as this one, if an earlier render of the account left one that is young enough. */
export async function findFilm(
  { films, clock }: { films: FilmStore; clock: Clock },
  { account_id }: Pick<Render, 'account_id'>,
  name: string,
): Promise<StoredFilm | undefined> {
  const film = await films.find(account_id, name);
  return film && isFilmFresh(film, clock()) ? film : undefined;
}

/**
 * Copies the files of a film to keys of this render, which keeps and loses them by its own lifetime. A worker that is killed in
 * between leaves copies that nothing names, and a lifecycle rule deletes.
 * @returns undefined when one of the files no longer exists
 */
export async function copyFilm(
  { files }: { files: Pick<FileStore, 'copy'> },
  { render, lease }: Pick<Work, 'render' | 'lease'>,
  { files: made }: StoredFilm,
): Promise<RenderResult | undefined> {
  const copy = async (from: string | undefined): Promise<string | undefined> => {
    if (from === undefined) return undefined;
    const to = outputKey(render, lease.token, from.slice(from.lastIndexOf('/') + 1));
    await files.copy(from, to);
    return to;
  };
  const { video_key, poster_key, vtt_key, srt_key, ...facts } = made;
  try {
    const [video, poster, vtt, srt] = await Promise.all([video_key, poster_key, vtt_key, srt_key].map(copy));
    if (video === undefined) return undefined;
    return {
      ...facts,
      video_key: video,
      ...(poster === undefined ? {} : { poster_key: poster }),
      ...(vtt === undefined ? {} : { vtt_key: vtt }),
      ...(srt === undefined ? {} : { srt_key: srt }),
    };
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}
