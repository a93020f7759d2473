import { Readable } from 'node:stream'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Conflict } from '#contract/files.ts'
import type { tableFiles } from '#contract/table-files.ts'
import { Question } from '#contract/tables/question.ts'
import type { Task } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { demandMake, type FilesModule } from '#server/modules/files/index.ts'
import { type ArrivalNeeds, arrivals, type Running, type TasksModule, type Work } from '#server/modules/tasks/index.ts'
import { fault } from '#server/storage/fault.ts'
import { CellTooLong } from '#server/table-files/write/xlsx.ts'
import { type Export, fileNameOf, type TableExports } from './exporting.ts'
import type { TableNeeds } from './needs.ts'
import { byId, columnIn } from './question-store.ts'

/** Room is reserved in steps of so many bytes, for nobody knows how long the file will be. */
const STEP_BYTES = 16_777_216
type Needs = TableNeeds &
  Omit<ArrivalNeeds, 'files'> & { files: ArrivalNeeds['files'] & Pick<FilesModule, 'demandFolder'> }
type Parts = { exports: TableExports; tasks: Pick<TasksModule, 'begin'> }
/** What a task was asked for. */
type Options = Omit<Export, 'id'> & { tableId: string; name: string; conflict: Conflict }

/** Tables as files in folders of spaces. */
export function tableExportTasks(needs: Needs, { exports, tasks }: Parts) {
  const { spaces, catalogue, files, blobs } = needs

  async function begin(wish: ParsedOf<typeof tableFiles.exportInto>, { actor }: ByActor): Promise<Task> {
    const { spaceId, id, toSpaceId, folder, columns, format, conflict } = wish
    const source = await spaces.enter(spaceId, actor)
    const target = await spaces.enter(toSpaceId, actor)
    demandMake(actor, target.policyContext)
    const held = await catalogue.one(source.id, id, actor)
    if (!held) throw new Failure('tableGone')
    for (const one of columns) columnIn(byId(held.columns), one)
    await files.demandFolder(target, folder)
    const name = fileNameOf(wish.name, format)
    const question = Question.parse(wish.question ?? {})
    const options: Options = { spaceId: source.id, tableId: id, columns, format, conflict, question, name }
    return tasks.begin(null, { kind: 'tableExport', spaceId: target.id, folderId: folder, actor, title: name, options })
  }

  /** Passes bytes on as long as there is room for them. */
  async function* counted(task: Running, pieces: AsyncIterable<Buffer | string>) {
    let [length, room] = [0, 0]
    for await (const piece of pieces) {
      task.signal.throwIfAborted()
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      length += bytes.length
      if (length > room) {
        room = length + STEP_BYTES
        await task.reserve(room)
      }
      task.progress({ bytes: bytes.length })
      if (bytes.length) yield bytes
    }
    fault('table-export-written')
  }

  async function run(task: Running): Promise<Record<string, unknown>> {
    const { tableId, name, conflict, ...wish } = task.options as unknown as Options
    if (!task.folderId) throw new Failure('folderGone')
    await task.plan([{ path: name, size: 0 }])
    await task.phase('transferring')
    const manner = { change: 'created', folderId: task.folderId, conflict } as const
    const arriving = arrivals(needs, task, manner)
    for await (const part of task.open()) {
      await task.started(part)
      const { pieces } = await exports.written({ ...wish, id: tableId }, await task.actor())
      const bytes = Readable.from(counted(task, pieces), { objectMode: false })
      const blob = await blobs.put(bytes).catch((error: unknown) => {
        throw error instanceof CellTooLong ? new Failure('tableTextTooLongForXlsx', { cause: error }) : error
      })
      await task.reserve(blob.size)
      await task.describe(part, { size: blob.size })
      await arriving.add({ part: { ...part, size: blob.size }, path: [name], blob })
    }
    await arriving.flush()
    return { file: (await task.known(0)).nodeId }
  }

  return { begin, work: { kind: 'tableExport', run } satisfies Work }
}
