import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { BOARD_CARDS_MAX, REPORT_BYTES_MAX, REPORT_VERSIONS_MAX, REPORTS_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { buildReports } from '../support/reports.ts'

const { journal, reports, rights } = contract

describe('refusals', () => {
  test.each([
    ['ordinary', 'spaceNotFound'],
    ['stranger', 'notSignedIn'],
  ] as const)('%s learns nothing of the reports of a private space', async (who, error) => {
    const { world, spaceId, publish, ofBoard } = await buildReports()
    const { id, version } = await publish()
    const client = await world.as(who)
    const one = { spaceId, id }
    for (const answer of [
      client.call(reports.list, { spaceId }),
      client.call(reports.show, { id }),
      client.call(reports.create, { spaceId, name: 'Mine', content: ofBoard }),
      client.call(reports.edit, { ...one, version, name: 'Mine' }),
      client.call(reports.publish, { ...one, version }),
      client.call(reports.withdraw, one),
      client.call(reports.versions, one),
      client.call(reports.version, { ...one, number: 1 }),
      client.call(reports.nameVersion, { ...one, number: 1, name: 'Mine' }),
      client.call(reports.restore, { ...one, version, number: 1 }),
      client.call(reports.remove, one),
    ])
      expect(await answer).toMatchObject({ error })
  })

  test('what was never published is there for its maker alone', async () => {
    const { world, spaceId, save } = await buildReports()
    const { id, version } = await save()
    const senior = await world.as('senior')
    const one = { spaceId, id }
    for (const answer of [
      senior.call(reports.show, { id }),
      senior.call(reports.edit, { ...one, version, name: 'Theirs' }),
      senior.call(reports.publish, { ...one, version }),
      senior.call(reports.remove, one),
    ])
      expect(await answer).toMatchObject({ error: 'reportGone' })
    expect((await senior.data(reports.list, { spaceId })).list).toEqual([])
    expect(await senior.data(reports.find, { q: 'Lake' })).toEqual([])
  })

  test('who may not make tables makes no reports, and who may not edit tables changes none of others', async () => {
    const { world, owner, spaceId, publish, ofChart } = await buildReports()
    const { id, version } = await publish()
    const normal = await world.as('normal')
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['T_CREATE'] })
    const one = { spaceId, id }
    for (const answer of [
      normal.call(reports.edit, { ...one, version, name: 'Mine' }),
      normal.call(reports.publish, { ...one, version }),
      normal.call(reports.withdraw, one),
      normal.call(reports.versions, one),
      normal.call(reports.version, { ...one, number: 1 }),
      normal.call(reports.restore, { ...one, version, number: 1 }),
      normal.call(reports.remove, one),
    ])
      expect(await answer).toMatchObject({ error: 'spaceRightMissing' })
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['T_EDIT'] })
    expect(await normal.call(reports.create, { spaceId, name: 'X', content: ofChart })).toMatchObject({
      error: 'spaceRightMissing',
    })
  })

  test('a draft that another person changed in between is not overwritten, and its person is named', async () => {
    const { world, owner, spaceId, publish, ofBoard } = await buildReports()
    const { id, version } = await publish()
    const senior = await world.as('senior')
    await senior.data(reports.edit, { spaceId, id, version, name: 'Theirs' })
    const { name } = await senior.data(contract.session.current, {})
    for (const answer of [
      owner.call(reports.edit, { spaceId, id, version, content: ofBoard }),
      owner.call(reports.publish, { spaceId, id, version }),
      owner.call(reports.restore, { spaceId, id, version, number: 1 }),
    ])
      expect(await answer).toMatchObject({ error: 'reportChanged', message: expect.stringContaining(name) })
  })

  test('a chart does not become a board', async () => {
    const { owner, spaceId, save, ofChart, ofBoard } = await buildReports()
    const { id, version } = await save(ofChart)
    expect(await owner.call(reports.edit, { spaceId, id, version, content: ofBoard })).toMatchObject({
      error: 'reportKindFixed',
    })
  })

  test('a version that is not there', async () => {
    const { owner, spaceId, publish } = await buildReports()
    const { id, version } = await publish()
    const none = { spaceId, id, number: 9 }
    for (const answer of [
      owner.call(reports.version, none),
      owner.call(reports.nameVersion, { ...none, name: 'X' }),
      owner.call(reports.restore, { ...none, version }),
    ])
      expect(await answer).toMatchObject({ error: 'reportVersionGone' })
    const beyond = { spaceId, id, number: 99_999_999_999 }
    expect(await owner.call(reports.version, beyond)).toMatchObject({ error: 'invalid' })
  })

  test(`more than ${REPORTS_MAX} reports of a space`, async () => {
    const { world, owner, spaceId, save, ofBoard } = await buildReports()
    await save()
    await sql`insert into report select gen_random_uuid(), space_id, kind, name || n, description, maker_id, created_at,
      changed_at, changed_by, version, draft, published, last_number from report,
      generate_series(2, ${REPORTS_MAX}) as n`.execute(world.db)
    expect(await owner.call(reports.create, { spaceId, name: 'One more', content: ofBoard })).toMatchObject({
      error: 'reportsTooMany',
    })
  })

  test('a board with one card twice, with too many, or of too many bytes', async () => {
    const { owner, spaceId, board } = await buildReports()
    const [tab] = board.tabs
    const [card] = tab?.cards ?? []
    if (!tab || !card) throw new Error('no card')
    const withCards = (cards: (typeof card)[]) =>
      owner.call(reports.create, {
        spaceId,
        name: 'X',
        content: { kind: 'board', board: { ...board, tabs: [{ ...tab, cards }] } },
      })
    const many = Array.from({ length: BOARD_CARDS_MAX + 1 }, (_, at) => ({ ...card, key: `c${at}` }))
    expect(await withCards([card, card])).toMatchObject({ error: 'invalid' })
    expect(await withCards(many)).toMatchObject({ error: 'invalid' })
    const markup = 'x'.repeat(REPORT_BYTES_MAX / BOARD_CARDS_MAX / 0.5)
    const heavy = many.slice(1).map((one) => ({ ...one, content: { kind: 'text' as const, markup } }))
    expect((await withCards(heavy)).code).not.toBe(0)
  })
})

