import type { SlideAudioStore } from '#features/narration/public.ts';
import { byteCountOfRecording } from '#features/timelines/public.ts';
import { resourceTotalsChangeWrites } from '../accounts/holdings.ts';
import { accountNotDeletedCondition } from '../accounts/not-deleted.ts';
import { usageChangeWrites } from '../accounts/usage-repository.ts';
import { tombstoneChangeWrites } from '../erasure/tombstone-items.ts';
import type { Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT } from '../table/transaction.ts';
import { audioReplacementWrites } from './audio-items.ts';
import { charactersReservedByAudio, usageChangeOfDiscardedAudio } from './audio-reservation.ts';

/** Stores a request for audio in one transaction with its reservation, its bytes and the end of the previous audio's reservation. */
export const slideAudioRequestRepository = (table: Table): Pick<SlideAudioStore, 'request'> => ({
  async request(audio, rev, seenAudio, limits, { answer, tombstones } = {}) {
    const { account_id } = audio;
    const reservedCharacters = charactersReservedByAudio(audio);
    const refusal = await table.transact(
      {
        audio: audioReplacementWrites(table, audio, rev, seenAudio),
        tombstones: tombstoneChangeWrites(table, account_id, tombstones),
        month: usageChangeWrites(
          table,
          account_id,
          [
            ...(seenAudio ? [usageChangeOfDiscardedAudio(seenAudio)] : []),
            { at: audio.created_at, booked: { narration_characters: reservedCharacters } },
          ],
          { narration_characters: limits.narration_characters_per_month },
        ),
        holdings: resourceTotalsChangeWrites(
          table,
          account_id,
          { stored_bytes: byteCountOfRecording(audio) - byteCountOfRecording(seenAudio) },
          limits,
        ),
        account: accountNotDeletedCondition(table, account_id),
      },
      {
        answer,
        refusals: {
          account: 'account_deleted',
          audio: REFUSED_BY_CONFLICT,
          tombstones: REFUSED_BY_CONFLICT,
          month: 'quota_used',
          holdings: 'no_room',
        },
      },
    );
    return refusal ?? 'requested';
  },
});
