import type { ComponentType } from 'react'
import { dialog } from '../../widgets/dialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { Keys } from './Keys.tsx'
import { NewFolder } from './NewFolder.tsx'
import type { DialogName } from './questions.ts'

/** Large dialogs are loaded on demand. */
export const dialogs: { readonly [Name in DialogName]: ComponentType<DialogProps<Name>> } = {
  newFolder: NewFolder,
  chooseFolder: dialog(() => import('./FolderChooser.tsx')),
  renameMany: dialog(() => import('./RenameMany.tsx')),
  keys: Keys,
  protocols: dialog(() => import('../protocols/ProtocolsDrawer.tsx')),
  tags: dialog(() => import('../metadata/TagDialog.tsx')),
  pack: dialog(() => import('../archives/PackDialog.tsx')),
  unpack: dialog(() => import('../archives/UnpackDialog.tsx')),
  verify: dialog(() => import('../archives/VerifyDialog.tsx')),
  importFiles: dialog(() => import('../imports/ImportDialog.tsx')),
  metadataSheet: dialog(() => import('../metadata/SheetDialog.tsx')),
  templates: dialog(() => import('../metadata/TemplateManager.tsx')),
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
