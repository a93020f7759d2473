import { type ReadText, readText } from './read-text.ts'
import { useLoaded } from './use-loaded.ts'

/** Loads the text at an address, or a part of it; a failure is thrown during rendering, so that the stage shows it. */
export const useText = (address: string, size: number, limit?: number, part?: number): ReadText | null =>
  useLoaded((signal) => readText(address, size, signal, { limit, part }), [address, size, limit, part])
