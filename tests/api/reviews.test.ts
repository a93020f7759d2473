import { describe, expect, test } from 'vitest'
import {
  REVIEW_COMMENTS_MAX,
  REVIEW_DAYS,
  REVIEW_LINK_ROWS,
  REVIEW_LINKS_MAX,
  REVIEW_REMIND_DAYS,
} from '#contract/core/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { pseudonymOf } from '#server/query-engine/source-sql.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { buildPublication, COMPLETE } from '../support/publication.ts'
import { PASSWORD } from '../support/world.ts'

const { publications, publicationTemplates, reviews, messages, journal, files, spaces, tables, reports } = contract
const TEXT = 'Which unit is this?'

/** A submission, somebody who reviews it, and what they say of its title. */
async function scene() {
  const built = await buildPublication()
  const { world, admin, submitted } = built
  await admin.data(publications.addReviewer, { personId: world.idOf('ordinary') })
  const { id } = await submitted()
  const reviewer = await world.as('ordinary')
  const say = (more: object = {}) => reviewer.data(reviews.comment, { id, place: 'title.zh', text: TEXT, ...more })
  return { ...built, id, reviewer, say }
}

describe('refusals', () => {
  test('a review is heard by authors and reviewers alone, after the publication too', async () => {
    const { world, spaceId, owner, admin, id, say } = await scene()
    await say()
    const normal = await world.as('normal')
    const strangers = async () => {
      for (const answer of [
        normal.call(reviews.comments, { id }),
        normal.call(reviews.comment, { id, text: TEXT }),
        normal.call(reviews.differences, { id }),
        normal.call(reviews.fileDifferences, { id }),
      ])
        expect(await answer).toMatchObject({ error: 'publicationGone' })
    }
    await strangers()
    await admin.data(publications.approve, { id })
    await strangers()
    expect((await owner.data(reviews.comments, { id })).threads).toHaveLength(1)
    expect(JSON.stringify(await normal.data(journal.list, { id: spaceId }))).not.toContain(TEXT)
  })

  test('authors begin no comments, and nobody says anything of what is decided', async () => {
    const { owner, admin, reviewer, id, say } = await scene()
    expect(await owner.call(reviews.comment, { id, text: TEXT })).toMatchObject({ error: 'reviewClosed' })
    const { id: comment } = await say()
    await admin.data(publications.approve, { id })
    for (const answer of [
      reviewer.call(reviews.comment, { id, text: TEXT }),
      reviewer.call(reviews.reply, { id, comment, text: TEXT }),
      owner.call(reviews.reply, { id, comment, text: TEXT }),
      owner.call(reviews.resolve, { id, comment, isResolved: true }),
      owner.call(reviews.apply, { id, comment }),
    ])
      expect(await answer).toMatchObject({ error: 'reviewClosed' })
  })

  test('a comment on a file that is not there, an answer to none, a suggestion where no text is entered', async () => {
    const { owner, reviewer, id } = await scene()
    expect(await reviewer.call(reviews.comment, { id, path: 'none.csv', text: TEXT })).toMatchObject({
      error: 'fileGone',
    })
    expect(await owner.call(reviews.reply, { id, comment: id, text: TEXT })).toMatchObject({
      error: 'reviewCommentGone',
    })
    expect(
      await reviewer.call(reviews.comment, { id, place: 'authors', text: TEXT, suggestion: 'Olive' }),
    ).toMatchObject({ error: 'invalid' })
  })

  test('a submission has as many comments as people can read', inFull, async () => {
    const { world, reviewer, id, say } = await scene()
    const { id: comment } = await say()
    const row = await world.db
      .selectFrom('review_comment')
      .selectAll()
      .where('id', '=', comment)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: REVIEW_COMMENTS_MAX - 1 }, () => ({ ...row, id: crypto.randomUUID() }))
    await world.db.insertInto('review_comment').values(rows).execute()
    expect(await reviewer.call(reviews.comment, { id, text: TEXT })).toMatchObject({ error: 'reviewCommentsTooMany' })
    expect(await reviewer.call(reviews.reply, { id, comment, text: TEXT })).toMatchObject({
      error: 'reviewCommentsTooMany',
    })
  })
})

