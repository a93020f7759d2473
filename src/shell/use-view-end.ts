import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endViewOutside } from '#providers/view-as.ts'

/** Ends the view as somebody else when the page leaves the space, and refetches the data. */
export function useViewEnd(path: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (endViewOutside(path)) void client.resetQueries()
  }, [path, client])
}
