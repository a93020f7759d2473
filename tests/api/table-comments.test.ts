import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { COMMENT_REPLIES_MAX, TABLE_COMMENTS_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { buildTable } from '../support/data-table.ts'

const { journal, messages, tableComments, tables } = contract

/** A table with two rows, and its people. */
async function scene() {
  const table = await buildTable()
  const { world, one, ids, add } = table
  const { rows } = await add([
    ['S01', '1.5'],
    ['S02', null],
  ])
  const [owner, senior, normal] = [await world.as('owner'), await world.as('senior'), await world.as('normal')]
  const idOf = async (client: typeof owner) => (await client.data(contract.session.current, {})).userId
  const say = async (who: typeof owner, text: string, place: object = {}) =>
    (await who.data(tableComments.add, { ...one, row: rows[0] ?? 0, column: ids[1] ?? 0, text, ...place })).id
  const listed = async (query: object = {}, who = owner) =>
    (await who.data(tableComments.list, { ...one, ...query })).list
  const heard = async (who: typeof owner) =>
    (await who.data(messages.list, {})).list.filter(({ kind }) => kind.startsWith('comment'))
  return { ...table, owner, senior, normal, idOf, rows, say, listed, heard }
}

describe('a comment', () => {
  test('on a row or column that is gone, or in a table that is gone, is refused', async () => {
    const { owner, one, ids, say, change, rows } = await scene()
    const tried = (place: object) => owner.call(tableComments.add, { ...one, row: rows[0] ?? 0, text: 'x', ...place })
    expect(await tried({ row: 9999 })).toMatchObject({ error: 'tableRowGone' })
    expect(await tried({ column: 99 })).toMatchObject({ error: 'tableColumnGone' })
    const gone = { ...one, comment: one.id, text: 'x' }
    expect(await owner.call(tableComments.reply, gone)).toMatchObject({ error: 'tableCommentGone' })
    expect(await owner.call(tableComments.edit, gone)).toMatchObject({ error: 'tableCommentGone' })
    expect(await owner.call(tableComments.remove, gone)).toMatchObject({ error: 'tableCommentGone' })
    expect(await owner.call(tableComments.resolve, { ...gone, isResolved: true })).toMatchObject({
      error: 'tableCommentGone',
    })
    expect(await tried({ text: '   ' })).toMatchObject({ error: 'invalid' })
    await say(owner, 'Before the column goes', { column: ids[1] })
    await change({ kind: 'removeColumns', columns: [ids[1] ?? 0] })
    expect(await tried({ column: ids[1] })).toMatchObject({ error: 'tableColumnGone' })
    await owner.data(tables.remove, one)
    expect(await owner.call(tableComments.list, one)).toMatchObject({ error: 'tableGone' })
  })

  test('that is one too many is refused', async () => {
    const { world, owner, one, rows, say, idOf } = await scene()
    const comment = await say(owner, 'x')
    const person_id = await idOf(owner)
    const at = new Date('2026-11-20T00:00:00Z')
    const more = (count: number, thread_id: string | null) =>
      world.db
        .insertInto('table_comment')
        .values(Array.from({ length: count }, () => ({ ...kept, id: randomUUID(), thread_id })))
        .execute()
    const kept = { table_id: one.id, row_id: rows[0] ?? 0, person_id, text: 'x', at }
    await more(COMMENT_REPLIES_MAX - 1, comment)
    await owner.data(tableComments.reply, { ...one, comment, text: 'the last' })
    const refused = { error: 'tableCommentsTooMany' }
    expect(await owner.call(tableComments.reply, { ...one, comment, text: 'x' })).toMatchObject(refused)
    for (let count = 1; count < TABLE_COMMENTS_MAX; count += 999)
      await more(Math.min(999, TABLE_COMMENTS_MAX - count), null)
    expect(await owner.call(tableComments.add, { ...one, row: rows[0] ?? 0, text: 'x' })).toMatchObject(refused)
  })

  test('is for members: who may only read a public space reads it', async () => {
    const { world, owner, one, spaceType, say, rows } = await publicScene()
    expect(spaceType).toBe('public')
    const comment = await say(owner, 'Seen by all')
    const reader = await world.as('ordinary')
    expect((await reader.data(tableComments.list, one)).list).toMatchObject([{ id: comment, text: 'Seen by all' }])
    const refused = { error: 'spaceRightMissing' }
    expect(await reader.call(tableComments.add, { ...one, row: rows[0] ?? 0, text: 'x' })).toMatchObject(refused)
    expect(await reader.call(tableComments.reply, { ...one, comment, text: 'x' })).toMatchObject(refused)
    expect(await reader.call(tableComments.resolve, { ...one, comment, isResolved: true })).toMatchObject(refused)
  })

  test('is edited by its author alone, and removed by its author, senior members and the owner', async () => {
    const { one, normal, senior, owner, say, listed } = await scene()
    const comment = await say(senior, 'Is this depth right?')
    const other = await say(normal, 'Mine')
    const refused = { error: 'spaceRightMissing' }
    expect(await owner.call(tableComments.edit, { ...one, comment, text: 'x' })).toMatchObject(refused)
    expect(await normal.call(tableComments.remove, { ...one, comment })).toMatchObject(refused)
    await senior.data(tableComments.edit, { ...one, comment, text: 'Is this depth in metres?' })
    expect((await listed())[1]).toMatchObject({ text: 'Is this depth in metres?', editedAt: expect.any(String) })
    await senior.data(tableComments.remove, { ...one, comment: other })
    await senior.data(tableComments.remove, { ...one, comment })
    expect(await listed()).toEqual([])
  })

  test('tells who said what, of which row and column, with the replies, newest first', async () => {
    const { one, ids, rows, owner, senior, normal, say, listed } = await scene()
    const first = await say(owner, 'First\nwith a second line')
    const second = await say(senior, 'Of the row', { row: rows[1], column: null })
    const { id: reply } = await normal.data(tableComments.reply, { ...one, comment: first, text: 'Yes' })
    await owner.data(tableComments.reply, { ...one, comment: reply, text: 'To the reply' })
    expect(await listed()).toMatchObject([
      { id: second, row: rows[1], column: null, title: 'S02', resolved: null, replies: [] },
      {
        id: first,
        row: rows[0],
        column: ids[1],
        title: 'S01',
        text: 'First\nwith a second line',
        by: { personName: 'Olive Owner' },
        replies: [{ text: 'Yes' }, { text: 'To the reply', by: { personName: 'Olive Owner' } }],
      },
    ])
    const page = await owner.data(tableComments.list, { ...one, size: 1 })
    const rest = await owner.data(tableComments.list, { ...one, size: 1, after: page.next ?? '' })
    expect([...page.list, ...rest.list].map(({ id }) => id)).toEqual([second, first])
  })

  test('is found by its row, its cell, its words and those of its replies', async () => {
    const { one, ids, rows, owner, say, listed } = await scene()
    const cell = await say(owner, 'The sensor drifted 100%')
    const row = await say(owner, 'Other', { column: null })
    const far = await say(owner, 'Far', { row: rows[1] })
    await owner.data(tableComments.reply, { ...one, comment: far, text: 'It was recalibrated' })
    const ofRow = { row: String(rows[0]) }
    expect((await listed(ofRow)).map(({ id }) => id)).toEqual([row, cell])
    expect((await listed({ ...ofRow, column: String(ids[1]) })).map(({ id }) => id)).toEqual([cell])
    expect((await listed({ q: '100%' })).map(({ id }) => id)).toEqual([cell])
    expect((await listed({ q: 'RECALIBRATED' })).map(({ id }) => id)).toEqual([far])
  })

  test('is resolved and opened again; cells are told while they have one that is not', async () => {
    const { one, ids, rows, owner, senior, normal, say, listed } = await scene()
    const comment = await say(owner, 'One')
    await say(owner, 'Two')
    await say(owner, 'Row', { row: rows[1], column: null })
    const cells = () => owner.data(tableComments.cells, one)
    expect(await cells()).toEqual({
      open: 3,
      cells: [
        { row: rows[0], column: ids[1], count: 2 },
        { row: rows[1], column: null, count: 1 },
      ],
    })
    await normal.data(tableComments.resolve, { ...one, comment, isResolved: true })
    expect((await listed({ isResolved: 'true' })).map(({ id, resolved }) => [id, resolved?.personName])).toEqual([
      [comment, expect.any(String)],
    ])
    expect(await cells()).toMatchObject({ open: 2 })
    await senior.data(tableComments.resolve, { ...one, comment, isResolved: false })
    expect((await listed({ isResolved: 'false' })).map(({ resolved }) => resolved)).toEqual([null, null, null])
    const { id: reply } = await normal.data(tableComments.reply, { ...one, comment, text: 'x' })
    expect(await normal.call(tableComments.resolve, { ...one, comment: reply, isResolved: true })).toMatchObject({
      error: 'tableCommentGone',
    })
  })

  test('of a deleted row stays, and stands at the row again when that comes back', async () => {
    const { rows, owner, change, undo, say, listed } = await scene()
    await say(owner, 'About to go')
    await change({ kind: 'removeRows', rows: [rows[0] ?? 0] })
    expect(await listed()).toMatchObject([{ title: null, row: rows[0] }])
    await undo()
    expect(await listed()).toMatchObject([{ title: 'S01' }])
  })

  test('goes with its table', async () => {
    const { world, one, owner, say } = await scene()
    await say(owner, 'x')
    await owner.data(tables.remove, one)
    await owner.data(tables.remove, { ...one, isForever: true })
    expect(await world.db.selectFrom('table_comment').selectAll().where('table_id', '=', one.id).execute()).toEqual([])
  })

  test('stands in the journal, but not that of a table which is its maker’s alone', async () => {
    const { one, owner, say } = await scene()
    const told = async () =>
      (await owner.data(journal.list, { id: one.spaceId })).list
        .map(({ action }) => action)
        .filter((action) => action.startsWith('tableComment'))
    const comment = await say(owner, 'x')
    await owner.data(tableComments.resolve, { ...one, comment, isResolved: true })
    await owner.data(tableComments.remove, { ...one, comment })
    expect(await told()).toEqual(['tableCommentRemoved', 'tableCommentResolved', 'tableCommented'])
    await owner.data(tables.edit, { ...one, isShared: false })
    await say(owner, 'mine')
    expect((await told()).length).toBe(3)
  })
})

async function publicScene() {
  const table = await scene()
  const { owner, one } = table
  await owner.data(contract.spaces.setType, { id: one.spaceId, type: 'public' })
  const { type } = await owner.data(contract.spaces.show, { id: one.spaceId })
  return { ...table, spaceType: type }
}

describe('a mention', () => {
  test('of somebody who cannot see the table is refused', async () => {
    const { world, owner, senior, one, rows, idOf } = await scene()
    const stranger = await idOf(await world.as('ordinary'))
    const tried = (id: string) => owner.call(tableComments.add, { ...one, row: rows[0] ?? 0, text: `See @{${id}}` })
    expect(await tried(stranger)).toMatchObject({ error: 'tableMentionUnknown' })
    await owner.data(tables.edit, { ...one, isShared: false })
    expect(await tried(await idOf(senior))).toMatchObject({ error: 'tableMentionUnknown' })
  })

  test('tells that person once, with the words and the way there', async () => {
    const { owner, senior, normal, one, rows, idOf, say, listed, heard } = await scene()
    const id = await idOf(senior)
    const comment = await say(owner, `@{${id}} and @{${id}}, look`)
    const [told, ...more] = await heard(senior)
    expect(more).toEqual([])
    expect(told).toMatchObject({ kind: 'commentMentioned', link: expect.stringContaining(`comments=${rows[0]}`) })
    expect(told?.content).toContain('look')
    expect(told?.content).not.toContain(id)
    expect(await listed()).toMatchObject([{ names: { [id]: expect.any(String) } }])
    await owner.data(tableComments.edit, { ...one, comment, text: `@{${id}} look again, @{${await idOf(normal)}}` })
    expect((await heard(senior)).length).toBe(1)
    expect((await heard(normal)).length).toBe(1)
    expect(await heard(owner)).toEqual([])
  })

  test('in a table that has become its maker’s alone is told to nobody else who wrote before', async () => {
    const { owner, senior, one, say, heard } = await scene()
    const comment = await say(senior, 'Is this right?')
    await owner.data(tables.edit, { ...one, isShared: false })
    await owner.data(tableComments.reply, { ...one, comment, text: 'Between us: no' })
    expect(await heard(senior)).toEqual([])
  })

  test('in a reply is no second message for those who wrote in the thread', async () => {
    const { owner, senior, normal, one, idOf, say, heard } = await scene()
    const comment = await say(owner, 'Who knows?')
    await senior.data(tableComments.reply, { ...one, comment, text: 'I do' })
    await normal.data(tableComments.reply, { ...one, comment, text: `Ask @{${await idOf(owner)}}` })
    expect((await heard(owner)).map(({ kind }) => kind)).toEqual(['commentMentioned', 'commentReplied'])
    expect((await heard(senior)).map(({ kind }) => kind)).toEqual(['commentReplied'])
    expect(await heard(normal)).toEqual([])
  })
})