describe('a review', () => {
  test('is said of a field or a file, answered, resolved and opened again; those concerned are told', async () => {
    const { owner, reviewer, spaceId, id, say } = await scene()
    const { id: comment } = await say()
    await say({ path: 'casts/cast-1.csv', place: '' })
    const kinds = async (who: typeof owner) => (await who.data(messages.list, {})).list.map(({ kind }) => kind)
    expect(await kinds(owner)).toContain('reviewCommented')
    await owner.data(reviews.reply, { id, comment, text: 'Kelvin.' })
    expect(await kinds(reviewer)).toContain('reviewCommented')
    await owner.data(reviews.resolve, { id, comment, isResolved: true })
    const { threads, ...may } = await owner.data(reviews.comments, { id })
    expect(may).toEqual({ mayComment: false, mayAnswer: true, mayApply: false })
    expect(threads).toMatchObject([
      { place: 'title.zh', path: '', round: 1, text: TEXT, resolved: {}, replies: [{ text: 'Kelvin.' }] },
      { place: 'files', path: 'casts/cast-1.csv', resolved: null, replies: [] },
    ])
    await reviewer.data(reviews.resolve, { id, comment, isResolved: false })
    expect((await reviewer.data(reviews.comments, { id })).threads[0]).toMatchObject({ resolved: null })
    const told = await owner.data(journal.list, { id: spaceId })
    expect(told.list.map(({ action }) => action)).toContain('publicationCommented')
  })

  test('many comments at once are all kept, and hold up nobody else', inFull, async () => {
    const { owner, spaceId, id, say } = await scene()
    const saying = Array.from({ length: 40 }, () => say({ place: '', path: 'casts/cast-1.csv' }))
    expect(await owner.call(spaces.show, { id: spaceId })).toMatchObject({ data: { id: spaceId } })
    await Promise.all(saying)
    expect((await owner.data(reviews.comments, { id })).threads).toHaveLength(40)
  })

  test('a suggestion is written into the draft by one click, once, and leaves the other language as it is', async () => {
    const { owner, admin, id, say } = await scene()
    const { id: title } = await say({ suggestion: '高山湖泊夏季水温' })
    const { id: words } = await say({ place: 'keywords.en', suggestion: 'lake\nwater temperature\n' })
    expect(await owner.call(reviews.apply, { id, comment: title })).toMatchObject({ error: 'reviewClosed' })
    await admin.data(publications.reject, { id, reason: 'See the comments.' })
    await owner.data(reviews.apply, { id, comment: title })
    await owner.data(reviews.apply, { id, comment: words })
    const { fields, revisions, title: named } = await owner.data(publications.show, { id })
    expect(fields.title).toEqual({ zh: '高山湖泊夏季水温', en: COMPLETE.title.en })
    expect(fields.keywords).toEqual({ zh: COMPLETE.keywords.zh, en: ['lake', 'water temperature'] })
    expect([revisions.title, named]).toEqual([1, COMPLETE.title.en])
    await owner.data(publications.save, { id, fields: { title: COMPLETE.title }, bases: { title: 1 } })
    await owner.data(reviews.apply, { id, comment: title })
    expect((await owner.data(publications.show, { id })).fields.title).toEqual(COMPLETE.title)
    const [first] = (await owner.data(reviews.comments, { id })).threads
    expect(first).toMatchObject({ suggestion: { appliedAt: expect.any(String) }, resolved: {} })
  })

  test('the next submission shows what changed: fields, and files added, removed and changed', async () => {
    const { owner, admin, reviewer, spaceId, folder, put, readme, id } = await scene()
    expect(await reviewer.data(reviews.differences, { id })).toMatchObject({ base: null, metadata: [] })
    await admin.data(publications.reject, { id, reason: 'More' })
    await owner.data(files.remove, { spaceId, hashList: [readme.hash] })
    await put('cast-2.csv', 'depth\n1\n')
    const fresh = await owner.data(files.create, { spaceId, hash: folder, path: 'late' })
    await put('cast-1.csv', 'depth,temperature\n0,9.5\n', fresh)
    await owner.data(publications.save, { id, fields: { licence: 'CC0-1.0' }, bases: {} })
    await owner.data(publications.submit, { id })
    const { base, metadata, files: counts } = await reviewer.data(reviews.differences, { id })
    expect(base).toMatchObject({ kind: 'round', number: 1 })
    expect(metadata).toEqual([{ place: 'licence', before: ['CC-BY-4.0'], after: ['CC0-1.0'] }])
    expect(counts).toEqual({ added: 2, removed: 1, changed: 0 })
    const { list } = await reviewer.data(reviews.fileDifferences, { id, size: 2 })
    expect(list).toEqual([
      { path: 'casts/README.md', before: 8, after: null },
      { path: 'casts/cast-2.csv', before: null, after: 8 },
    ])
  })

  test('the first submission of a new version is compared with the version before', async () => {
    const { owner, admin, reviewer, id } = await scene()
    await admin.data(publications.approve, { id })
    const next = await owner.data(publications.newVersion, { id })
    await owner.data(publications.save, { id: next.id, fields: { changes: 'Units' }, bases: {} })
    await owner.data(publications.submit, { id: next.id })
    expect(await reviewer.data(reviews.differences, { id: next.id })).toMatchObject({
      base: { kind: 'version', number: 1 },
      files: { added: 0, removed: 0, changed: 0 },
    })
  })
})

