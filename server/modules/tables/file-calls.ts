import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { columnLetters } from '#contract/core/column-letters.ts'
import { TABLE_FILE_BYTES } from '#contract/core/limits.ts'
import { tableFiles } from '#contract/table-files.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import { CSV } from '#server/http/csv.ts'
import { readForm } from '#server/http/form.ts'
import { mount, mountBytes, mountUpload } from '#server/http/mount.ts'
import { endStalled } from '#server/http/stalled.ts'
import { textOf } from '#server/http/texts.ts'
import { disposition } from '#server/modules/files/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { MisfitRow } from '#server/table-files/convert.ts'
import { csvText } from '#server/table-files/write/text.ts'
import { tableExportTasks } from './export-task.ts'
import { tableExports } from './exporting.ts'
import { fileImports } from './file-imports.ts'
import { type ImportNeeds, importSources } from './import-sources.ts'
import { importOf, misfitsAfter } from './import-store.ts'
import type { ImportRuns } from './importing.ts'

type Needs = ImportNeeds & Parameters<typeof tableExportTasks>[0]
type Parts = { runs: ImportRuns; tasks: Pick<TasksModule, 'begin' | 'register'> }
/** Rows that did not fit that are read at once. */
const MISFITS_AT_ONCE = 500

/** Why each cell of a row does not fit, in one sentence. */
function reasonOf({ reasons }: MisfitRow, headings: readonly string[], language: Language): string {
  return Object.entries(reasons)
    .map(([index, reason]) => {
      const place = headings[Number(index)] || columnLetters(Number(index))
      return textOf(language, 'tableFiles.placed', { place, why: textOf(language, `tableFiles.reasons.${reason}`) })
    })
    .join('; ')
}

/** Bringing tables in from files, and taking them out. */
export function mountTableFiles(app: FastifyInstance, needs: Needs, { runs, tasks }: Parts) {
  const { db, spaces } = needs
  const sources = importSources(needs)
  const imports = fileImports(needs, { sources, runs, tasks })
  const exports = tableExports(needs)
  const exportTasks = tableExportTasks(needs, { exports, tasks })
  tasks.register(imports.work)
  tasks.register(exportTasks.work)

  /** The rows that did not fit, with their position and the reasons as last columns. */
  async function* misfitRows(taskId: string, headings: readonly string[], language: Language) {
    for (let after = 0; ; ) {
      const rows = await misfitsAfter(db, taskId, after, MISFITS_AT_ONCE)
      if (!rows.length) return
      after = rows.at(-1)?.row ?? after
      yield rows.map((one) => [
        ...headings.map((_, at) => one.cells[at] ?? null),
        String(one.row),
        reasonOf(one, headings, language),
      ])
    }
  }

  mountUpload(
    app,
    tableFiles.upload,
    async (request) => {
      const { fields, file } = await readForm(request, { fileSize: TABLE_FILE_BYTES, files: 1 }, sources.take)
      if (!file) throw new Failure('invalid')
      return { fields, bytes: file }
    },
    ({ spaceId }, file, call) => sources.upload(spaceId, file, call),
  )
  mount(app, tableFiles.scan, (input, call) => {
    const left = new AbortController()
    call.reply.raw.once('close', () => left.abort(new Failure('callCancelled')))
    return sources.scan(input, call, left.signal)
  })
  mount(app, tableFiles.import, imports.begin)
  mountBytes(app, tableFiles.misfits, async ({ taskId }, { actor, language, reply }) => {
    const task = await importOf(db, taskId, actor.id)
    if (!task) throw new Failure('taskGone')
    await spaces.enter(task.space_id, actor)
    endStalled(reply.raw)
    const [first] = await misfitsAfter(db, taskId, -1, 1)
    const headings = first?.row === 0 ? first.cells : []
    const own = ['row', 'reason'].map((key) => textOf(language, `tableFiles.misfits.${key}`))
    const columns = [...headings, ...own].map((name) => ({ name, type: 'text' as const }))
    return reply
      .type(CSV)
      .header('cache-control', 'no-store')
      .header('content-disposition', disposition('attachment', `${textOf(language, 'tableFiles.misfits.file')}.csv`))
      .send(Readable.from(csvText(columns, misfitRows(taskId, headings, language))))
  })
  mount(app, tableFiles.exportInto, exportTasks.begin)
  mountBytes(app, tableFiles.export, exports.sent)
  return { sweep: sources.sweep, asFile: exports.asFile }
}
