import { type MethodConfigs, methodConfigs } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Setup } from './adapter.ts'
import type { MethodRow } from './store.ts'

/** Decrypts the secrets of a row. Secrets encrypted with another key count as not set, and the list shows that. */
export function secretsOf(seal: Seal, { secrets }: Pick<MethodRow, 'secrets'>): Record<string, string> {
  try {
    return secrets ? seal.open<Record<string, string>>(secrets, 'method') : {}
  } catch {
    // The settings page shows the missing secrets, so that they can be entered again.
    return {}
  }
}

/** Stored settings, with defaults for those that a later version added. */
export function settingsOf(seal: Seal, row: Pick<MethodRow, 'kind' | 'config' | 'secrets'>) {
  const config = methodConfigs[row.kind].parse(row.config) as MethodConfigs[MethodKind]
  return { config, secrets: secretsOf(seal, row) }
}

/** URLs of a method on this site. */
export const placesOf = (origin: string, id: string) => ({
  callbackUrl: `${origin}/api/sign-in/${id}/callback`,
  metadataUrl: `${origin}/api/sign-in/${id}/metadata`,
})

/** Input of an adapter from a row. */
export const setupOf =
  (seal: Seal, origin: () => string) =>
  (row: Pick<MethodRow, 'id' | 'kind' | 'config' | 'secrets'>): Setup => {
    const here = origin()
    return { id: row.id, ...settingsOf(seal, row), callbackUrl: placesOf(here, row.id).callbackUrl, origin: here }
  }
