import type { FastifyInstance } from 'fastify'
import { Gauge, type Metric } from 'prom-client'
import { JobQueue, jobs } from '#contract/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { MailService } from '#server/modules/mails/index.ts'
import { remembered } from '#server/storage/remembered.ts'
import { type JobNeeds, jobService } from './service.ts'
import { sqlJobStore } from './store.ts'
import { watchdog } from './watchdog.ts'

export { troubleOf } from './words.ts'
export { SILENT_MS } from './work-store.ts'

/** The metrics are read often, and the same for every node. */
const METRICS_AGE_MS = 10_000

type Needs = Deps & Pick<JobNeeds, 'audit' | 'tasks' | 'renditions'> & { mails: MailService; origin: () => string }

/** All work in the background for administrators, and the watchdog that names what is stuck. */
export function jobsModule(app: FastifyInstance, needs: Needs) {
  const { db, now, log } = needs
  const store = sqlJobStore(db)
  const service = jobService({ ...needs, store })
  const watch = watchdog({ ...needs, store })
  mount(app, jobs.list, service.list)
  mount(app, jobs.queues, service.queues)
  mount(app, jobs.cancel, service.cancel)
  mount(app, jobs.retry, service.retry)
  app.addHook('onClose', async () => watch.stop())

  const troubles = remembered(METRICS_AGE_MS, now, (_key: null) => watch.troubles())
  const stuck = new Gauge({
    name: 'dataspace_work_stuck',
    help: 'Work in the background without a sign of life, or due for long and taken by nobody, by queue',
    labelNames: ['queue'],
    registers: [],
    async collect() {
      this.reset()
      const rows = await troubles(null).catch((error: unknown) => {
        log.warn({ err: error }, 'stuck work not counted')
        return null
      })
      if (!rows) return
      for (const queue of JobQueue.options) this.set({ queue }, 0)
      for (const { queue, reason, count } of rows) if (reason !== 'failed') this.inc({ queue }, count)
    },
  })
  return { troubles: () => troubles(null), look: watch.look, start: watch.start, metrics: [stuck] as readonly Metric[] }
}
export type JobsModule = ReturnType<typeof jobsModule>
