/** The part of this package that the rest of the service may use. */
export type { AccountingMonth, AccountingStore, DeletedAccountRecord } from './accounting-record.ts';
export {
  deleteAccount,
  type EraseAccountDeps,
  type ErasureCounts,
  eraseDeletedAccountNow,
  erasuresSweep,
} from './erase-account.ts';
export type {
  AccountItemRemover,
  AccountPartition,
  AccountPartitionList,
  FileRemover,
  MarkedSpeech,
  TimelineKey,
  TombstonedItemRemover,
  UnmarkedSpeechReason,
  UnusedSpeechRemover,
} from './ports.ts';
export { tombstonesSweep } from './process-tombstone.ts';
export { isSpeechUse, type SpeechUser, speechUse, speechUsePrefix } from './speech-use.ts';
export {
  ABANDONED_FILE_SECONDS,
  fileTombstoneId,
  type SpeechOnSlide,
  type Tombstone,
  type TombstoneChange,
  type TombstoneStore,
  tombstoneFor,
  tombstoneOfFile,
  tombstonesForFileChange,
  writeTemplateFileTombstone,
  writeTombstoneBeforeFile,
} from './tombstone.ts';
