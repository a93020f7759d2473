import type { Binding, ChartDefinition } from '#contract/charts/definition.ts'
import { type ChannelSpec, usualBinding } from '#contract/charts/types.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'

/** The bindings of a channel with one more column, or rows; one that is full takes it instead of its last. */
export function withBound(spec: ChannelSpec, bindings: readonly Binding[], field: AnswerColumn | undefined): Binding[] {
  const next = usualBinding(spec, field?.key ?? null, field?.type ?? null)
  return bindings.length < spec.max ? [...bindings, next] : [...bindings.slice(0, -1), next]
}

/** The fields that a chart draws, each once. */
export const boundFields = ({ channels }: ChartDefinition): string[] => [
  ...new Set(Object.values(channels).flatMap((bindings) => bindings?.flatMap(({ field }) => field ?? []) ?? [])),
]
