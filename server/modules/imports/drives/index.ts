import type { Drive, DriveKind } from '#contract/imports.ts'
import type { Outside } from '#server/http/outside.ts'
import type { NewPart, Running } from '#server/modules/tasks/index.ts'
import { cleanName } from '../names.ts'
import type { Source } from '../source.ts'
import type { DriveAdapter, OpenDrive } from './drive.ts'
import { openS3 } from './s3.ts'
import { openWebdav } from './webdav.ts'

const adapters: Record<DriveKind, OpenDrive> = { webdav: openWebdav, s3: openS3 }

export const openDrive = (drive: Drive, outside: Outside): DriveAdapter => adapters[drive.kind](drive, outside)

/** What somebody chose of a drive. */
export function driveSource(task: Running, outside: Outside): Source {
  const drive = openDrive(task.secret as Drive, outside)
  return {
    isSized: true,
    async *plan(): AsyncGenerator<NewPart> {
      for (const chosen of task.options.paths as string[])
        for await (const { id, path, isFolder, size } of drive.walk(chosen, task.signal))
          yield { path: path.map(cleanName).join('/'), size, isFolder, source: { id } }
    },
    open: ({ source }, signal) => drive.open(String(source.id), signal),
  }
}
