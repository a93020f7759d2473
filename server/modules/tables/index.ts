import type { FastifyInstance } from 'fastify'
import { tables } from '#contract/tables.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { sqlTableCatalogue } from './catalogue-store.ts'
import { sqlChanges } from './change-store.ts'
import { tableWork } from './changing.ts'
import { sqlTableIndexes } from './index-store.ts'
import { tableIndexing } from './indexing.ts'
import { ANCHOR_ROWS, rowPositions } from './positions.ts'
import { sqlQuestions } from './question-store.ts'
import { tableService } from './service.ts'
import { undoing } from './undoing.ts'

type Needs = Deps & { journal: Journal; spaces: SpaceService }

/** The tables of spaces: typed rows that people change together and take back. */
export function tablesModule(app: FastifyInstance, deps: Needs) {
  const { db, now } = deps
  const changes = sqlChanges(db)
  const questions = sqlQuestions(db)
  const onError = (err: unknown) => app.log.warn({ err }, 'an index or the positions of a table were not made')
  const indexing = tableIndexing({ store: sqlTableIndexes(db), now, onError })
  app.addHook('onClose', indexing.settled)
  const positions = rowPositions((id) => questions.anchors(id, ANCHOR_ROWS), onError)
  const needs = { ...deps, catalogue: sqlTableCatalogue(db), questions, changes, indexing, positions }
  const service = tableService(needs)
  const work = tableWork(needs)
  const { undo, redo } = undoing(work, changes)
  mount(app, tables.list, service.list)
  mount(app, tables.create, service.create)
  mount(app, tables.show, service.show)
  mount(app, tables.edit, service.edit)
  mount(app, tables.rows, service.rows)
  mount(app, tables.change, work.change)
  mount(app, tables.undo, undo)
  mount(app, tables.redo, redo)
  return { indexing }
}
