import { can } from '#contract/core/policy.ts'
import type { Task, TaskKind, TaskPart } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { EngineNeeds } from './needs.ts'
import { type PartRow, partOf, type ShownRow, taskOf } from './rows.ts'

export type Reader = { actor: SignedIn; language: Language }

/** Kinds whose title reveals something of another place: shown only to the person who imports from there. */
const ELSEWHERE: readonly TaskKind[] = ['importSpace', 'importShare']
/**
 * A task without what only its person may know: values of a file or of a table that nobody else may see, which its
 * result and the reason of its error may name.
 */
function openTo(row: ShownRow, actor: SignedIn): ShownRow {
  if (row.person_id === actor.id) return row
  const { unfit: _values, ...result } = row.result
  return { ...row, title: ELSEWHERE.includes(row.kind) ? '' : row.title, error_values: {}, result }
}
/** The task, and parts of it, as this reader may see them. */
export const taskFor = (row: ShownRow, { actor, language }: Reader): Task => taskOf(openTo(row, actor), language)
export const partsFor = (row: ShownRow, parts: readonly PartRow[], { actor, language }: Reader): TaskPart[] => {
  const open = openTo(row, actor)
  return parts.map((part) => partOf(part, open, language))
}

/** Determines who may see a task. */
export function sightOf({ store, spaces }: Pick<EngineNeeds, 'store' | 'spaces'>) {
  async function shown(tx: Tx, id: string, reader: Reader): Promise<Task> {
    const row = await store.byId(id, tx)
    if (!row) throw new Failure('taskGone')
    return taskFor(row, reader)
  }

  /**
   * A task of the caller, or in a space whose tasks they may see. Throws taskForbidden for those who may only count the
   * space's tasks, taskGone for others.
   */
  async function judged(row: ShownRow | undefined, actor: SignedIn): Promise<ShownRow> {
    if (!row) throw new Failure('taskGone')
    if (row.person_id === actor.id) return row
    const space = await spaces.see(row.space_id, actor).catch((error: unknown) => {
      if (error instanceof Failure) throw new Failure('taskGone', { cause: error })
      throw error
    })
    if (can(actor, 'space.tasks', policyContextOf(space))) return row
    throw new Failure(can(actor, 'space.countTasks', policyContextOf(space)) ? 'taskForbidden' : 'taskGone')
  }

  return { shown, judged }
}
