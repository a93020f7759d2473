import { type MethodConfigs, methodConfigs } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Setup } from './adapter.ts'
import type { MethodRow } from './store.ts'

/** The opened secrets of a row. Sealed with another key they are as if they had never been set, and the list says so. */
export function secretsOf(seal: Seal, { secrets }: Pick<MethodRow, 'secrets'>): Record<string, string> {
  try {
    return secrets ? seal.open<Record<string, string>>(secrets, 'method') : {}
  } catch {
    // Told by the settings page, where they can be given again.
    return {}
  }
}

/** Settings as they were kept; what a later version added has its default. */
export function settingsOf(seal: Seal, row: Pick<MethodRow, 'kind' | 'config' | 'secrets'>) {
  const config = methodConfigs[row.kind].parse(row.config) as MethodConfigs[MethodKind]
  return { config, secrets: secretsOf(seal, row) }
}

/** Addresses of a method at this site. */
export const placesOf = (origin: string, id: string) => ({
  callbackUrl: `${origin}/api/sign-in/${id}/callback`,
  metadataUrl: `${origin}/api/sign-in/${id}/metadata`,
})

/** What an adapter works with, of a row. */
export const setupOf =
  (seal: Seal, origin: () => string) =>
  (row: Pick<MethodRow, 'id' | 'kind' | 'config' | 'secrets'>): Setup => {
    const here = origin()
    return { id: row.id, ...settingsOf(seal, row), callbackUrl: placesOf(here, row.id).callbackUrl, origin: here }
  }
