import { useQuery } from '@tanstack/react-query'
import { TEXT_EDIT_BYTES } from '#contract/core/limits.ts'
import { type FileRecord, files } from '#contract/files.ts'
import { addressOf } from '#providers/address.ts'
import { languageOf } from '../../preview/languages.ts'
import { openText } from './opened-text.ts'

/** Fetches a text with its SHA-256, by which the server identifies the content. */
export async function contentAt(address: string, signal?: AbortSignal) {
  const response = await fetch(address, signal ? { signal } : {})
  if (!response.ok) throw new Error(`status ${response.status}`)
  // The file may have grown since it was listed.
  if (Number(response.headers.get('content-length')) > TEXT_EDIT_BYTES) return { bytes: null, sha256: '' }
  const sha256 = (response.headers.get('etag') ?? '').replaceAll('"', '').replace(/^W\//, '')
  return { bytes: await response.arrayBuffer(), sha256 }
}

/** Loads a file for editing; `opened` is absent if it is not an editable text. */
export function useOpened(spaceId: string, { hash, suffix, size }: FileRecord) {
  return useQuery({
    queryKey: ['edited', spaceId, hash],
    queryFn: async ({ signal }) => {
      const [{ bytes, sha256 }, language] = await Promise.all([
        contentAt(addressOf(files.content, { spaceId, hash }), signal),
        languageOf(suffix),
      ])
      return { opened: bytes && openText(bytes), isTooLarge: bytes === null, base: sha256, language }
    },
    // Loaded once: refetches after missed events must not replace the text being edited.
    enabled: ({ state }) => size <= TEXT_EDIT_BYTES && state.data === undefined,
    gcTime: 0,
    retry: false,
  })
}
