import { useState } from 'react'

/** Marked rows, forgotten when the list is filtered anew. */
export function useMarked(question: string) {
  const [marked, setMarked] = useState({ question, keys: new Set<string>() as ReadonlySet<string> })
  const keys: ReadonlySet<string> = marked.question === question ? marked.keys : new Set()
  return [keys, (next: ReadonlySet<string>) => setMarked({ question, keys: next })] as const
}
