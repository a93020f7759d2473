import * as z from 'zod/mini'
import { TaskNews } from '../tasks.ts'
import { Id } from './shapes.ts'

/**
 * What the realtime channel carries, by `mark`. Source: spec section 7. `network` of type `message` and state `read`
 * says that messages were read or deleted on another page of the person; of type `approval` and state `changed`, told to
 * administrators, that something waits for them no longer, or belongs to somebody else.
 */
export const RealtimeEvent = z.discriminatedUnion('mark', [
  z.object({ mark: z.literal('message'), title: z.string(), content: z.string() }),
  z.object({ mark: z.literal('network'), type: z.string(), state: z.string(), content: z.string() }),
  /**
   * Files or metadata of a space changed; `folders` are the hashes whose content is different now. Of type `task`, told to
   * its person only: how far `task` is; without one a task is gone.
   */
  z.object({
    mark: z.literal('space'),
    type: z.enum(['files', 'space', 'task']),
    spaceId: Id,
    folders: z.array(z.string()),
    task: z.optional(TaskNews),
  }),
  z.object({ mark: z.literal('table_refresh'), spaceId: Id }),
])
export type RealtimeEvent = z.infer<typeof RealtimeEvent>
/** Path of the socket below the site root; the caller's e-mail address follows. */
export const REALTIME_PATH = '/api/msg/'
/** Codes that the server closes it with: never for this page; not while the person has so many; look again, news may have been missed. */
export const CHANNEL_REFUSED = 4401
export const CHANNEL_FULL = 4429
export const CHANNEL_AGAIN = 1012
