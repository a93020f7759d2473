import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { listsKey, putInLists, renewResource } from '#providers/lists.ts'

export const spaceKey = (id: string) => ['managedSpaces', 'one', id]
export const placeKey = (id: string) => ['managedSpaces', 'place', id]
export const recordsKey = ['managedSpaces', 'records']

/** Updates every query that shows spaces after a change. */
export function useSpaceCache() {
  const client = useQueryClient()
  return useMemo(() => {
    /** The spaces' own pages and the statistics show the same data. */
    function renewOthers(): void {
      for (const queryKey of [listsKey('spaces'), ['space'], ['spaces']]) void client.invalidateQueries({ queryKey })
    }
    return {
      put: (space: ManagedSpace) => {
        client.setQueryData(spaceKey(space.id), space)
        putInLists(client, 'managedSpaces', space)
        void client.invalidateQueries({ queryKey: recordsKey })
        void client.invalidateQueries({ queryKey: placeKey(space.id) })
        renewOthers()
      },
      /** Refetches after a change of many spaces, or after a deletion. */
      renew: () => {
        renewResource(client, 'managedSpaces')
        renewOthers()
      },
    }
  }, [client])
}
