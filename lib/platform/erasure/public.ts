/** The part of this package that the rest of the service may use. */
export type { DeletedAccountRecord, DeletedAccountRecordStore, MonthlyAccountUsage } from './accounting-record.ts';
export {
  deleteAccount,
  deletedAccountsErasureSweep,
  type EraseAccountDeps,
  type ErasureCounts,
  eraseDeletedAccountNow,
} from './erase-account.ts';
export type {
  AccountItemRemover,
  FileRemover,
  SeparateAccountPartition,
  SeparateAccountPartitionListName,
  SpeechMarkedForRemoval,
  SpeechRemovalRefusal,
  TimelineKey,
  TombstonedItemRemover,
  UnusedSpeechRemover,
} from './ports.ts';
export { tombstonesSweep } from './process-tombstone.ts';
export {
  createSpeechUseRecord,
  isSpeechUseTombstone,
  type StoredSpeechUser,
  speechUseIdPrefix,
} from './speech-use-record.ts';
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
