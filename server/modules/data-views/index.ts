import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { QUERY_SECONDS } from '#contract/core/limits.ts'
import { dataViews } from '#contract/data-views.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/context.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { sqlQuestions, type Tables } from '#server/modules/tables/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import { fileSources } from '#server/query-engine/files.ts'
import type { QueryEngine } from '#server/query-engine/index.ts'
import { endingWithCalls } from '#server/storage/pipeline.ts'
import { answering } from './answering.ts'
import { asking } from './asking.ts'
import { behindQueries } from './behind.ts'
import { sqlDataViews, type ViewRow } from './catalogue-store.ts'
import { leavesOf } from './content.ts'
import { sqlDatabase } from './database-store.ts'
import { database } from './dialects-store.ts'
import { engineQueries } from './engine-store.ts'
import { viewExports } from './exporting.ts'
import { spaceFiles } from './files.ts'
import { resolving } from './resolving.ts'
import { dataViewService } from './service.ts'
import { namesOfSources } from './source-names-store.ts'
import { sqlShapes } from './sql-shapes.ts'

export { isToldById, namesAnId } from './behind.ts'
export type { FrozenFiles, FrozenSource, NamedView } from './files.ts'
export { placeView, tablesByName } from './placing-store.ts'

type Needs = Deps & {
  journal: Journal
  spaces: SpaceService
  files: FilesModule
  engine: QueryEngine
  tasks: Pick<TasksModule, 'begin' | 'register'>
  tables: Pick<Tables, 'snapshots'>
}

/** The data views of spaces: rows of tables, files and other views, combined without a copy. */
export function dataViewsModule(app: FastifyInstance, deps: Needs) {
  const { db, now } = deps
  const views = sqlDataViews(db)
  const sources = fileSources({ ...deps, folder: join(deps.config.ownDir, 'query-files') })
  const files = spaceFiles({ db, files: deps.files, sources })
  const engine = engineQueries({ db, engine: deps.engine, files: sources, snapshots: deps.tables.snapshots })
  const sqlShape = sqlShapes((content, personId) =>
    engine.over(leavesOf(content), personId, (found) => found.describe(content)),
  )
  const found = resolving({ db, views, files, sqlShape })
  const service = dataViewService({ ...deps, views, resolving: found })
  const store = sqlDatabase(endingWithCalls(db), database)
  const questions = sqlQuestions(db)
  const answers = answering({ store, engine, questions, now })
  const asked = asking({ ...deps, service, resolving: found, answers })
  mount(app, dataViews.list, service.list)
  mount(app, dataViews.find, service.find)
  mount(app, dataViews.create, service.create)
  mount(app, dataViews.show, service.show)
  mount(app, dataViews.edit, service.edit)
  mount(app, dataViews.remove, service.remove)
  mount(app, dataViews.versions, service.versions)
  const { memoryBytes } = deps.config.queries
  mount(app, dataViews.limits, async () => ({ seconds: QUERY_SECONDS, memoryBytes }))
  mount(app, dataViews.check, service.check)
  mount(app, dataViews.rows, asked.rows)
  mount(app, dataViews.answer, asked.answer)
  mount(app, dataViews.join, asked.join)
  mount(app, dataViews.source, asked.source)
  const exports = viewExports({ ...deps, service, answers, questions })
  deps.tasks.register(exports.work)
  mount(app, dataViews.exportInto, exports.begin)
  mountBytes(app, dataViews.export, exports.sent)
  return {
    answerAs: asked.answerAs,
    answerFrozen: asked.answerFrozen,
    named: found.named,
    /** The views of a space that somebody may see; at most so many. */
    visible: (spaceId: string, actor: SignedIn, most: number): Promise<ViewRow[]> => views.all(spaceId, actor, most),
    /** Names of tables, views, files and folders that somebody may see, by their ids. */
    namesOf: (spaceId: string, ids: readonly string[], actor: SignedIn) => namesOfSources(db, spaceId, ids, actor),
    ...behindQueries({ views, resolving: found }),
  }
}
/** Functions for other modules. */
export type DataViews = ReturnType<typeof dataViewsModule>
