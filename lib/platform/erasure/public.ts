/** The part of this package that the rest of the service may use. */
export type { AccountingStore, DeletedAccountRecord, MonthlyAccountUsage } from './accounting-record.ts';
export {
  deleteAccount,
  deletedAccountsErasureSweep,
  type EraseAccountDeps,
  type ErasureCounts,
  eraseDeletedAccountNow,
} from './erase-account.ts';
export type {
  AccountItemRemover,
  AccountPartition,
  AccountPartitionList,
  FileRemover,
  SpeechMarkedForRemoval,
  TimelineKey,
  TombstonedItemRemover,
  UnmarkedSpeechReason,
  UnusedSpeechRemover,
} from './ports.ts';
export { tombstonesSweep } from './process-tombstone.ts';
export { createSpeechUseRecord, isSpeechUseRecord, type SpeechConsumer, speechUsePrefix } from './speech-use-record.ts';
export {
  ABANDONED_FILE_SECONDS,
  createRemovalTombstone,
  createTemplateFileTombstone,
  fileTombstoneId,
  type SlideSpeechReference,
  type Tombstone,
  type TombstoneChange,
  type TombstoneStore,
  tombstonesForFileChange,
  writeTemplateFileTombstone,
  writeTombstoneBeforeFile,
} from './tombstone.ts';
