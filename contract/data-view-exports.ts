import * as z from 'zod/mini'
import { TABLE_NAME_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Id } from './core/shapes.ts'
import { Conflict, Hash } from './files.ts'
import { Look } from './queries/query.ts'
import { ExportFormat } from './table-files.ts'
import { Task } from './tasks.ts'

const wish = { spaceId: Id, id: Id, format: ExportFormat }
const answered = ['queryInvalid', 'queryTooLong', 'queryTooLarge', 'queryFailed', 'busy'] as const
const seen = ['spaceNotFound', 'spaceForbidden', 'dataViewGone', 'dataViewBroken'] as const

/** Operations of data views: rows as files, all of them, or those of a look in its order. */
export const dataViewExports = {
  exportInto: operation({
    method: 'POST',
    path: '/data-views/:id/export',
    gate: 'signedIn',
    input: z.object({
      ...wish,
      look: z.optional(Look),
      toSpaceId: Id,
      folder: Hash,
      /** Its name without the suffix of the format. */
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TABLE_NAME_MAX)),
      conflict: z._default(Conflict, 'keepBoth'),
    }),
    data: Task,
    errors: [...seen, ...answered, 'fileForbidden', 'folderGone', 'fileNameInvalid', 'tasksTooMany'],
  }),
  export: operation({
    method: 'GET',
    path: '/data/space/data-views/:id/export',
    gate: 'signedIn',
    answers: 'bytes',
    input: z.object({
      ...wish,
      /** A look as JSON. */
      look: z.optional(z.string().check(z.maxLength(20_000))),
    }),
    data: z.null(),
    errors: [...seen, ...answered, 'invalid'],
  }),
}