describe('drafts and what readers see', () => {
  test('readers see what was published until it is published anew', async () => {
    const { world, owner, spaceId, publish, board, ofBoard } = await buildReports()
    const { id, version } = await publish()
    const normal = await world.as('normal')
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: [] })
    const next = { kind: 'board' as const, board: { ...board, filters: [] } }
    const saved = await owner.data(reports.edit, { spaceId, id, version, content: next })
    const seen = await normal.data(reports.show, { id })
    expect(seen).toMatchObject({ published: ofBoard, draft: null, isChanged: true })
    await owner.data(reports.publish, { spaceId, id, version: saved.version })
    expect(await normal.data(reports.show, { id })).toMatchObject({
      published: { board: { filters: [] } },
      isChanged: false,
    })
  })

  test('one that is withdrawn is there for its maker alone, with its versions', async () => {
    const { world, owner, spaceId, publish } = await buildReports()
    const { id } = await publish()
    const senior = await world.as('senior')
    await owner.data(reports.withdraw, { spaceId, id })
    expect(await senior.call(reports.show, { id })).toMatchObject({ error: 'reportGone' })
    expect(await owner.data(reports.versions, { spaceId, id })).toMatchObject([{ number: 1, isPublished: false }])
  })

  test('a name is only told as changed when it is another one', async () => {
    const { owner, spaceId, publish, board } = await buildReports()
    const { id, version } = await publish()
    const { name } = await owner.data(reports.show, { id })
    const content = { kind: 'board' as const, board: { ...board, filters: [] } }
    const told = async () =>
      (await owner.data(journal.list, { id: spaceId })).list.filter(({ action }) => action === 'reportEdited').length
    const saved = await owner.data(reports.edit, { spaceId, id, version, name, content })
    expect(await told()).toBe(0)
    await owner.data(reports.edit, { spaceId, id, version: saved.version, name: `${name} 2` })
    expect(await told()).toBe(1)
  })

  test('the list tells the newest first, with a small picture of boards, and is searched', async () => {
    const { owner, spaceId, save, ofChart } = await buildReports()
    await save(ofChart, 'Warm stations')
    await save(undefined, 'Lake in summer')
    const { list } = await owner.data(reports.list, { spaceId })
    expect(list).toMatchObject([
      {
        name: 'Lake in summer',
        kind: 'board',
        chartType: '',
        outline: [
          { x: 0, y: 0, w: 6, h: 6, type: 'bar' },
          { x: 6, y: 0, w: 6, h: 3, type: 'text' },
        ],
      },
      { name: 'Warm stations', kind: 'chart', chartType: 'bar', outline: [] },
    ])
    const names = async (wish: object) =>
      (await owner.data(reports.list, { spaceId, ...wish })).list.map(({ name }) => name)
    expect(await names({ q: 'warm' })).toEqual(['Warm stations'])
    expect(await names({ kind: 'board' })).toEqual(['Lake in summer'])
    const first = await owner.data(reports.list, { spaceId, size: 1 })
    expect(await names({ size: 1, after: first.next })).toEqual(['Warm stations'])
    expect(await owner.data(reports.find, { q: 'summer' })).toMatchObject([{ name: 'Lake in summer', kind: 'board' }])
  })

  test('a board shows a chart of the space as it is published, and the chart names the boards it stands on', async () => {
    const { world, owner, spaceId, save, publish, board, ofChart, chart } = await buildReports()
    const kept = await publish(ofChart, 'Warm stations')
    const drafted = await save(ofChart, 'Unfinished')
    const [tab] = board.tabs
    const cardOf = (key: string, id: string) => ({
      key,
      x: 0,
      y: 0,
      w: 4,
      h: 4,
      content: { kind: 'saved' as const, id },
    })
    const cards = [cardOf('c1', kept.id), cardOf('c2', drafted.id)]
    const { id } = await publish({
      kind: 'board',
      board: { ...board, tabs: [{ key: 't1', name: tab?.name ?? '', cards }] },
    })
    const edit = { ...chart, type: 'line' as const }
    await owner.data(reports.edit, {
      spaceId,
      id: kept.id,
      version: kept.version,
      content: { kind: 'chart', definition: edit },
    })
    const senior = await world.as('senior')
    expect((await senior.data(reports.show, { id })).charts).toMatchObject([
      { id: kept.id, name: 'Warm stations', definition: { type: 'bar' } },
    ])
    expect((await owner.data(reports.show, { id })).charts).toHaveLength(2)
    const used = [{ id, name: 'Lake' }]
    expect((await owner.data(reports.show, { id: kept.id })).usedBy).toEqual(used)
    const listed = async (who: typeof owner) =>
      Object.fromEntries((await who.data(reports.list, { spaceId })).list.map(({ name, usedBy }) => [name, usedBy]))
    expect(await listed(owner)).toEqual({ Lake: [], Unfinished: used, 'Warm stations': used })
    // A chart that is used by what somebody may not see is used by nothing, for them.
    await owner.data(reports.withdraw, { spaceId, id })
    expect(await listed(senior)).toEqual({ 'Warm stations': [] })
  })

  test('what a member who leaves has made belongs to the owner', async () => {
    const { world, owner, spaceId, save } = await buildReports()
    const senior = await world.as('senior')
    const { id, maker } = await save(undefined, 'Theirs', senior)
    await owner.data(contract.spaces.removeMember, { id: spaceId, personId: maker.personId })
    expect((await owner.data(reports.show, { id })).maker.personId).toBe(world.idOf('owner'))
  })
})

