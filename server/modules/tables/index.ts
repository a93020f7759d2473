import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { tableComments } from '#contract/table-comments.ts'
import { tables } from '#contract/tables.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { QueryEngine } from '#server/query-engine/index.ts'
import { endingWithCalls } from '#server/storage/pipeline.ts'
import { sqlTableCatalogue } from './catalogue-store.ts'
import { sqlChanges } from './change-store.ts'
import { tableWork } from './changing.ts'
import { sqlComments } from './comment-store.ts'
import { tableCommenting } from './comments.ts'
import { tableCopies } from './copying.ts'
import { tableDictionary } from './dictionary.ts'
import { mountTableFiles } from './file-calls.ts'
import { tableHistory } from './history.ts'
import { sqlTableHistory } from './history-store.ts'
import { importRuns } from './importing.ts'
import { sqlTableIndexes } from './index-store.ts'
import { tableIndexing } from './indexing.ts'
import { measureChanged, tableKeeping } from './keeping.ts'
import { tableLooks } from './looking.ts'
import { tableNews } from './news.ts'
import { ANCHOR_ROWS, rowPositions } from './positions.ts'
import { previewing } from './previewing.ts'
import { sqlQuestions } from './question-store.ts'
import { scanLimit } from './scan-limit.ts'
import { tableService } from './service.ts'
import { tableSnapshots } from './snapshots.ts'
import { tableTrash } from './trash.ts'
import { undoing } from './undoing.ts'
import { sqlTableViews } from './view-store.ts'
import { tableViews } from './views.ts'

export { type ColumnRow, type TableRow, visibleTo } from './catalogue-store.ts'
export { type Binding, comparison, fitsOperator } from './comparison-store.ts'
export { downloads } from './downloads.ts'
export { writeInTask } from './file-task.ts'
export { databaseTarget } from './formula-calls-store.ts'
export { engineTarget } from './formula-engine-store.ts'
export { FormulaTooLarge, formulaSql } from './formula-sql-store.ts'
export type { FormulaTarget } from './formula-target.ts'
export { asFailure } from './import-sources.ts'
export { type ImportedTable, importedTables } from './imported-store.ts'
export { draftsOf, type Imported, type ImportRuns, type RowSource } from './importing.ts'
export { namedCells } from './named-cells.ts'
export { bound, boundMany, cell, onWire, rowsOf } from './physical-store.ts'
export { placeTable } from './placing.ts'

type Needs = Deps & {
  engine: QueryEngine
  journal: Journal
  spaces: SpaceService
  files: FilesModule
  tasks: TasksModule
  messages: Messages
}

export { type Questions, sqlQuestions } from './question-store.ts'
export { cellsOf } from './row-store.ts'
export { CHANGES_UNDER_WAY } from './snapshot-store.ts'
export { COPY_ROWS, type TableSnapshots } from './snapshots.ts'

export type Tables = ReturnType<typeof tablesModule>

/** The tables of spaces: typed rows that people change together and take back. */
export function tablesModule(app: FastifyInstance, deps: Needs) {
  const { db, now } = deps
  const news = tableNews(deps)
  const changes = sqlChanges(db)
  const questions = sqlQuestions(endingWithCalls(db))
  const onError = (err: unknown) => app.log.warn({ err }, 'an index or the positions of a table were not made')
  const indexing = tableIndexing({ store: sqlTableIndexes(db), now, onError })
  app.addHook('onClose', indexing.settled)
  const positions = rowPositions((id) => sqlQuestions(db).anchors(id, ANCHOR_ROWS), onError)
  const needs = {
    ...deps,
    catalogue: sqlTableCatalogue(db),
    questions,
    changes,
    indexing,
    positions,
    views: sqlTableViews(db),
    keeping: tableKeeping({ news, now }),
    news,
  }
  const snapshots = tableSnapshots({
    ...deps,
    folder: join(deps.config.ownDir, 'snapshots'),
    onError: (err) => app.log.warn({ err }, 'a table was not copied for questions'),
  })
  app.addHook('onClose', async () => snapshots.close())
  const limited = scanLimit()
  const service = tableService({ ...needs, limited, searching: scanLimit() })
  const work = tableWork(needs)
  const trash = tableTrash(needs)
  const copies = tableCopies({ ...needs, trash })
  const looks = tableLooks({ ...needs, tables: service })
  const views = tableViews(needs)
  const history = tableHistory({ ...needs, store: sqlTableHistory(endingWithCalls(db)), tables: service, limited })
  const { undo, redo } = undoing(work, changes)
  mount(app, tables.list, service.list)
  mount(app, tables.create, service.create)
  mount(app, tables.show, service.show)
  mount(app, tables.edit, service.edit)
  mount(app, tables.look, service.look)
  mount(app, tables.rows, service.rows)
  mount(app, tables.change, work.change)
  mount(app, tables.undo, undo)
  mount(app, tables.redo, redo)
  mount(app, tables.preview, limited(previewing(needs)))
  mount(app, tables.history, history.list)
  mount(app, tables.changedCells, history.cells)
  mount(app, tables.moment, history.moment)
  mount(app, tables.nameChange, history.nameChange)
  mount(app, tables.statistics, limited(service.statistics))
  mount(app, tables.remove, async (wish, context) => {
    await trash.remove(wish, context)
    if (wish.isForever) await snapshots.forget(wish.id)
    return null
  })
  mount(app, tables.groups, limited(looks.groups))
  mount(app, tables.compare, limited(looks.compare))
  mount(app, tables.tryFormula, looks.tryFormula)
  mount(app, tables.putBack, trash.putBack)
  mount(app, tables.trashed, trash.trashed)
  mount(app, tables.copy, copies.copy)
  mount(app, tables.find, copies.find)
  mount(app, tables.setView, views.setView)
  mount(app, tables.saveView, views.saveView)
  mount(app, tables.removeView, views.removeView)
  mountComments(app, tableCommenting({ ...needs, store: sqlComments(db), found: service.found }))
  const imports = importRuns(needs, { work, tables: service })
  const tableFiles = mountTableFiles(app, needs, { runs: imports, tasks: deps.tasks })
  const sweep = async (before: Date) => {
    await tableFiles.sweep()
    const swept = await trash.sweep(before)
    await snapshots.sweep()
    return swept
  }
  const { several } = needs.catalogue
  const dictionary = tableDictionary(db, needs.catalogue)
  const { asFile } = tableFiles
  const measure = () => measureChanged(db)
  return { indexing, snapshots, sweep, measure, create: service.create, imports, several, asFile, dictionary }
}

function mountComments(app: FastifyInstance, comments: ReturnType<typeof tableCommenting>): void {
  mount(app, tableComments.list, comments.list)
  mount(app, tableComments.cells, comments.cells)
  mount(app, tableComments.add, comments.add)
  mount(app, tableComments.reply, comments.reply)
  mount(app, tableComments.edit, comments.edit)
  mount(app, tableComments.resolve, comments.resolve)
  mount(app, tableComments.remove, comments.remove)
}
