import type { Action } from './action.ts'
import { pack, unpack, verify } from './archives.tsx'
import { copy, cut, paste } from './clipboard.tsx'
import { copyPath } from './copy-path.tsx'
import { download } from './download.tsx'
import { favourite, unfavourite } from './favourite.tsx'
import { connect, keys, redo, selectAll, undo } from './general.tsx'
import { importFiles } from './import-files.tsx'
import { importTable } from './import-table.tsx'
import { metadataSheet, tag, templates } from './metadata.tsx'
import { newFolder } from './new-folder.tsx'
import { open } from './open.tsx'
import { preview } from './preview.tsx'
import { copyTo, moveTo } from './relocate.tsx'
import { remove } from './remove.tsx'
import { rename, renameMany } from './rename.tsx'
import { share, shareSpace } from './share.tsx'
import { unlock } from './unlock.tsx'
import { uploadFiles, uploadFolder } from './upload.tsx'
import { editText, goBack, makeVersion } from './versions.tsx'

/** The groups of the menus, in their order; a line divides them. */
export const actionGroups: readonly (readonly Action[])[] = [
  [open, preview, editText, importTable, download],
  [uploadFiles, uploadFolder, importFiles, newFolder],
  [rename, renameMany, cut, copy, paste, moveTo, copyTo],
  [share, shareSpace, copyPath],
  [favourite, unfavourite, unlock, tag, metadataSheet, templates],
  [pack, unpack, verify, makeVersion, goBack],
  [connect, selectAll, undo, redo, keys],
  [remove],
]

/** All actions of the file manager in the order of its menus. */
export const actions: readonly Action[] = actionGroups.flat()
