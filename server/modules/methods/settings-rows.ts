import type { ParsedOf } from '#contract/core/operation.ts'
import type { Method, MethodHealth, methods } from '#contract/methods.ts'
import { methodSecrets } from '#contract/methods.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Seal } from '#server/storage/seal.ts'
import { checkSettings, mergeSecrets } from './drafts.ts'
import { placesOf, secretsOf } from './rows.ts'
import type { MethodRow, MethodStore } from './store.ts'
import type { Watch } from './watch.ts'

export type SettingNeeds = {
  store: MethodStore
  bus: Bus
  seal: Seal
  audit: Pick<Audit, 'record'>
  seen: Watch
  origin: () => string
  now: () => Date
  newId: () => string
  /** Drops this server's cache without waiting for the published change. */
  forget: () => void
}
export type Draft = Omit<ParsedOf<typeof methods.create>, 'id'>

function healthOf({ seen }: SettingNeeds, id: string, language: Language): MethodHealth {
  const { state, ms, error, atMs } = seen.of(id)
  const [open, close] = language === 'zh' ? ['（', '）'] : [' (', ')']
  const advice = error && textOf(language, `methods.advice.${error.advice}`)
  const reason = error ? `${advice}${open}${error.message}${close}` : ''
  return { state, ms, reason, at: atMs ? new Date(atMs).toISOString() : null }
}

/** The URLs to register at the provider of a method. */
export function urlsOf({ origin }: SettingNeeds, { id, kind }: Pick<MethodRow, 'id' | 'kind'>) {
  const { callbackUrl, metadataUrl } = placesOf(origin(), id)
  return { callbackUrl, metadataUrl: kind === 'saml' ? metadataUrl : '' }
}

/** A method as administrators see it: of a secret only whether there is one. */
export function shownOf(needs: SettingNeeds, row: MethodRow, identities: number, language: Language): Method {
  const secrets = secretsOf(needs.seal, row)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    icon: row.icon,
    isOn: row.is_on,
    position: row.position,
    source: row.source,
    config: row.config,
    secrets: Object.fromEntries(methodSecrets[row.kind].map((name) => [name, Boolean(secrets[name])])),
    ...urlsOf(needs, row),
    identities,
    health: healthOf(needs, row.id, language),
  }
}

/** The row for a checked draft; secrets that are not given stay. */
export async function rowOf(
  { seal, now }: SettingNeeds,
  draft: Draft,
  kept: Record<string, string>,
  language: Language,
) {
  const merged = mergeSecrets(kept, draft.secrets)
  const { config, secrets } = await checkSettings(draft.kind, draft.config, merged, language)
  return {
    kind: draft.kind,
    name: draft.name,
    icon: draft.icon,
    is_on: draft.isOn,
    config: config as Record<string, unknown>,
    secrets: Object.keys(secrets).length ? seal.close(secrets, 'method') : null,
    updated_at: now(),
  }
}

/** Values for the audit log: every setting by name; of a secret only whether it changed. */
export function auditValuesOf(
  { seal }: SettingNeeds,
  row: Pick<MethodRow, 'kind' | 'name' | 'icon' | 'is_on' | 'config' | 'secrets'>,
) {
  const prints = Object.entries(secretsOf(seal, row)).map(([name, value]) => [
    name,
    seal.sign(Buffer.from(value)).toString('hex'),
  ])
  return {
    ...row.config,
    kind: row.kind,
    name: row.name,
    icon: row.icon,
    isOn: row.is_on,
    ...Object.fromEntries(methodSecrets[row.kind].map((name) => [name, ''])),
    ...Object.fromEntries(prints),
  }
}
