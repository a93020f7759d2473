import { useState } from 'react'

/** The selected rows; cleared when the filters change. */
export function useSelectedRows(question: string) {
  const [selected, setSelected] = useState({ question, keys: new Set<string>() as ReadonlySet<string> })
  const keys: ReadonlySet<string> = selected.question === question ? selected.keys : new Set()
  return [keys, (next: ReadonlySet<string>) => setSelected({ question, keys: next })] as const
}
