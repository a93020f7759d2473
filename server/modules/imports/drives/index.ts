import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import type { Drive, DriveKind } from '#contract/imports.ts'
import type { Outside } from '#server/http/outside.ts'
import type { NewPart, Running } from '#server/modules/tasks/index.ts'
import { cleanName } from '../names.ts'
import type { Sealer } from '../sealer.ts'
import type { Source } from '../source.ts'
import type { DriveAdapter, OpenDrive } from './drive.ts'
import { openS3 } from './s3.ts'
import { openWebdav } from './webdav.ts'

const adapters: Record<DriveKind, OpenDrive> = { webdav: openWebdav, s3: openS3 }

export const openDrive = (drive: Drive, outside: Outside): DriveAdapter => adapters[drive.kind](drive, outside)

/** Stored options of an import from a drive: its encrypted address and credentials, and the selected paths. */
export type DriveOptions = { drive: string; paths: string[] }

/** The selected items of a drive. */
export function driveSource(task: Running, sealer: Sealer, outside: Outside): Source {
  const { drive: sealed, paths } = task.options as DriveOptions
  const drive = openDrive({ ...sealer.open<Omit<Drive, 'secret'>>(sealed), secret: task.secret }, outside)
  return {
    isSized: true,
    async *plan(): AsyncGenerator<NewPart> {
      for (const chosen of paths)
        for await (const { id, path, ...found } of drive.walk(chosen, task.signal)) {
          // A key of megabytes could name a million folders.
          const near = path.slice(0, FOLDER_DEPTH_MAX + 1)
          const isDeep = near.length < path.length && { refused: 'folderTooDeep' as const }
          yield { path: near.map(cleanName).join('/'), source: { id }, ...found, ...isDeep }
        }
    },
    open: ({ source }, signal) => drive.open(String(source.id), signal),
  }
}
