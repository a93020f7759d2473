import { describe, expect, test } from 'vitest'
import { aTask, fakeClock } from './fakes.ts'
import { Tally } from './tally.ts'

describe('speed of the queue', () => {
  test('is sampled each second while something moves, and forgotten when nothing does', async () => {
    const { clock, advance } = fakeClock()
    const task = aTask()
    const tally = new Tally(
      clock,
      () => [task],
      () => {},
    )
    tally.run(true)
    await advance(1000)
    tally.moved(500)
    task.complete = 500
    await advance(1000)
    expect([tally.rate(), tally.rate(task.id)]).toEqual([500, 500])
    tally.run(false)
    expect(tally.rate()).toBe(0)
  })

  test('counts what was sent; the processing rate also what need not be sent', async () => {
    const { clock, advance } = fakeClock()
    const tally = new Tally(
      clock,
      () => [],
      () => {},
    )
    tally.run(true)
    await advance(1000)
    tally.spared(300)
    await advance(1000)
    expect([tally.rate(), tally.processingRate()]).toEqual([0, 300])
  })
})

test('the last file and the folder that it went into are told, until the next run', () => {
  const { clock } = fakeClock()
  const tally = new Tally(
    clock,
    () => [],
    () => {},
  )
  tally.finished({ ...aTask(), spaceId: 's', targetHash: 'top', dirHash: null })
  expect(tally.destination).toEqual({ spaceId: 's', folder: 'top' })
  tally.finished({ ...aTask(), spaceId: 's', targetHash: 'top', dirHash: 'inner' }, 'made')
  expect(tally.destination).toEqual({ spaceId: 's', folder: 'inner', file: 'made' })
  tally.reset()
  expect(tally.destination).toBeNull()
})
