import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startJobs } from '#server/jobs.ts'
import { buildWorld } from '../support/world.ts'

test('a schedule that this version does not know ends with the start, its queue too', async () => {
  const { url, services, clock } = await buildWorld()
  const earlier = new PgBoss({ connectionString: url, schema: 'jobs' })
  await earlier.start()
  await earlier.createQueue('sweep-former')
  await earlier.schedule('sweep-former', '* * * * *')
  const jobs = await startJobs(url, services, { log: pino({ level: 'silent' }), now: clock.now })
  const names = (await earlier.getSchedules()).map(({ name }) => name)
  expect(names).toContain('sweep-trash')
  expect(names).not.toContain('sweep-former')
  expect(await earlier.getQueue('sweep-former')).toBeNull()
  await jobs.stop()
  await earlier.stop({ graceful: false })
})