describe('tables of a submission', () => {
  async function tableScene() {
    const built = await scene()
    const { world, owner, reviewer, id: other, submitted, table } = built
    const tableId = await table()
    await owner.data(publications.revoke, { id: other })
    const { id } = await submitted({ tables: [tableId] })
    await world.services.tasks.drain()
    const cells = (more: object = {}) => ({ table: tableId, top: 1, bottom: 2, left: 2, right: 2, ...more })
    const say = (range: ReturnType<typeof cells>) =>
      reviewer.call(reviews.comment, { id, cells: range, text: 'Which datum?' })
    return { ...built, id, tableId, cells, say }
  }

  test('no rows for strangers, none of tables of others, and no comment beyond a table', async () => {
    const { world, reviewer, id, tableId, cells, say, table } = await tableScene()
    const normal = await world.as('normal')
    expect(await normal.call(reviews.rows, { id, table: tableId })).toMatchObject({ error: 'publicationGone' })
    const unchosen = await table('Unpublished')
    expect(await reviewer.call(reviews.rows, { id, table: unchosen })).toMatchObject({ error: 'reviewCellsGone' })
    for (const range of [{ table: unchosen }, { bottom: 3 }, { right: 3 }, { top: 3, bottom: 3 }])
      expect(await say(cells(range))).toMatchObject({ error: 'reviewCellsGone' })
    for (const range of [{ top: 2, bottom: 1 }, { left: 2, right: 1 }, { top: 0 }, { left: 1.5 }])
      expect(await say(cells(range))).toMatchObject({ error: 'invalid' })
    expect((await reviewer.data(reviews.comments, { id })).threads).toEqual([])
  })

  test('are read as they were frozen, and ranges of their cells are commented on, answered and resolved', async () => {
    const { owner, reviewer, spaceId, id, tableId, cells, say } = await tableScene()
    await owner.data(tables.remove, { spaceId, id: tableId })
    const part = { id, table: tableId, first: 1, count: 1 }
    expect(await reviewer.data(reviews.rows, { id, table: tableId })).toEqual({
      rows: [
        ['S1', '0'],
        ['S2', '2.5'],
      ],
    })
    expect(await owner.data(reviews.rows, part)).toEqual({ rows: [['S2', '2.5']] })
    expect(await say(cells())).toMatchObject({ code: 0 })
    const [thread] = (await owner.data(reviews.comments, { id })).threads
    const named = { ...cells(), tableName: 'Casts', leftName: 'Depth', rightName: 'Depth' }
    expect(thread).toMatchObject({ place: 'tables', path: expect.stringContaining('Casts'), cells: named })
    const comment = thread?.id ?? ''
    await owner.data(reviews.reply, { id, comment, text: 'The surface.' })
    await reviewer.data(reviews.resolve, { id, comment, isResolved: true })
    const [again] = (await owner.data(reviews.comments, { id })).threads
    expect(again).toMatchObject({ cells: named, resolved: {}, replies: [{ text: 'The surface.' }] })
  })
})

