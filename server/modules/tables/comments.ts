import { COMMENT_REPLIES_MAX, TABLE_COMMENTS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { MENTION, type tableComments } from '#contract/table-comments.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { membersAmong, policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { ColumnRow, TableRow } from './catalogue-store.ts'
import type { CommentStore, KeptComment } from './comment-store.ts'
import type { TableNeeds } from './needs.ts'
import type { TableService } from './service.ts'

type Needs = Pick<TableNeeds, 'spaces' | 'catalogue' | 'news' | 'now' | 'newId'> & {
  messages: Messages
  store: CommentStore
  found: TableService['found']
}
type One = { spaceId: string; id: string }
type Space = Parameters<Parameters<SpaceService['change']>[3]>[1]
type Talk = { tx: Tx; space: Space; table: TableRow; columns: ColumnRow[]; actor: SignedIn }
type Said = Pick<KeptComment, 'id' | 'row' | 'text'> & { threadId: string }

const mentionsIn = (text: string): string[] => [...new Set([...text.matchAll(MENTION)].flatMap(([, id]) => id ?? []))]

/**
 * Comments on rows and cells of tables. Everyone who can read the table can read them; members can write them. Authors
 * edit their own; senior members and the owner can delete those of others.
 */
export function tableCommenting({ spaces, catalogue, news, messages, store, found, now, newId }: Needs) {
  async function list({ spaceId, id, ...query }: ParsedOf<typeof tableComments.list>, { actor }: ByActor) {
    const { table, columns } = await found({ spaceId, id }, actor)
    const page = await store.page(table, columns[0], query)
    const mentioned = (one: { text: string; replies: readonly { text: string }[] }) => [
      ...new Set([one, ...one.replies].flatMap(({ text }) => mentionsIn(text))),
    ]
    const names = await store.names([...new Set(page.list.flatMap(mentioned))])
    const namesOf = (ids: readonly string[]) =>
      Object.fromEntries(ids.flatMap((one) => (names.has(one) ? [[one, names.get(one) ?? '']] : [])))
    return { ...page, list: page.list.map((one) => ({ ...one, names: namesOf(mentioned(one)) })) }
  }

  async function cells(one: One, { actor }: ByActor) {
    const { table } = await found(one, actor)
    return store.cells(table.id)
  }

  /** Changes the comments of a table, and notifies pages and the journal in the same transaction. */
  const talk = <T>(
    { spaceId, id }: One,
    actor: SignedIn,
    run: (
      talk: Talk,
    ) => Promise<{ action?: 'tableCommented' | 'tableCommentResolved' | 'tableCommentRemoved'; answer: T }>,
  ): Promise<T> =>
    spaces.change(spaceId, actor, 'table.comment', async (tx, space) => {
      const held = await catalogue.one(space.id, id, actor, { tx, hold: 'share' })
      if (!held) throw new Failure('tableGone')
      const { action, answer } = await run({ tx, space, actor, ...held })
      if (action) await news.note(tx, held.table, { action, doer: actor })
      await news.publish(held.table, { tableId: held.table.id, hasComments: true }, tx)
      return answer
    })

  /** Throws tableCommentGone. */
  async function kept({ tx, table }: Talk, id: string): Promise<KeptComment> {
    const one = await store.one(tx, table.id, id)
    if (!one) throw new Failure('tableCommentGone')
    return one
  }

  /** Those of the given people who may read a table; for a private table, only its creator. */
  const readersAmong = async ({ tx, space, table }: Pick<Talk, 'tx' | 'space' | 'table'>, ids: readonly string[]) =>
    (await membersAmong(tx, space.id, ids)).filter((id) => table.is_shared || id === table.maker_id)

  /** The people mentioned in a text who may read it. Throws tableMentionUnknown for any other. */
  async function mentionable({ tx, space, table }: Talk, text: string): Promise<string[]> {
    const ids = mentionsIn(text)
    if (!ids.length) return ids
    const members = await readersAmong({ tx, space, table }, ids)
    if (ids.some((id) => !members.includes(id))) throw new Failure('tableMentionUnknown')
    return ids
  }

  /** Notifies mentioned people and, for a reply, the participants of the thread; each once, and not the author. */
  async function tell({ tx, space, table, actor }: Talk, said: Said, { before = '' } = {}): Promise<void> {
    const known = mentionsIn(before)
    const mentioned = mentionsIn(said.text).filter((id) => id !== actor.id && !known.includes(id))
    const names = await store.names(mentionsIn(said.text))
    const reason = said.text.replaceAll(MENTION, (_, id: string) => `@${names.get(id) ?? ''}`)
    const about = {
      spaceId: space.id,
      values: { space: space.name, title: table.name, person: actor.name, reason },
      link: `${spacePath(space.id, 'form')}?table=${table.id}&comments=${said.row}`,
    }
    if (mentioned.length) await messages.notify(tx, { kind: 'commentMentioned', to: mentioned, ...about })
    if (said.threadId === said.id || before) return
    const writers = await store.writersIn(tx, said.threadId)
    const to = (await readersAmong({ tx, space, table }, writers)).filter(
      (id) => id !== actor.id && !mentioned.includes(id),
    )
    if (to.length) await messages.notify(tx, { kind: 'commentReplied', to, ...about })
  }

  async function add({ row, column, text, ...where }: ParsedOf<typeof tableComments.add>, { actor }: ByActor) {
    return talk(where, actor, async (one) => {
      const { tx, table, columns } = one
      if (column !== null && !columns.some(({ id }) => id === column)) throw new Failure('tableColumnGone')
      if (!(await store.hasRow(tx, table.id, row))) throw new Failure('tableRowGone')
      if ((await store.count(tx, table.id, null)) >= TABLE_COMMENTS_MAX) throw new Failure('tableCommentsTooMany')
      await mentionable(one, text)
      const id = newId()
      const place = { table_id: table.id, row_id: row, column_id: column, thread_id: null }
      await store.insert(tx, { id, ...place, person_id: actor.id, text, at: now() })
      await tell(one, { id, threadId: id, row, text })
      return { action: 'tableCommented', answer: { id } }
    })
  }

  /** A reply to a reply belongs to the same thread. */
  async function reply({ comment, text, ...where }: ParsedOf<typeof tableComments.reply>, { actor }: ByActor) {
    return talk(where, actor, async (one) => {
      const { tx, table } = one
      const { id: answered, thread_id, row } = await kept(one, comment)
      const threadId = thread_id ?? answered
      if ((await store.count(tx, table.id, threadId)) >= COMMENT_REPLIES_MAX) throw new Failure('tableCommentsTooMany')
      await mentionable(one, text)
      const id = newId()
      const place = { table_id: table.id, row_id: row, thread_id: threadId }
      await store.insert(tx, { id, ...place, person_id: actor.id, text, at: now() })
      await tell(one, { id, threadId, row, text })
      return { action: 'tableCommented', answer: { id } }
    })
  }

  async function edit({ comment, text, ...where }: ParsedOf<typeof tableComments.edit>, { actor }: ByActor) {
    return talk(where, actor, async (one) => {
      const { person_id, text: before, thread_id, ...rest } = await kept(one, comment)
      if (person_id !== actor.id) throw new Failure('spaceRightMissing')
      await mentionable(one, text)
      await store.rewrite(one.tx, comment, { text, at: now() })
      await tell(one, { ...rest, threadId: thread_id ?? rest.id, text }, { before })
      return { answer: null }
    })
  }

  async function resolve(
    { comment, isResolved, ...where }: ParsedOf<typeof tableComments.resolve>,
    { actor }: ByActor,
  ) {
    return talk(where, actor, async (one) => {
      const { id, thread_id } = await kept(one, comment)
      // A reply is resolved with its thread.
      if (thread_id) throw new Failure('tableCommentGone')
      const isNew = await store.resolve(one.tx, id, isResolved ? { personId: actor.id, at: now() } : null)
      return { ...(isNew && isResolved && { action: 'tableCommentResolved' as const }), answer: null }
    })
  }

  async function remove({ comment, ...where }: ParsedOf<typeof tableComments.remove>, { actor }: ByActor) {
    return talk(where, actor, async (one) => {
      const { person_id } = await kept(one, comment)
      if (person_id !== actor.id && !can(actor, 'table.removeComment', policyContextOf(one.space)))
        throw new Failure('spaceRightMissing')
      await store.remove(one.tx, comment)
      return { action: 'tableCommentRemoved', answer: null }
    })
  }

  return { list, cells, add, reply, edit, resolve, remove }
}
