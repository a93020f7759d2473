import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FileRecord } from '#contract/files.ts'
import { everything, following, isSelected, NOTHING, only, type Selection } from './selection.ts'
import type { Folder } from './use-folder.ts'

/** null clears the selection, 'all' selects everything. */
export type SetSelection = (next: Selection | null | 'all') => void

/** The selection in the current folder; another folder starts without one, or with the item that the address names. */
export function useSelection(store: Folder, wanted: string | null) {
  const [selection, set] = useState<Selection>(NOTHING)
  const { rows, total, folder } = store.state
  const folderHash = folder?.hash
  // Before the rows are painted: what is selected in a list that is seen stays so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder is another list
  useLayoutEffect(() => set(NOTHING), [folderHash])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list that holds it is there
  useEffect(() => {
    const at = wanted ? rows.findIndex((row) => row.hash === wanted) : -1
    if (wanted && at >= 0) set(only(wanted, at))
  }, [wanted, rows.length > 0])
  const before = useRef(rows)
  useEffect(() => {
    const was = before.current
    before.current = rows
    set((selection) => following(selection, was, { rows, total }))
  }, [rows, total])
  const selected = useMemo<FileRecord[]>(() => rows.filter((row) => isSelected(selection, row.hash)), [rows, selection])
  const setSelection: SetSelection = (next) =>
    set((before) => (next === 'all' ? everything(before) : (next ?? { ...NOTHING, focus: before.focus })))
  return { selection, setSelection, selected }
}
