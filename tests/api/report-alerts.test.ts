import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { buildReports } from '../support/reports.ts'

const { journal, messages, reports, spaces, tables } = contract
const refusal = async (answer: Promise<{ code: number }>) => ((await answer) as { error?: string }).error ?? 'success'

/** A published board whose card `c1` shows the greatest temperature, 9 at first. */
async function buildNumber() {
  const built = await buildReports()
  const { casts, column, publish, owner, spaceId, world } = built
  const query = { base: casts.ref, fields: [column('f1', 'Temperature', 0, 2)] }
  const definition = {
    type: 'number' as const,
    query,
    channels: { y: [{ field: 'f1', aggregate: 'greatest' as const }] },
  }
  const { id } = await publish({ kind: 'chart', definition })
  const one = { spaceId, id }
  const measure = (value: string) => {
    const change = { kind: 'addRows' as const, columns: [Number(casts.ids[2])], rows: [[value]] }
    return owner.data(tables.change, { spaceId, id: casts.id, change })
  }
  const told = async (who = owner) =>
    (await who.data(messages.list, {})).list.filter(({ kind }) => kind === 'numberAbove' || kind === 'numberBelow')
  const check = () => world.services.reports.checkAlerts()
  const above = { card: 'c1', direction: 'above' as const, value: 12 }
  return { ...built, one, measure, told, check, above }
}

describe('an alert is refused', () => {
  test('to who may not read the space, on drafts, on cards that are not there or show no single number', async () => {
    const { world, owner, one, above, publish, save, spaceId } = await buildNumber()
    expect(await refusal((await world.as('ordinary')).call(reports.addAlert, { ...one, ...above }))).toBe(
      'spaceNotFound',
    )
    expect(await refusal(owner.call(reports.addAlert, { ...one, ...above, card: 'c9' }))).toBe('cardGone')
    const board = await publish()
    expect(await refusal(owner.call(reports.addAlert, { spaceId, id: board.id, ...above }))).toBe('alertUnfit')
    const draft = await save()
    expect(await refusal(owner.call(reports.addAlert, { spaceId, id: draft.id, ...above }))).toBe('reportUnpublished')
  })

  test('beyond 100 of one person, and nobody switches or deletes those of others', async () => {
    const { world, owner, one, above } = await buildNumber()
    const alert = await owner.data(reports.addAlert, { ...one, ...above })
    const senior = await world.as('senior')
    expect(await senior.data(reports.alerts, one)).toEqual([])
    expect(await refusal(senior.call(reports.switchAlert, { ...one, alert: alert.id, isOn: false }))).toBe('alertGone')
    expect(await refusal(senior.call(reports.removeAlert, { ...one, alert: alert.id }))).toBe('alertGone')
    await Promise.all(Array.from({ length: 99 }, () => owner.data(reports.addAlert, { ...one, ...above })))
    expect(await refusal(owner.call(reports.addAlert, { ...one, ...above }))).toBe('alertsTooMany')
  })
})

describe('the list of all of one’s alerts', () => {
  test('has those of no one else, and no name of what its person may not view any more, which can still be deleted', async () => {
    const { world, owner, one, above, publish, spaceId, casts, column } = await buildNumber()
    const senior = await world.as('senior')
    await owner.data(reports.addAlert, { ...one, ...above })
    const mine = await senior.data(reports.addAlert, { ...one, ...above })
    const query = { base: casts.ref, fields: [column('f1', 'Depth', 0, 1)] }
    const channels = { y: [{ field: 'f1', aggregate: 'greatest' as const }] }
    const other = await publish({ kind: 'chart', definition: { type: 'gauge', query, channels } })
    await senior.data(reports.addAlert, { spaceId, id: other.id, ...above })
    const found = await senior.data(reports.myAlerts, {})
    expect(found.map(({ reportId }) => reportId)).toEqual([other.id, one.id])
    expect(found.every(({ report }) => report !== null)).toBe(true)
    await owner.data(reports.withdraw, { spaceId, id: other.id })
    expect((await senior.data(reports.myAlerts, {})).map(({ report }) => report === null)).toEqual([true, false])
    const { list } = await owner.data(spaces.members, { id: spaceId })
    const personId = list.find(({ role }) => role === 'senior')?.personId ?? ''
    await owner.data(spaces.removeMember, { id: spaceId, personId })
    expect((await senior.data(reports.myAlerts, {})).map(({ report }) => report)).toEqual([null, null])
    expect(await refusal(owner.call(reports.removeAlert, { ...one, alert: mine.id }))).toBe('alertGone')
    await senior.data(reports.removeAlert, { ...one, alert: mine.id })
    expect(await senior.data(reports.myAlerts, {})).toHaveLength(1)
  })
})

