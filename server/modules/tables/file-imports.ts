import type { ParsedOf } from '#contract/core/operation.ts'
import type { ImportWish, tableFiles } from '#contract/table-files.ts'
import type { Task } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { Running, TasksModule, Work } from '#server/modules/tasks/index.ts'
import { convertInThread } from '#server/table-files/in-thread.ts'
import { demandNames } from './doing.ts'
import { asFailure, type FoundSource, type ImportNeeds, type ImportSources } from './import-sources.ts'
import { draftsOf, type ImportRuns, type RowSource } from './importing.ts'

type Parts = { sources: ImportSources; runs: ImportRuns; tasks: Pick<TasksModule, 'begin'> }
/** The options of a task. */
type Options = Omit<ImportWish, 'source'> & FoundSource & { tableId: string; isNew: boolean }

/** Imports files into tables. */
export function fileImports({ blobs, catalogue, spaces, newId }: ImportNeeds, { sources, runs, tasks }: Parts) {
  /** Checks what can be known beforehand. */
  async function begin(
    { spaceId, source, ...wish }: ParsedOf<typeof tableFiles.import>,
    { actor }: ByActor,
  ): Promise<Task> {
    const isNew = wish.mode === 'new'
    const space = await spaces.demand(spaceId, actor, isNew ? 'table.create' : 'table.edit')
    const found = await sources.sourceOf(space.id, source, actor)
    const options: Options = { ...wish, ...found, tableId: isNew ? newId() : (wish.tableId ?? ''), isNew }
    if (isNew) {
      demandNames(new Map(), draftsOf(options))
      // The table is made by the task: who waits for it would learn only then that its name is taken.
      if (await catalogue.isNameTaken(space.id, wish.name ?? '')) throw new Failure('tableNameTaken')
    } else await runs.fillings(space.id, options, actor)
    const title = wish.name ?? found.fileName
    return tasks.begin(null, { kind: 'tableImport', spaceId: space.id, actor, title, options })
  }

  /** The rows of a sheet. */
  const rowsOf = ({ sha256, fileName, sheet, hasHeader, firstRow, ...options }: Options, signal: AbortSignal) => {
    const { encoding, separator } = options
    const read = { name: fileName, options: { encoding, separator }, sheet, hasHeader, firstRow }
    return {
      batches: (wish, take) =>
        blobs.withFile(sha256, async (path) => {
          const all = convertInThread({ path, ...read, ...wish }, signal)
          try {
            for await (const batch of all) await take(batch)
          } catch (error) {
            throw asFailure(error)
          }
        }),
    } satisfies RowSource
  }

  async function run(task: Running): Promise<Record<string, unknown>> {
    const options = task.options as unknown as Options
    return runs.run(task, { ...options, from: options.fileName }, rowsOf(options, task.signal))
  }

  return { begin, work: { kind: 'tableImport', run } satisfies Work }
}
