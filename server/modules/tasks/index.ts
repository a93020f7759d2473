import type { FastifyInstance } from 'fastify'
import { tasks } from '#contract/tasks.ts'
import { mount } from '#server/http/mount.ts'
import { taskEngine } from './engine.ts'
import { sqlLeaseStore } from './lease-store.ts'
import type { TaskNeeds } from './needs.ts'
import { sqlPartStore } from './part-store.ts'
import { taskService } from './service.ts'
import { sqlTaskStore } from './store.ts'

export type { ArrivalNeeds } from './arrival-folders.ts'
export { arrivals } from './arrivals.ts'
export { batchesOf } from './batches-of.ts'
export { eachOf } from './each-of.ts'
export type { NewPart, Part } from './planning.ts'
export { sentenceOf } from './rows.ts'
export { actingFor, type Broken, type Running } from './running.ts'
export type { Work } from './working.ts'

/** Functions for other modules. */
export type TasksModule = ReturnType<typeof tasksModule>

/** Background tasks that people see, cancel and retry. */
export function tasksModule(app: FastifyInstance, needs: TaskNeeds) {
  const { db } = needs
  const shared = { ...needs, store: sqlTaskStore(db), leases: sqlLeaseStore(db), parts: sqlPartStore(db) }
  const engine = taskEngine(shared)
  const service = taskService({ ...shared, isRegistered: engine.isRegistered })
  mount(app, tasks.mine, service.mine)
  mount(app, tasks.ofSpace, service.ofSpace)
  mount(app, tasks.counts, service.counts)
  mount(app, tasks.show, service.show)
  mount(app, tasks.parts, service.parts)
  mount(app, tasks.cancel, service.cancel)
  mount(app, tasks.retry, service.retry)
  mount(app, tasks.remove, service.remove)
  app.addHook('preClose', engine.stop)
  return {
    register: engine.register,
    begin: service.begin,
    start: engine.start,
    drain: engine.drain,
    sweep: service.sweep,
    /** For administrators, whose changes are audited by the caller. */
    stop: service.stop,
    found: service.found,
    reopen: service.reopen,
  }
}
