import * as z from 'zod/mini'
import { SELECTION_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Id, Nothing } from './core/shapes.ts'
import { Conflict, Hash } from './files.ts'
import { Task } from './tasks.ts'

/** Archive formats; the value is also the suffix of the archive's name. */
export const ArchiveFormat = z.enum(['zip', 'tar', 'tar.gz'])
export type ArchiveFormat = z.infer<typeof ArchiveFormat>

const HashList = z.array(Hash).check(z.minLength(1), z.maxLength(SELECTION_MAX))
const conflict = z._default(Conflict, 'keepBoth')
const reading = ['spaceNotFound', 'spaceForbidden', 'fileGone'] as const
const making = [...reading, 'folderGone', 'fileForbidden', 'tasksTooMany'] as const

export const archives = {
  pack: operation({
    method: 'POST',
    path: '/files/archive',
    gate: 'signedIn',
    input: z.object({
      spaceId: Id,
      hashList: HashList,
      target: Hash,
      name: z.string(),
      format: z._default(ArchiveFormat, 'zip'),
      conflict,
    }),
    data: Task,
    errors: [...making, 'fileNameInvalid', 'archiveTooLarge', 'spaceFull'],
  }),
  unpack: operation({
    method: 'POST',
    path: '/files/:hash/extract',
    gate: 'signedIn',
    input: z.object({
      spaceId: Id,
      hash: Hash,
      /** Target folder; the archive's own folder when absent. */
      target: z.optional(Hash),
      into: z._default(z.enum(['folder', 'here']), 'folder'),
      conflict,
    }),
    data: Task,
    errors: [...making, 'archiveUnknown'],
  }),
  verify: operation({
    method: 'POST',
    path: '/files/verify',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, hashList: HashList }),
    data: Task,
    errors: [...reading, 'spaceRightMissing', 'fileForbidden', 'tasksTooMany'],
  }),
  sums: operation({
    method: 'GET',
    path: '/files/:hash/sums',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ spaceId: Id, hash: z.union([Hash, z.literal('root')]) }),
    data: Nothing,
    errors: [...reading, 'archiveTooLarge', 'tooManyRequests', 'busy'],
  }),
}
