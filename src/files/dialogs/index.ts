import type { ComponentType } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { SpaceVersion, Version } from '#contract/versions.ts'
import { dialog } from '../../widgets/dialog.tsx'
import type { Desk } from '../desk.ts'
import { Keys } from './Keys.tsx'
import { NewFolder } from './NewFolder.tsx'

/** The questions of the file manager, and what each of them has to be told. */
type Questions = {
  newFolder: undefined
  chooseFolder: { kind: 'move' | 'copy' }
  renameMany: undefined
  keys: undefined
  doors: undefined
  tags: undefined
  factSheet: undefined
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
  goBack: { folder?: FileRecord; moment?: SpaceVersion }
  versionRule: undefined
  editText: { record: FileRecord }
}
type DialogName = keyof Questions
export type DialogProps<Name extends DialogName> = { desk: Desk; about: Questions[Name]; onClose: () => void }

/** A dialog that weighs something has a script of its own. */
export const dialogs: { readonly [Name in DialogName]: ComponentType<DialogProps<Name>> } = {
  newFolder: NewFolder,
  chooseFolder: dialog(() => import('./FolderChooser.tsx')),
  renameMany: dialog(() => import('./RenameMany.tsx')),
  keys: Keys,
  doors: dialog(() => import('../doors/DoorsDrawer.tsx')),
  tags: dialog(() => import('../facts/TagDialog.tsx')),
  pack: dialog(() => import('../archives/PackDialog.tsx')),
  unpack: dialog(() => import('../archives/UnpackDialog.tsx')),
  verify: dialog(() => import('../archives/VerifyDialog.tsx')),
  importFiles: dialog(() => import('../imports/ImportDialog.tsx')),
  factSheet: dialog(() => import('../facts/SheetDialog.tsx')),
  templates: dialog(() => import('../facts/TemplateDesk.tsx')),
  share: dialog(() => import('../shares/ShareItems.tsx')),
  shareSpace: dialog(() => import('../shares/ShareSpace.tsx')),
  describeVersion: dialog(() => import('../versions/DescribeDialog.tsx')),
  lookAtVersion: dialog(() => import('../versions/LookDialog.tsx')),
  compareVersions: dialog(() => import('../versions/CompareDialog.tsx')),
  makeVersion: dialog(() => import('../versions/MakeDialog.tsx')),
  goBack: dialog(() => import('../versions/GoBackDialog.tsx')),
  versionRule: dialog(() => import('../versions/RuleDialog.tsx')),
  editText: dialog(() => import('../editor/EditorDialog.tsx')),
}

export type Asking = { name: DialogName; about: unknown } | null
export type Ask = <Name extends DialogName>(
  ...question: undefined extends Questions[Name] ? [name: Name] : [name: Name, about: Questions[Name]]
) => void