describe('a number that crosses a value', () => {
  test('is told to each alert of a person on it, which is read once for all', async () => {
    const { owner, one, above, measure, told, check } = await buildNumber()
    for (const value of [10, 11, 20]) await owner.data(reports.addAlert, { ...one, ...above, value })
    await measure('13')
    expect(await check()).toBe(3)
    expect(await told()).toHaveLength(2)
    expect((await owner.data(reports.alerts, one)).map(({ lastValue }) => lastValue)).toEqual([13, 13, 13])
  })

  test('is told once, and again only after it came back', async () => {
    const { owner, one, above, measure, told, check, casts, spaceId } = await buildNumber()
    await owner.data(reports.addAlert, { ...one, ...above })
    await check()
    expect(await told()).toEqual([])
    await measure('13')
    await check()
    await measure('14')
    await check()
    expect(await told()).toMatchObject([{ kind: 'numberAbove', link: `/dashboard/${one.id}` }])
    expect((await told())[0]?.content).toContain('13')
    const { list } = await owner
      .data(tables.rows, { spaceId, id: casts.id, first: 0, count: 100 })
      .then((page) => ({ list: page.rows }))
    const hot = list.filter(({ cells }) => Number(cells[2]) > 12).map(({ id }) => id)
    await owner.data(tables.change, { spaceId, id: casts.id, change: { kind: 'removeRows', rows: hot } })
    await check()
    expect(await owner.data(reports.alerts, one)).toMatchObject([{ isCrossed: false, lastValue: 9 }])
    await measure('20')
    await check()
    expect(await told()).toHaveLength(2)
  })

  test('is looked at again by a clock that was ahead at the last look', async () => {
    const { owner, one, above, check, world } = await buildNumber()
    await owner.data(reports.addAlert, { ...one, ...above })
    world.clock.advance(300 * DAY_MS)
    expect(await check()).toBe(1)
    world.clock.advance(-300 * DAY_MS)
    expect(await check()).toBe(1)
    expect(await check()).toBe(0)
  })

  test('is told with few digits, and with as many as show that it crossed', async () => {
    const { owner, one, above, measure, told, check } = await buildNumber()
    await owner.data(reports.addAlert, { ...one, ...above })
    await measure('13.33333333333')
    await check()
    expect((await told())[0]?.content).toContain('13.3333 (> 12)')
    await owner.data(reports.addAlert, { ...one, ...above, value: 14 })
    await measure('14.00000001')
    await check()
    expect((await told())[0]?.content).toContain('14.00000001 (> 14)')
  })

  test('is not told of an alert that is off, that was beyond from the start, or whose person may read it no more', async () => {
    const { world, owner, one, above, measure, told, check, spaceId } = await buildNumber()
    const off = await owner.data(reports.addAlert, { ...one, ...above })
    await owner.data(reports.switchAlert, { ...one, alert: off.id, isOn: false })
    expect(await owner.data(reports.addAlert, { ...one, ...above, value: 5 })).toMatchObject({
      isCrossed: true,
      lastValue: 9,
    })
    const senior = await world.as('senior')
    await senior.data(reports.addAlert, { ...one, ...above })
    const { list } = await owner.data(spaces.members, { id: spaceId })
    const personId = list.find(({ role }) => role === 'senior')?.personId ?? ''
    await owner.data(spaces.removeMember, { id: spaceId, personId })
    await measure('13')
    await check()
    expect(await told()).toEqual([])
    expect(await told(senior)).toEqual([])
    await owner.data(reports.switchAlert, { ...one, alert: off.id, isOn: true })
    await check()
    expect(await told()).toHaveLength(1)
  })

  test('that can no longer be read leaves a sign in the list, and the journal knows who set what', async () => {
    const { owner, one, above, measure, check, spaceId } = await buildNumber()
    const alert = await owner.data(reports.addAlert, { ...one, ...above })
    await owner.data(reports.withdraw, one)
    await measure('13')
    await check()
    expect((await owner.data(reports.alerts, one))[0]?.failedAt).not.toBeNull()
    await owner.data(reports.removeAlert, { ...one, alert: alert.id })
    const { list } = await owner.data(journal.list, { id: spaceId })
    expect(list.map(({ action }) => action)).toEqual(expect.arrayContaining(['reportAlertAdded', 'reportAlertRemoved']))
  })
})
