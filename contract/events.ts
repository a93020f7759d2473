import * as z from 'zod/mini'
import { Id } from './shapes.ts'

/** What the realtime channel carries, by `mark`. Source: spec section 7. */
export const RealtimeEvent = z.discriminatedUnion('mark', [
  z.object({ mark: z.literal('message'), title: z.string(), content: z.string() }),
  z.object({ mark: z.literal('network'), type: z.string(), state: z.string(), content: z.string() }),
  /** Files or facts of a space changed; `folders` are the hashes whose content is different now. */
  z.object({ mark: z.literal('space'), type: z.enum(['files', 'space']), spaceId: Id, folders: z.array(z.string()) }),
  z.object({ mark: z.literal('table_refresh'), spaceId: Id }),
])
export type RealtimeEvent = z.infer<typeof RealtimeEvent>
/** Path of the socket below the site root; the caller's e-mail address follows. */
export const REALTIME_PATH = '/api/msg/'
