import { byteCountOfRecording, type Slide } from '#features/timelines/public.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { resourceTotalsChangeWrites } from '../accounts/holdings.ts';
import { usageChangeWrites } from '../accounts/usage-repository.ts';
import { audioUnchangedCondition, usageChangeOfDiscardedAudio } from '../narration/audio-reservation.ts';
import { slideAudioCodec } from '../narration/narration-items.ts';
import { type TableKey, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/** Attempts to delete audio, which its worker or a request may change meanwhile. */
const AUDIO_ATTEMPTS = 8;

/** The fields of a slide, by which its audio is removed and what is counted for it is subtracted. */
export type RemovedSlide = Pick<Slide, 'id' | 'timeline_id' | 'audio'>;

/** Operations that remove the audio of slides, with the bytes and characters that are counted for it. */
export function audioRemovalRepository(table: Table) {
  const audioKey = (accountId: string, { timeline_id, id }: RemovedSlide): TableKey =>
    tableKeys.audio(accountId, timeline_id, id);
  /**
   * Part of a transaction that deletes the audio that a slide had when it was read. Audio that the slide got since then must stay, because
   * its file is in use.
   */
  const audioDelete = (accountId: string, slide: RemovedSlide): TransactItem => ({
    Delete: {
      TableName: table.name,
      Key: audioKey(accountId, slide),
      ...(slide.audio === undefined
        ? { ConditionExpression: 'attribute_not_exists(PK)' }
        : audioUnchangedCondition(slide.audio)),
    },
  });
  /** Parts of a transaction: the changes of usage when the audio of slides is removed. */
  const audioUsage = (accountId: string, slides: readonly RemovedSlide[]): TransactItem[] =>
    usageChangeWrites(
      table,
      accountId,
      slides.flatMap(({ audio }) => (audio ? [usageChangeOfDiscardedAudio(audio)] : [])),
    );
  /** The sum of the bytes of the slides' recordings. */
  const recordedBytes = (slides: readonly RemovedSlide[]): number =>
    slides.reduce((sum, { audio }) => sum + byteCountOfRecording(audio), 0);

  return {
    audioDelete,
    audioUsage,
    recordedBytes,
    /** Deletes the present audio of a removed slide, with its counts; nothing if there is none. */
    deleteAudio: (accountId: string, slide: RemovedSlide): Promise<void> =>
      retryOnConflict({ attempts: AUDIO_ATTEMPTS }, async (attempt) => {
        const isAudioKnown = attempt === 1 && slide.audio !== undefined;
        const item = isAudioKnown ? undefined : await table.get(audioKey(accountId, slide));
        if (!isAudioKnown && !item) return;
        const currentSlide = item ? { ...slide, audio: slideAudioCodec.parse(item) } : slide;
        await table.transact({
          audio: audioDelete(accountId, currentSlide),
          month: audioUsage(accountId, [currentSlide]),
          holdings: resourceTotalsChangeWrites(table, accountId, { stored_bytes: -recordedBytes([currentSlide]) }),
        });
      }),
  };
}