describe('a claim', () => {
  test('has a deadline, reminds once before it, and is free after it', async () => {
    const { world, reviewer, id } = await scene()
    const { reviewUntil } = await reviewer.data(publications.claim, { id })
    expect(Date.parse(reviewUntil ?? '')).toBe(world.clock.now().getTime() + REVIEW_DAYS * DAY_MS)
    const remind = () => world.services.publications.remindReviewers()
    const again = (who: 'ordinary' | 'owner' | 'admin') => new Client(world.origin).login(`${who}@lab.test`, PASSWORD)
    const kinds = async () => (await (await again('ordinary')).data(messages.list, {})).list.map(({ kind }) => kind)
    expect(await remind()).toBe(0)
    world.clock.advance((REVIEW_DAYS - REVIEW_REMIND_DAYS) * DAY_MS + HOUR_MS)
    expect([await remind(), await remind()]).toEqual([1, 0])
    expect(await kinds()).toContain('reviewEnding')
    await (await again('ordinary')).data(publications.claim, { id, days: 5 })
    world.clock.advance(4 * DAY_MS)
    expect([await remind(), await remind()]).toEqual([1, 0])
    world.clock.advance(2 * DAY_MS)
    expect(await remind()).toBe(1)
    expect(await kinds()).toContain('reviewLapsed')
    const { reviewer: who, history } = await (await again('owner')).data(publications.show, { id })
    expect([who, history.at(-1)?.kind]).toEqual([null, 'lapsed'])
    await (await again('admin')).data(publications.claim, { id })
  })
})

describe('who reviews', () => {
  test('a reviewer of some types and institutions sees and decides these alone; administrators everything', async () => {
    const { world, owner, admin, reviewer, id } = await scene()
    const personId = world.idOf('ordinary')
    const scope = (types: 'software'[], institutions: string[]) =>
      admin.data(publications.addReviewer, { personId, types, institutions })
    await reviewer.data(publications.claim, { id })
    await scope(['software'], [])
    expect((await owner.data(publications.show, { id })).reviewer).toBeNull()
    expect((await reviewer.data(publications.queue, {})).list).toEqual([])
    expect(await reviewer.data(publications.counts, {})).toMatchObject({ queue: 0 })
    for (const answer of [
      reviewer.call(publications.show, { id }),
      reviewer.call(publications.approve, { id }),
      reviewer.call(publications.files, { id }),
      reviewer.call(reviews.comments, { id }),
    ])
      expect(await answer).toMatchObject({ error: 'publicationGone' })
    await scope([], ['Institute of Botany'])
    expect((await reviewer.data(publications.queue, {})).list).toEqual([])
    await scope([], ['Institute of Botany', 'institute of limnology'])
    expect((await reviewer.data(publications.queue, {})).list).toHaveLength(1)
    expect((await admin.data(publications.reviewers, {}))[0]).toMatchObject({
      types: [],
      institutions: ['Institute of Botany', 'institute of limnology'],
    })
    expect((await admin.data(publications.queue, {})).list).toHaveLength(1)
    await reviewer.data(publications.approve, { id })
  })

  test('whoever reviews nothing of a kind gets no message of it', async () => {
    const { world, admin, submitted } = await buildPublication()
    await admin.data(publications.addReviewer, { personId: world.idOf('ordinary'), types: ['software'] })
    await submitted()
    const reviewer = await world.as('ordinary')
    expect((await reviewer.data(messages.list, {})).list).toEqual([])
    expect((await reviewer.data(spaces.list, {})).list).toEqual([])
  })
})

describe('the file of a decision', () => {
  const attach = (who: Client, id: string, name = 'report.txt', text = 'See page 3.') => {
    const form = new FormData()
    form.append('id', id)
    form.append('file', new Blob([text]), name)
    return who.fetch('/api/reviews/attachments', { method: 'POST', body: form })
  }

  test('is attached by reviewers alone while they review, and is with the authors from the decision on', async () => {
    const { world, owner, admin, reviewer, id } = await scene()
    expect(await (await attach(owner, id)).json()).toMatchObject({ error: 'reviewClosed' })
    expect(await (await attach(await world.as('normal'), id)).json()).toMatchObject({ error: 'publicationGone' })
    expect(await (await attach(reviewer, id, 'empty.txt', '')).json()).toMatchObject({ error: 'invalid' })
    await admin.data(publications.claim, { id })
    expect(await (await attach(reviewer, id)).json()).toMatchObject({ error: 'publicationClaimed' })
    await admin.data(publications.release, { id })
    expect(await (await attach(reviewer, id)).json()).toMatchObject({ code: 0 })
    expect(await reviewer.data(reviews.attachments, { id })).toEqual([{ round: 1, name: 'report.txt', sizeBytes: 11 }])
    expect(await owner.data(reviews.attachments, { id })).toEqual([])
    expect(await (await owner.send(reviews.attachment, { id, round: 1 })).json()).toMatchObject({ error: 'fileGone' })
    await reviewer.data(publications.reject, { id, reason: 'See the file.' })
    expect(await (await owner.send(reviews.attachment, { id, round: 1 })).text()).toBe('See page 3.')
    expect(await (await attach(reviewer, id)).json()).toMatchObject({ error: 'reviewClosed' })
  })

  test('is with nobody when the submission is taken back before a decision', async () => {
    const { owner, reviewer, id } = await scene()
    await attach(reviewer, id)
    await owner.data(publications.revoke, { id })
    const ofOwner = async () => [
      await owner.data(reviews.attachments, { id }),
      await (await owner.send(reviews.attachment, { id, round: 1 })).json(),
    ]
    expect(await ofOwner()).toMatchObject([[], { error: 'fileGone' }])
    await owner.data(publications.submit, { id })
    expect(await ofOwner()).toMatchObject([[], { error: 'fileGone' }])
  })
})

