import * as z from 'zod/mini'
import { Conflict, Hash } from './files.ts'
import { IMPORT_URLS_MAX } from './limits.ts'
import { operation } from './operation.ts'
import { Id } from './shapes.ts'
import { Task } from './tasks.ts'

/** The folder that files are brought to; the root when absent. */
const place = { spaceId: Id, hash: z.optional(Hash), conflict: z._default(Conflict, 'keepBoth') }
const making = [
  'spaceNotFound',
  'spaceForbidden',
  'folderGone',
  'fileForbidden',
  'spaceRightMissing',
  'tasksTooMany',
] as const

export const imports = {
  fromUrl: operation({
    method: 'POST',
    path: '/imports/url',
    summary: 'Fetches files from addresses on the web in the background; nothing in inner networks can be reached.',
    gate: 'signedIn',
    input: z.object({
      ...place,
      urls: z
        .array(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)))
        .check(z.minLength(1), z.maxLength(IMPORT_URLS_MAX)),
    }),
    data: Task,
    errors: [...making, 'outsideRefused'],
  }),
}
