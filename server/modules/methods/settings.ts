import type { ParsedOf } from '#contract/core/operation.ts'
import type { Method, MethodHealth, methods } from '#contract/methods.ts'
import { methodSecrets } from '#contract/methods.ts'
import { Failure } from '#server/failure.ts'
import { InvalidInput } from '#server/http/answer.ts'
import type { By, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Seal } from '#server/storage/seal.ts'
import { checkSettings, keptFor, mergeSecrets, wrongField } from './drafts.ts'
import { placesOf, secretsOf } from './rows.ts'
import type { MethodRow, MethodStore } from './store.ts'
import type { Watch } from './watch.ts'

type Needs = {
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
type Draft = ParsedOf<typeof methods.create>

/** Administration of the outside sign-in methods: listing, changing and testing them. */
export function methodSettings({ store, bus, seal, audit, seen, origin, now, newId, forget }: Needs) {
  function healthOf(id: string, language: Language): MethodHealth {
    const { state, ms, error, atMs } = seen.of(id)
    const [open, close] = language === 'zh' ? ['（', '）'] : [' (', ')']
    const advice = error && textOf(language, `methods.advice.${error.advice}`)
    const reason = error ? `${advice}${open}${error.message}${close}` : ''
    return { state, ms, reason, at: atMs ? new Date(atMs).toISOString() : null }
  }

  function shownOf(row: MethodRow, identities: number, language: Language): Method {
    const { callbackUrl, metadataUrl } = placesOf(origin(), row.id)
    const secrets = secretsOf(seal, row)
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
      callbackUrl,
      metadataUrl: row.kind === 'saml' ? metadataUrl : '',
      identities,
      health: healthOf(row.id, language),
    }
  }

  async function list(language: Language): Promise<Method[]> {
    const [rows, identities] = await Promise.all([store.all(), store.identities()])
    return rows.map((row) => shownOf(row, identities.get(row.id) ?? 0, language))
  }

  async function one(id: string, language: Language): Promise<Method> {
    const found = (await list(language)).find((method) => method.id === id)
    if (!found) throw new Failure('notFound')
    return found
  }

  /** The row for a checked draft; secrets that are not given stay. */
  async function rowOf(draft: Draft, kept: Record<string, string>, language: Language) {
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
  function auditValuesOf(row: Pick<MethodRow, 'kind' | 'name' | 'icon' | 'is_on' | 'config' | 'secrets'>) {
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

  async function changed(id: string | null) {
    if (id) seen.forget(id)
    forget()
    await bus.publish('methods', { id })
  }

  async function create(draft: Draft, { actor, caller, language }: By): Promise<Method> {
    const id = newId()
    const row = { id, ...(await rowOf(draft, {}, language)), source: 'console' as const, created_at: now() }
    await store.transaction(async (tx) => {
      await holdAdministrator(tx, actor)
      await store.insert(tx, row)
      audit.record(tx, { action: 'methodCreated', actor, caller, target: targetOf(row), after: auditValuesOf(row) })
    })
    await changed(id)
    return one(id, language)
  }

  async function update({ id, ...draft }: Draft & { id: string }, { actor, caller, language }: By): Promise<Method> {
    await store.transaction(async (tx) => {
      await holdAdministrator(tx, actor)
      const old = await store.lock(tx, id)
      if (!old) throw new Failure('notFound')
      if (old.source === 'environment') throw new Failure('methodFixed')
      // People's bound ids would mean other people at another kind of service.
      if (old.kind !== draft.kind) throw new InvalidInput([wrongField('kind', language)], 'methodConfigWrong')
      const row = { id, ...(await rowOf(draft, keptFor(old.config, draft.config, secretsOf(seal, old)), language)) }
      await store.update(tx, row)
      const [before, after] = [auditValuesOf(old), auditValuesOf(row)]
      audit.record(tx, { action: 'methodChanged', actor, caller, target: targetOf(row), before, after })
    })
    await changed(id)
    return one(id, language)
  }

  async function remove(id: string, { actor, caller }: By): Promise<null> {
    await store.transaction(async (tx) => {
      await holdAdministrator(tx, actor)
      const old = await store.lock(tx, id)
      if (!old) throw new Failure('notFound')
      if (old.source === 'environment') throw new Failure('methodFixed')
      await store.remove(tx, id)
      audit.record(tx, { action: 'methodRemoved', actor, caller, target: targetOf(old), before: auditValuesOf(old) })
    })
    await changed(id)
    return null
  }

  async function order(ids: readonly string[], { actor, caller }: By): Promise<null> {
    await store.transaction(async (tx) => {
      await holdAdministrator(tx, actor)
      await store.order(tx, ids)
      audit.record(tx, { action: 'methodsOrdered', actor, caller, after: { order: ids } })
    })
    await changed(null)
    return null
  }

  return { list, create, update, remove, order, rowOf }
}

const targetOf = ({ id, name }: { id: string; name: { zh: string } }) => ({ id, name: name.zh })
export type MethodSettings = ReturnType<typeof methodSettings>
