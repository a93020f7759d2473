import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { Query } from '#contract/queries/query.ts'
import type { CheckedDraft } from './use-draft.ts'

/** The fields of a draft with the types that they have; those of unknown type are omitted. */
export function fieldColumns({ fields }: Query, { shapes, checked }: CheckedDraft): AnswerColumn[] {
  return fields.flatMap(({ key, name, from }) => {
    const column =
      from.kind === 'column'
        ? shapes[from.source]?.columns.find((one) => one.key === from.column)
        : checked?.columns.find((one) => one.key === key)
    return column ? [{ ...column, key, name }] : []
  })
}