describe('versions', () => {
  test('each publication is one; one of them is named, and restored as the draft', async () => {
    const { owner, spaceId, publish, board, ofBoard } = await buildReports()
    const { id, version } = await publish()
    const content = { kind: 'board' as const, board: { ...board, filters: [] } }
    const edited = await owner.data(reports.edit, { spaceId, id, version, content })
    const second = await owner.data(reports.publish, { spaceId, id, version: edited.version, name: 'Without filters' })
    await owner.data(reports.nameVersion, { spaceId, id, number: 1, name: 'First' })
    expect(await owner.data(reports.versions, { spaceId, id })).toMatchObject([
      { number: 2, name: 'Without filters', isPublished: true },
      { number: 1, name: 'First', isPublished: false },
    ])
    expect(await owner.data(reports.version, { spaceId, id, number: 1 })).toMatchObject(ofBoard)
    await owner.data(reports.restore, { spaceId, id, number: 1, version: second.version })
    const { draft, published } = await owner.data(reports.show, { id })
    expect(draft).toMatchObject(ofBoard)
    expect(published).toMatchObject({ board: { filters: [] } })
    const actions = (await owner.data(journal.list, { id: spaceId })).list.map(({ action }) => action)
    expect(actions.slice(0, 3)).toEqual(['reportRestored', 'reportPublished', 'reportPublished'])
  })

  test('the oldest without a name make room, and named ones stay', async () => {
    const { world, owner, spaceId, publish } = await buildReports()
    const { id, version } = await publish()
    await owner.data(reports.nameVersion, { spaceId, id, number: 1, name: 'First' })
    await sql`insert into report_version select report_id, n, '', content, maker_id, at from report_version,
      generate_series(2, ${REPORT_VERSIONS_MAX}) as n`.execute(world.db)
    await sql`update report set last_number = ${REPORT_VERSIONS_MAX}`.execute(world.db)
    const numbers = async () => (await owner.data(reports.versions, { spaceId, id })).map(({ number }) => number)
    const saved = await owner.data(reports.publish, { spaceId, id, version })
    expect(await numbers()).toHaveLength(REPORT_VERSIONS_MAX)
    expect((await numbers()).slice(-2)).toEqual([3, 1])
    await sql`update report_version set name = 'kept'`.execute(world.db)
    expect(await owner.call(reports.publish, { spaceId, id, version: saved.version })).toMatchObject({
      error: 'reportVersionsTooMany',
    })
  })
})
