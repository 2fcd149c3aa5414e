/** The part of this package that the rest of the service may use. */
export type { AccountingStore, ErasedAccountRecord, MonthOfAccounting } from './accounting-record.ts';
export { deleteAccount, type EraseAccountDeps, type ErasedAccount, eraseNow, erasuresSweep } from './erase-account.ts';
export type {
  AccountItems,
  ErasedFiles,
  ErasedPlace,
  MarkedSpeech,
  PlaceList,
  RemainingItems,
  RemainingSpeech,
  TimelinePlace,
  Unmarked,
} from './ports.ts';
export { isSpeechUse, type SpeechUser, speechUse, speechUsePrefix } from './speech-use.ts';
export {
  ABANDONED_SECONDS,
  announceAccountFile,
  announceFile,
  fileTombstoneId,
  type SaidSpeech,
  type Tombstone,
  type TombstoneChange,
  type TombstoneStore,
  tombstoneFor,
  tombstoneOfFile,
  tombstonesOfFiles,
} from './tombstone.ts';
export { tombstonesSweep } from './work-off-tombstones.ts';
