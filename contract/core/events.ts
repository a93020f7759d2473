import * as z from 'zod/mini'
import { TaskNews } from '../tasks.ts'
import { Id } from './shapes.ts'

/** Id of an open page: random, chosen by the page. */
export const PageId = z.string().check(z.regex(/^[\w-]{8,40}$/))

/** A page that looks at something: one person may have several. */
const looking = { pageId: PageId, personId: Id, personName: z.string(), isHere: z.boolean() }
/** A page that looks at a table; `isTyping`: the cell is being written in. */
export const Presence = z.object({
  ...looking,
  cell: z.nullable(z.object({ row: z.number(), column: z.number(), isTyping: z.boolean() })),
})
export type Presence = z.infer<typeof Presence>
/** A page on which a draft of a publication is edited; `place` is the field that has the focus, '' for none. */
export const DraftPresence = z.object({ ...looking, place: z.string() })
export type DraftPresence = z.infer<typeof DraftPresence>

/**
 * Events of the realtime channel, by `mark`. Source: spec section 7. `network` with type `message` and state `read`:
 * the user read or deleted messages on another page. With type `approval` and state `changed`, sent to administrators:
 * a pending request was answered or withdrawn, or now belongs to somebody else. With type `role` and state `changed`:
 * the user's role at the site is now that of `content`. With type `notices` and state `changed`: maintenance or an
 * announcement was changed.
 */
export const RealtimeEvent = z.discriminatedUnion('mark', [
  z.object({ mark: z.literal('message'), title: z.string(), content: z.string() }),
  z.object({ mark: z.literal('network'), type: z.string(), state: z.string(), content: z.string() }),
  /**
   * Files or metadata of a space changed; `folders` are the hashes of the changed folders, `above` those of all folders
   * that contain them, whose sizes and counts may have changed. With type `views`: rows may have changed that views hand
   * out of a table that not everybody sees. With type `task`, sent to the task's person only: the
   * progress `task`; without `task` one was deleted.
   */
  z.object({
    mark: z.literal('space'),
    type: z.enum(['files', 'space', 'views', 'task']),
    spaceId: Id,
    folders: z.array(z.string()),
    above: z.optional(z.array(z.string())),
    task: z.optional(TaskNews),
  }),
  /**
   * A table of a space changed, or with no `tableId` the list of its tables. `change` is the number of the change. With
   * `presence` nothing changed: someone is viewing a cell of it (null: no cell), or has left it (`isHere` false). With
   * `hasComments` only the comments on it changed, with `hasViews` only its saved views.
   */
  z.object({
    mark: z.literal('table_refresh'),
    spaceId: Id,
    tableId: z.optional(Id),
    change: z.optional(z.number()),
    presence: z.optional(Presence),
    hasComments: z.optional(z.boolean()),
    hasViews: z.optional(z.boolean()),
  }),
  /** Someone is editing a draft of a publication, or has left it. */
  z.object({ mark: z.literal('draft'), spaceId: Id, draftId: Id, presence: DraftPresence }),
  /** Which part of a long read of the person is done, from 0 to 1, by the id that the call named itself. */
  z.object({ mark: z.literal('query'), reqId: z.string(), share: z.number() }),
])
export type RealtimeEvent = z.infer<typeof RealtimeEvent>
/** Path of the WebSocket below the site root; the caller's email address follows. */
export const REALTIME_PATH = '/api/msg/'
/**
 * WebSocket close codes of the server: access refused; too many sockets of the user; events may have been lost, so
 * lists have to be reloaded.
 */
export const CHANNEL_REFUSED = 4401
export const CHANNEL_FULL = 4429
export const CHANNEL_AGAIN = 1012
/**
 * Path of the WebSocket of those who read a board without an account: `?board=` its id in a public space, or `?link=` a
 * share link. It says BOARD_NEWS when a source of the board has changed, or may have, and nothing else.
 */
export const BOARD_NEWS_PATH = '/api/board-news'
export const BOARD_NEWS = 'board'
