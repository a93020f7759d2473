import type { FastifyInstance } from 'fastify'
import { methods } from '#contract/methods.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { type MethodCatalogue, methodCatalogue } from './catalogue.ts'
import { setupOf } from './rows.ts'
import { methodSettings } from './settings.ts'
import { sqlMethodStore } from './store.ts'
import { methodTests } from './test-button.ts'
import { watch } from './watch.ts'

export type { Journey, Outsider, Return } from './adapter.ts'
export { MethodError, ReturnError } from './adapter.ts'
export { ensureMethods } from './environment.ts'
export type { OpenMethod } from './open-methods.ts'

/** The operations with which other modules sign people in. */
export type Methods = Omit<MethodCatalogue, 'close' | 'forget'> & Pick<ReturnType<typeof methodTests>, 'probe'>

type Needs = Deps & { audit: Pick<Audit, 'record'>; origin: () => string }

/** Outside sign-in methods: settings for administrators, and the sign-in through them. */
export function methodsModule(app: FastifyInstance, { db, bus, seal, audit, origin, now, newId }: Needs): Methods {
  const store = sqlMethodStore(db)
  const seen = watch(now)
  const setup = setupOf(seal, origin)
  const { close, forget, ...catalogue } = methodCatalogue({ store, bus, seen, setupOf: setup })
  const settings = methodSettings({ store, bus, seal, audit, seen, origin, now, newId, forget })
  const { test, probe } = methodTests({ store, seal, seen, setupOf: setup, rowOf: settings.rowOf, newId })
  mount(app, methods.list, (_input, { language }) => settings.list(language))
  mount(app, methods.places, ({ kind }) => Promise.resolve(settings.places(kind)))
  mount(app, methods.create, settings.create)
  mount(app, methods.update, settings.update)
  mount(app, methods.order, ({ ids }, call) => settings.order(ids, call))
  mount(app, methods.remove, ({ id }, call) => settings.remove(id, call))
  mount(app, methods.test, test)
  app.addHook('onClose', async () => close())
  return { ...catalogue, probe }
}
