import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { BOARD_FILTERS_MAX } from '#contract/core/limits.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { BoardKey, Comparison, SourceColumnRef } from '#contract/reports/board.ts'
import { FilterValues } from '#contract/reports/reading.ts'

export const reportsPath = (spaceId: string) => spacePath(spaceId, 'biReport')

/** A clicked mark: the common values of its rows filter the other cards. */
const Pin = z.object({
  card: BoardKey,
  label: z.string().check(z.maxLength(200)),
  /** What the column is called, for cards that do not show it. */
  name: z.optional(z.string().check(z.maxLength(200))),
  columns: z.array(SourceColumnRef).check(z.minLength(1)),
  comparisons: z.array(Comparison).check(z.minLength(1)),
  /** Its card shows the rows of the mark in finer bins. */
  isDrilled: z.optional(z.boolean()),
})
export type Pin = z.infer<typeof Pin>
const Pins = z.array(Pin).check(z.maxLength(BOARD_FILTERS_MAX))

/** Parses part of an address; nothing if it is incomplete. */
function read<Shape extends z.ZodMiniType>(shape: Shape, text: string | null, nothing: z.output<Shape>) {
  try {
    const parsed = shape.safeParse(text === null ? nothing : JSON.parse(text))
    return parsed.success ? parsed.data : nothing
  } catch {
    return nothing
  }
}

/** The open page, the filters and the edit mode of a board, stored in the address: Back undoes each. */
export function useBoardAddress() {
  const [params, setParams] = useSearchParams()
  const [asked, pinned] = [params.get('filters'), params.get('picks')]
  const values = useMemo(() => read(FilterValues, asked, {}), [asked])
  const pins = useMemo(() => read(Pins, pinned, []), [pinned])
  const change = useCallback(
    (over: Record<string, string | null>, options?: { replace: boolean }) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(over)) value === null ? next.delete(name) : next.set(name, value)
        return next
      }, options),
    [setParams],
  )
  const asText = (some: object) => (Object.keys(some).length ? JSON.stringify(some) : null)
  return {
    tab: params.get('tab'),
    values,
    pins,
    isEdited: params.get('edit') === '1',
    openTab: (tab: string | null, options?: { replace: boolean }) => change({ tab }, options),
    setValues: (next: FilterValues) => change({ filters: asText(next) }),
    setPins: (next: readonly Pin[]) => change({ picks: asText(next) }),
    reset: () => change({ filters: null, picks: null }),
    edit: (isEdited: boolean) => change({ edit: isEdited ? '1' : null, picks: null }),
  }
}
export type BoardAddress = ReturnType<typeof useBoardAddress>
