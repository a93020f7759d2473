import type { ParsedOf } from '#contract/core/operation.ts'
import type { Conflict } from '#contract/files.ts'
import type { tableFiles } from '#contract/table-files.ts'
import { Question } from '#contract/tables/question.ts'
import type { Task } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { demandMake, type FilesModule } from '#server/modules/files/index.ts'
import type { ArrivalNeeds, Running, TasksModule, Work } from '#server/modules/tasks/index.ts'
import { fileNameOf } from '#server/table-files/write/forms.ts'
import type { Export, TableExports } from './exporting.ts'
import { writeInTask } from './file-task.ts'
import type { TableNeeds } from './needs.ts'
import { byId, columnIn } from './question-store.ts'

type Needs = TableNeeds &
  Omit<ArrivalNeeds, 'files'> & { files: ArrivalNeeds['files'] & Pick<FilesModule, 'demandFolder'> }
type Parts = { exports: TableExports; tasks: Pick<TasksModule, 'begin'> }
/** The options of a task. */
type Options = Omit<Export, 'id'> & { tableId: string; name: string; conflict: Conflict }

/** Tables as files in folders of spaces. */
export function tableExportTasks(needs: Needs, { exports, tasks }: Parts) {
  const { spaces, catalogue, files } = needs

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

  async function run(task: Running): Promise<Record<string, unknown>> {
    const { tableId, name, conflict, ...wish } = task.options as unknown as Options
    return writeInTask(needs, task, { name, conflict }, async () => {
      const { pieces } = await exports.written({ ...wish, id: tableId }, await task.actor())
      return pieces
    })
  }

  return { begin, work: { kind: 'tableExport', run } satisfies Work }
}
