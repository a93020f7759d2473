export type FolderPlace = { spaceId: string; targetHash: string; path: string }
type Create = (place: FolderPlace) => Promise<string>

/**
 * Creates each folder of an upload once: whoever asks for the same path meanwhile or later gets the same answer.
 * A refusal is not kept, so that a retry asks again.
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
    /** The folder is gone on the server: the next one who asks creates it again. */
    forget: (place: FolderPlace) => void made.delete(keyOf(place)),
    clear: () => made.clear(),
  }
}
export type FolderMaker = ReturnType<typeof folderMaker>
