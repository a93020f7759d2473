export type FolderPlace = { spaceId: string; targetHash: string; path: string }
type Create = (place: FolderPlace) => Promise<string>

/**
 * Creates each folder of an upload once: parallel and later requests for the same path share one result. A refusal is
 * not cached, so that a retry sends the request again.
 */
export function folderMaker(create: Create) {
  const made = new Map<string, Promise<string>>()
  const keyOf = ({ spaceId, targetHash, path }: FolderPlace) => `${spaceId}\n${targetHash}\n${path}`

  return {
    ensure(place: FolderPlace): Promise<string> {
      if (place.path === '') return Promise.resolve(place.targetHash)
      const key = keyOf(place)
      const known = made.get(key)
      if (known) return known
      const asked = create(place)
      made.set(key, asked)
      asked.catch(() => made.delete(key))
      return asked
    },
    /** The folder no longer exists on the server: the next request creates it again. */
    forget: (place: FolderPlace) => void made.delete(keyOf(place)),
    clear: () => made.clear(),
  }
}
export type FolderMaker = ReturnType<typeof folderMaker>