describe('a link for reviewers without an account', () => {
  const page = async (origin: string, code: string) => {
    const response = await fetch(`${origin}/review?code=${code}`)
    return { status: response.status, text: await response.text() }
  }

  test('shows the submission and its files, without names, and ends with the decision', async () => {
    const { world, owner, admin, id, spaceId } = await scene()
    const { code } = await owner.data(reviews.makeLink, { id, note: 'Journal' })
    const { status, text } = await page(world.origin, code)
    expect([status, text.includes('casts/cast-1.csv'), text.includes('noindex')]).toEqual([200, true, true])
    expect(['Olive', 'Limnology', 'owner@lab.test', spaceId].filter((one) => text.includes(one))).toEqual([])
    const file = `${world.origin}/api/reviews/link/content?code=${code}&path=casts/cast-1.csv`
    expect(await (await fetch(file)).text()).toContain('8.5')
    await admin.data(publications.reject, { id, reason: 'More' })
    expect((await page(world.origin, code)).status).toBe(404)
    expect(await (await fetch(file)).json()).toMatchObject({ error: 'reviewLinkGone' })
    await owner.data(publications.submit, { id })
    expect((await page(world.origin, code)).status).toBe(404)
  })

  test('many that are made at once hold up nobody, and no more are made than there may be', inFull, async () => {
    const { owner, id } = await scene()
    const asked = Array.from({ length: 40 }, () => owner.call(reviews.makeLink, { id }))
    const errors = (await Promise.all(asked)).flatMap((answer) => ('error' in answer ? [answer.error] : []))
    expect(new Set(errors)).toEqual(new Set(['reviewLinksTooMany']))
    expect((await owner.data(reviews.links, { id })).length).toBe(40 - errors.length)
  })

  test('tells nothing in its page, its data and its headers that names who made the submission', async () => {
    const { world, owner, spaceId, submitted } = await scene()
    const paper = {
      relation: 'IsSupplementTo' as const,
      scheme: 'DOI' as const,
      identifier: '10.5555/olive.owner',
      title: 'Owner, O. (2025)',
    }
    const access = { kind: 'restricted' as const, until: null, terms: { zh: '请联系 owner@lab.test', en: '' } }
    const funding = [{ funder: 'Institute of Limnology', funderRor: '', number: 'LIM-7', title: 'Lakes of Olive' }]
    const { id } = await submitted({ title: { zh: '匿名', en: '' }, related: [paper], access, funding })
    const { name, identifier } = await owner.data(spaces.show, { id: spaceId })
    const telling = ['Olive', 'olive', 'Owner', 'Limnology', 'owner@lab.test', 'LIM-7', spaceId, identifier, name]
    const { code } = await owner.data(reviews.makeLink, { id, note: 'Journal' })
    for (const path of [`/review?code=${code}`, `/api/reviews/link/content?code=${code}&path=casts/cast-1.csv`]) {
      const response = await fetch(world.origin + path)
      const told = [...response.headers].join('\n') + (await response.text())
      expect([path, response.status, telling.filter((one) => told.includes(one))]).toEqual([path, 200, []])
    }
    const { code: open } = await owner.data(reviews.makeLink, { id, hidesNames: false })
    expect((await page(world.origin, open)).text).toContain('10.5555/olive.owner')
  })

  test('shows the rows of a table page by page, and none of what is no table of the submission', async () => {
    const { world, owner, spaceId, id: other, submitted } = await scene()
    const { id: table, columnList } = await owner.data(tables.create, {
      spaceId,
      name: 'Depths',
      columns: [{ name: 'Depth', type: 'number' }],
    })
    const rows = Array.from({ length: REVIEW_LINK_ROWS + 2 }, (_, at) => [String(1000 + at)])
    const columns = columnList.map((column) => column.id)
    await owner.data(tables.change, { spaceId, id: table, change: { kind: 'addRows', columns, rows } })
    await owner.data(publications.revoke, { id: other })
    const { id } = await submitted({ tables: [table] })
    await world.services.tasks.drain()
    const { code } = await owner.data(reviews.makeLink, { id })
    const rowsAt = async (first: unknown, asked = table) => {
      const { status, text } = await page(world.origin, `${code}&table=${asked}&first=${first}`)
      expect(status).toBe(200)
      return (text.match(/<td>1\d{3}<\/td>/g) ?? []).map((cell) => cell.slice(4, 8))
    }
    expect(await rowsAt(0)).toHaveLength(REVIEW_LINK_ROWS)
    expect(await rowsAt(REVIEW_LINK_ROWS)).toEqual(['1050', '1051'])
    expect((await page(world.origin, `${code}&table=${table}&first=0`)).text).toContain(
      `&amp;first=${REVIEW_LINK_ROWS}#`,
    )
    expect(await rowsAt('-1')).toHaveLength(REVIEW_LINK_ROWS)
    expect(await rowsAt(10 ** 8)).toEqual([])
    for (const nothing of ['x', spaceId]) expect(await rowsAt(0, nothing)).toEqual([])
  })

  test('shows the people in tables under pseudonyms, the same in rows, dashboards and downloads', async () => {
    const { world, owner, spaceId, id: other, submitted } = await scene()
    const { id: table, columnList } = await owner.data(tables.create, {
      spaceId,
      name: 'Watches',
      columns: [
        { name: 'Observer', type: 'person' },
        { name: 'Depth', type: 'number' },
      ],
    })
    const [observer = 0, depth = 0] = columnList.map((column) => column.id)
    const me = world.idOf('owner')
    const rows = [
      [me, '1001'],
      [me, '1002'],
      [null, '1003'],
    ]
    await owner.data(tables.change, {
      spaceId,
      id: table,
      change: { kind: 'addRows', columns: [observer, depth], rows },
    })
    const field = (key: string, column: number) => ({
      key,
      name: key,
      from: { kind: 'column' as const, source: 0, column: String(column) },
      isHidden: false,
    })
    const source = { kind: 'table' as const, id: table }
    const definition = {
      type: 'bar',
      query: { base: source, fields: [field('f1', observer), field('f2', depth)] },
      channels: { x: [{ field: 'f1' }], y: [{ field: 'f2', aggregate: 'sum' }] },
    }
    const card = { key: 'c1', x: 0, y: 0, w: 6, h: 6, content: { kind: 'chart', definition } }
    const filters = [{ key: 'q1', name: 'Observer', type: 'text', columns: [{ source, column: String(observer) }] }]
    const content = { kind: 'board', board: { tabs: [{ key: 't1', name: '', cards: [card] }], filters } } as never
    const { id: board, version } = await owner.data(reports.create, { spaceId, name: 'Watches', content })
    await owner.data(reports.publish, { spaceId, id: board, version })
    await owner.data(publications.revoke, { id: other })
    const { id } = await submitted({ tables: [table], boards: [board] })
    await world.services.tasks.drain()
    const [file] = (await owner.data(publications.files, { id })).list.filter(({ path }) => path.includes('Watches'))
    const anyone = new Client(world.origin)
    const told = async (hidesNames: boolean) => {
      const { code } = await owner.data(reviews.makeLink, { id, hidesNames })
      const content = `/api/reviews/link/content?code=${code}&path=${encodeURIComponent(file?.path ?? '')}`
      const response = await fetch(world.origin + content)
      expect(response.status).toBe(200)
      return {
        rows: (await page(world.origin, `${code}&table=${table}&first=0`)).text,
        file: await response.text(),
        card: JSON.stringify(await anyone.data(reviews.card, { code, board, card: 'c1' })),
        offered: JSON.stringify(await anyone.data(reviews.offered, { code, board, filter: 'q1' })),
        sought: JSON.stringify(await anyone.data(reviews.offered, { code, board, filter: 'q1', q: 'Olive' })),
      }
    }
    const named = await told(false)
    expect(Object.values(named).filter((text) => !text.includes('Olive'))).toEqual([])
    const hidden = await told(true)
    expect(Object.values(hidden).filter((text) => text.includes('Olive'))).toEqual([])
    const [pseudonym = ''] = /P-[0-9a-f]{8}/.exec(hidden.file) ?? []
    expect(hidden.file).toBe(`Observer,Depth\r\n${pseudonym},1001\r\n${pseudonym},1002\r\n,1003\r\n`)
    for (const text of [hidden.rows, hidden.card, hidden.offered]) expect(text).toContain(pseudonym)
    expect(hidden.sought).not.toContain('P-')
    expect(pseudonymOf('', 'Olive Owner')).not.toBe(pseudonym)
  })

  test('gives the README that was drafted without names, where it hides them', async () => {
    const { world, owner, cast, create } = await scene()
    const { id } = await create({ ...COMPLETE, files: [cast.hash] })
    const { text } = await owner.data(publications.readme, { id })
    expect(text).toContain('Olive Owner')
    const readme = `${text}\n## Methods\n\nTaken by Olive Owner (owner@lab.test).\n`
    await owner.data(publications.save, { id, fields: { readme }, bases: {} })
    await owner.data(publications.submit, { id })
    const readBy = async (hidesNames: boolean) => {
      const { code } = await owner.data(reviews.makeLink, { id, hidesNames })
      return (await fetch(`${world.origin}/api/reviews/link/content?code=${code}&path=README.md`)).text()
    }
    const hidden = await readBy(true)
    expect(hidden).toContain('Taken by … (…).')
    expect(['Olive', 'Limnology', 'owner@lab.test'].filter((one) => hidden.includes(one))).toEqual([])
    expect(await readBy(false)).toBe(readme)
  })

  test('shows no person and no organisation of the fields that a template adds', async () => {
    const { world, owner, admin, submitted } = await scene()
    const { definition } = (await admin.data(publicationTemplates.list, {})).find(({ id }) => id === 'dataset') ?? {}
    const words = { zh: '航次', en: 'Cruise' }
    const cruise = [
      { key: 'chief', type: 'person' as const, title: words },
      { key: 'station', type: 'organisation' as const, title: words },
      { key: 'ship', type: 'text' as const, title: words },
    ]
    const groups = [...(definition?.groups ?? []), { title: words, fields: cruise }]
    await admin.data(publicationTemplates.set, {
      id: 'cruise',
      version: 0,
      isOn: true,
      definition: { resourceType: 'dataset', groups, name: words },
    })
    const extra = { chief: ['Olive Chief'], station: ['Limnology Station'], ship: ['RV Perch'] }
    const { id } = await submitted({ template: 'cruise', extra })
    const { code } = await owner.data(reviews.makeLink, { id })
    const { text } = await page(world.origin, code)
    expect(['RV Perch', 'Olive Chief', 'Limnology Station'].filter((one) => text.includes(one))).toEqual(['RV Perch'])
  })

  test('tells names where its maker wants it, and is ended by hand', async () => {
    const { world, owner, reviewer, id } = await scene()
    const { code } = await reviewer.data(reviews.makeLink, { id, hidesNames: false })
    expect((await page(world.origin, code)).text).toContain('Olive Owner')
    const [link] = await owner.data(reviews.links, { id })
    await owner.data(reviews.endLink, { id, link: link?.id ?? '' })
    expect((await page(world.origin, code)).status).toBe(404)
    expect(await owner.call(reviews.endLink, { id, link: link?.id ?? '' })).toMatchObject({ error: 'reviewLinkGone' })
  })

  test('is made by authors and reviewers of what waits, so many of them', async () => {
    const { world, owner, admin, id } = await scene()
    const normal = await world.as('normal')
    for (const answer of [normal.call(reviews.makeLink, { id }), normal.call(reviews.links, { id })])
      expect(await answer).toMatchObject({ error: 'publicationGone' })
    for (let made = 0; made < REVIEW_LINKS_MAX; made += 1) await owner.data(reviews.makeLink, { id })
    expect(await owner.call(reviews.makeLink, { id })).toMatchObject({ error: 'reviewLinksTooMany' })
    await admin.data(publications.approve, { id })
    expect(await owner.call(reviews.makeLink, { id })).toMatchObject({ error: 'reviewClosed' })
    const gone = await page(world.origin, 'none')
    expect([gone.status, gone.text.includes('链接已失效')]).toEqual([404, true])
  })
})
