import { useState } from 'react'
import type { FileSort } from '#contract/files.ts'
import type { Order } from './folder-store.ts'

type Choice = { kind: 'list' | 'grid'; sort: FileSort; order: Order }
const DEFAULT: Choice = { kind: 'list', sort: 'name', order: 'asc' }
const keyOf = (spaceId: string) => `files-view-${spaceId}`

/** List or grid, and the order: remembered for each space. */
export function useViewChoice(spaceId: string) {
  const [choice, setChoice] = useState<Choice>(() => ({
    ...DEFAULT,
    ...(JSON.parse(localStorage.getItem(keyOf(spaceId)) ?? '{}') as Partial<Choice>),
  }))
  const change = (next: Partial<Choice>) => {
    const whole = { ...choice, ...next }
    localStorage.setItem(keyOf(spaceId), JSON.stringify(whole))
    setChoice(whole)
  }
  return {
    ...choice,
    setKind: (kind: Choice['kind']) => change({ kind }),
    /** The same column again turns the order round. */
    sortBy: (sort: FileSort) =>
      change({ sort, order: choice.sort === sort && choice.order === 'asc' ? 'desc' : 'asc' }),
  }
}
export type ViewChoice = ReturnType<typeof useViewChoice>
