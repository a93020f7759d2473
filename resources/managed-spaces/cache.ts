import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { listsKey, putInLists, renewResource } from '#providers/lists.ts'

export const spaceKey = (id: string) => ['managedSpaces', 'one', id]
export const placeKey = (id: string) => ['managedSpaces', 'place', id]
export const recordsKey = ['managedSpaces', 'records']

/** What changed, told to everything that shows spaces. */
export function useSpaceCache() {
  const client = useQueryClient()
  return useMemo(() => {
    /** Pages of spaces and the figures of the site show them too. */
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
      /** Many changed, or some are gone. */
      renew: () => {
        renewResource(client, 'managedSpaces')
        renewOthers()
      },
    }
  }, [client])
}
