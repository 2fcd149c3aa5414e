import { bytesOfRecording, type Slide } from '#features/timelines/public.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { changeHoldings } from '../accounts/holdings.ts';
import { changeUsage } from '../accounts/usage-repository.ts';
import { endReservation, unchangedAudio } from '../narration/audio-reservation.ts';
import { audioCodec } from '../narration/narration-items.ts';
import { type Key, keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/** Attempts to delete audio that its worker or a request changes meanwhile. */
const AUDIO_ATTEMPTS = 8;

/** A slide that goes. */
export type RemovedSlide = Pick<Slide, 'id' | 'timeline_id' | 'audio'>;

/** Removal of the audio of slides, with the bytes and characters that are counted for it. */
export function audioRemoval(table: Table) {
  const audioKey = (accountId: string, { timeline_id, id }: RemovedSlide): Key =>
    keys.audio(accountId, timeline_id, id);
  /** Deletes the audio that a slide had when it was read. Other audio that it got since must stay: its file is still used. */
  const audioDelete = (accountId: string, slide: RemovedSlide): TransactItem => ({
    Delete: {
      TableName: table.name,
      Key: audioKey(accountId, slide),
      ...(slide.audio === undefined
        ? { ConditionExpression: 'attribute_not_exists(PK)' }
        : unchangedAudio(slide.audio)),
    },
  });
  /** Usage items that are changed when the audio of slides is removed. */
  const audioUsage = (accountId: string, slides: readonly RemovedSlide[]): TransactItem[] =>
    changeUsage(
      table,
      accountId,
      slides.flatMap(({ audio }) => (audio ? [endReservation(audio)] : [])),
    );
  const recordedBytes = (slides: readonly RemovedSlide[]): number =>
    slides.reduce((sum, { audio }) => sum + bytesOfRecording(audio), 0);

  return {
    audioDelete,
    audioUsage,
    recordedBytes,
    /** Deletes the audio of a slide that was removed, as it is by now. A second run finds nothing. */
    deleteAudio: (accountId: string, slide: RemovedSlide): Promise<void> =>
      retryOnConflict({ attempts: AUDIO_ATTEMPTS }, async (attempt) => {
        const isKnown = attempt === 1 && slide.audio !== undefined;
        const item = isKnown ? undefined : await table.get(audioKey(accountId, slide));
        if (!isKnown && !item) return;
        const now = item ? { ...slide, audio: audioCodec.parse(item) } : slide;
        await table.transact({
          audio: audioDelete(accountId, now),
          month: audioUsage(accountId, [now]),
          holdings: changeHoldings(table, accountId, { stored_bytes: -recordedBytes([now]) }),
        });
      }),
  };
}
