import { useState } from 'react'
import type { FileSort } from '#contract/files.ts'
import { useRoomy } from '#widgets/viewport.ts'
import { COLUMN_PX, type ColumnId, columns, defaultColumns, type Widths } from './columns.tsx'
import type { Order } from './folder-store.ts'

/** Columns are stored only after the user has chosen some, so that new default columns appear for everybody else. */
type Choice = { kind: 'list' | 'grid'; sort: FileSort; order: Order; columns?: readonly ColumnId[]; widths?: Widths }
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]
const DENSITY = 'files-density'
const densityKept = (): Density => (localStorage.getItem(DENSITY) === 'compact' ? 'compact' : 'comfortable')

const DEFAULT: Choice = { kind: 'list', sort: 'name', order: 'asc' }
const keyOf = (spaceId: string) => `files-view-${spaceId}`

const TREE = 'files-tree'
/** The window is wide enough to show the tree by default. */
const isVeryRoomy = () => matchMedia('(min-width: 1600px)').matches

/** Whether the folder tree is shown; stored for all spaces together. */
export function useTreeChoice() {
  const [isOpen, setOpen] = useState(() => {
    const kept = localStorage.getItem(TREE)
    return kept === null ? isVeryRoomy() : kept === 'open'
  })
  const set = (next: boolean) => {
    localStorage.setItem(TREE, next ? 'open' : 'closed')
    setOpen(next)
  }
  return [isOpen, set] as const
}

/**
 * Whether the details are shown. Beside the list they are until they are closed; in a window where they would cover the
 * list only after they were opened there.
 */
export function useDetailsChoice() {
  const isRoomy = useRoomy()
  const [isBeside, setBeside] = useState(true)
  const [isOver, setOver] = useState(false)
  return isRoomy ? ([isBeside, setBeside] as const) : ([isOver, setOver] as const)
}

/** List or grid, the order, the columns and their widths, stored per space; the density, for all spaces together. */
export function useViewChoice(spaceId: string) {
  const [choice, setChoice] = useState<Choice>(() => ({
    ...DEFAULT,
    ...(JSON.parse(localStorage.getItem(keyOf(spaceId)) ?? '{}') as Partial<Choice>),
  }))
  const [density, setDensity] = useState(densityKept)
  const change = (next: Partial<Choice>) => {
    const whole = { ...choice, ...next }
    localStorage.setItem(keyOf(spaceId), JSON.stringify(whole))
    setChoice(whole)
  }
  const shown = choice.columns ?? defaultColumns
  return {
    ...choice,
    columns: columns.filter(({ id }) => shown.includes(id)),
    chooseColumns: (chosen: readonly ColumnId[]) => change({ columns: chosen }),
    widths: choice.widths ?? {},
    setWidth: (id: ColumnId, widthPx: number) => {
      const width = Math.round(Math.min(COLUMN_PX.max, Math.max(COLUMN_PX.min, widthPx)))
      change({ widths: { ...choice.widths, [id]: width } })
    },
    density,
    setDensity: (next: Density) => {
      localStorage.setItem(DENSITY, next)
      setDensity(next)
    },
    setKind: (kind: Choice['kind']) => change({ kind }),
    /** Sorting by the same column again reverses the order. */
    sortBy: (sort: FileSort) =>
      change({ sort, order: choice.sort === sort && choice.order === 'asc' ? 'desc' : 'asc' }),
  }
}
export type ViewChoice = ReturnType<typeof useViewChoice>
