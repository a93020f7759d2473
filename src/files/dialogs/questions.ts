import type { FileRecord } from '#contract/files.ts'
import type { SpaceVersion, Version } from '#contract/versions.ts'

/** The dialogs of the file manager with the data that each one needs. */
export type Questions = {
  newFolder: undefined
  chooseFolder: { kind: 'move' | 'copy' }
  renameMany: undefined
  keys: undefined
  protocols: undefined
  tags: undefined
  metadataSheet: undefined
  pack: undefined
  unpack: undefined
  verify: undefined
  importFiles: undefined
  templates: undefined
  share: undefined
  shareSpace: undefined
  describeVersion: { record: FileRecord; version: Version }
  lookAtVersion: { record: FileRecord; version: Version }
  compareVersions: { record: FileRecord; version: Version }
  makeVersion: { folder?: FileRecord }
  goBack: { folder?: FileRecord; snapshot?: SpaceVersion }
  versionRule: undefined
  editText: { record: FileRecord }
}
export type DialogName = keyof Questions
export type Asking = { name: DialogName; about: unknown } | null
export type Ask = <Name extends DialogName>(
  ...question: undefined extends Questions[Name] ? [name: Name] : [name: Name, about: Questions[Name]]
) => void
