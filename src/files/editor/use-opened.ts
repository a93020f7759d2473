import { useQuery } from '@tanstack/react-query'
import { TEXT_EDIT_BYTES } from '#contract/core/limits.ts'
import { type FileRecord, files } from '#contract/files.ts'
import { addressOf } from '#providers/address.ts'
import { languageOf } from '../../preview/languages.ts'
import { openText } from './opened-text.ts'

/** Bytes of a text at an address with their SHA-256, which is what the server identifies them by. */
export async function contentAt(address: string, signal?: AbortSignal) {
  const response = await fetch(address, signal ? { signal } : {})
  if (!response.ok) throw new Error(`status ${response.status}`)
  // It may have grown since it was listed.
  if (Number(response.headers.get('content-length')) > TEXT_EDIT_BYTES) return { bytes: null, sha256: '' }
  const sha256 = (response.headers.get('etag') ?? '').replaceAll('"', '').replace(/^W\//, '')
  return { bytes: await response.arrayBuffer(), sha256 }
}

/** A file as it is edited; without `opened` it is no text that can be. */
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
    // Read once: news that were missed renew everything else, what is being edited stays under its hands.
    enabled: ({ state }) => size <= TEXT_EDIT_BYTES && state.data === undefined,
    gcTime: 0,
    retry: false,
  })
}
