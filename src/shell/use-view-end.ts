import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endViewOutside } from '#providers/view-as.ts'

/** Whoever leaves a space looks with their own eyes again: what others would have seen is asked anew. */
export function useViewEnd(path: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (endViewOutside(path)) void client.resetQueries()
  }, [path, client])
}
