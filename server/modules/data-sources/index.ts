import type { FastifyInstance } from 'fastify'
import { dataSources } from '#contract/data-sources.ts'
import { sourceImports } from '#contract/source-imports.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { Tables } from '#server/modules/tables/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import { passwordsOf } from './address.ts'
import { dueImports } from './due.ts'
import { sourceFiles } from './files/index.ts'
import { sourceImportService } from './import-service.ts'
import { sqlSourceImportStore } from './import-store.ts'
import { sourceRuns } from './running.ts'
import { dataSourceService } from './service.ts'
import { sqlDataSourceStore } from './store.ts'

export { type FedTable, fedTables } from './feeding-store.ts'

/** How often one person asks databases in a minute (our choice). */
const ASKS_A_MINUTE = 120

type Needs = Deps & {
  journal: Journal
  messages: Messages
  people: Pick<People, 'byId'>
  spaces: SpaceService
  tables: Tables
  tasks: TasksModule
}

/** Data sources of spaces, and the imports of their rows into tables. */
export function dataSourcesModule(app: FastifyInstance, needs: Needs) {
  const { db, now, tasks, tables } = needs
  const passwords = passwordsOf(needs.seal)
  const sources = sqlDataSourceStore(db)
  const store = sqlSourceImportStore(db)
  const asks = rateLimitOf(ASKS_A_MINUTE, now)
  const files = sourceFiles({ ...needs, passwords })
  const service = dataSourceService({ ...needs, store: sources, passwords, files, asks })
  const imports = sourceImportService({ ...needs, store, sources: service, imports: tables.imports })
  tasks.register(sourceRuns({ ...needs, store, sources, imports: tables.imports, passwords, files }))
  mount(app, dataSources.list, service.list)
  mount(app, dataSources.show, service.show)
  mount(app, dataSources.create, service.create)
  mount(app, dataSources.edit, service.edit)
  mount(app, dataSources.remove, service.remove)
  mount(app, dataSources.test, service.test)
  mount(app, dataSources.databases, service.databases)
  mount(app, dataSources.tables, service.tables)
  mount(app, dataSources.look, service.look)
  mount(app, sourceImports.list, imports.list)
  mount(app, sourceImports.show, imports.show)
  mount(app, sourceImports.create, imports.create)
  mount(app, sourceImports.edit, imports.edit)
  mount(app, sourceImports.remove, imports.remove)
  mount(app, sourceImports.setOn, imports.setOn)
  mount(app, sourceImports.run, imports.run)
  mount(app, sourceImports.runs, imports.runs)
  mount(app, sourceImports.next, imports.next)
  return { runDue: dueImports({ ...needs, store, service: imports }) }
}
