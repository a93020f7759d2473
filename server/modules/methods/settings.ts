import type { ParsedOf } from '#contract/core/operation.ts'
import type { Method, MethodPlaces, methods } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import { InvalidInput } from '#server/http/answer.ts'
import type { By, Language } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { keptFor, wrongField } from './drafts.ts'
import { secretsOf } from './rows.ts'
import { auditValuesOf, type Draft, rowOf, type SettingNeeds, shownOf, urlsOf } from './settings-rows.ts'

/** Administration of the outside sign-in methods: listing, changing and testing them. */
export function methodSettings(needs: SettingNeeds) {
  const { store, bus, seal, audit, seen, now, newId, forget } = needs

  async function list(language: Language): Promise<Method[]> {
    const [rows, identities] = await Promise.all([store.all(), store.identities()])
    return rows.map((row) => shownOf(needs, row, identities.get(row.id) ?? 0, language))
  }

  async function one(id: string, language: Language): Promise<Method> {
    const found = (await list(language)).find((method) => method.id === id)
    if (!found) throw new Failure('notFound')
    return found
  }

  async function changed(id: string | null) {
    if (id) seen.forget(id)
    forget()
    await bus.publish('methods', { id })
  }

  const places = (kind: MethodKind): MethodPlaces => {
    const id = newId()
    return { id, ...urlsOf(needs, { id, kind }) }
  }

  async function create(
    { id = newId(), ...draft }: ParsedOf<typeof methods.create>,
    { actor, caller, language }: By,
  ): Promise<Method> {
    const row = { id, ...(await rowOf(needs, draft, {}, language)), source: 'console' as const, created_at: now() }
    await store.transaction(async (tx) => {
      await holdAdministrator(tx, actor)
      await uniqueAs({ method_pkey: 'methodExists' }, () => store.insert(tx, row))
      audit.record(tx, {
        action: 'methodCreated',
        actor,
        caller,
        target: row,
        after: auditValuesOf(needs, row),
      })
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
      if (old.kind !== draft.kind)
        throw new InvalidInput([wrongField('kind', draft.kind, language)], 'methodConfigWrong')
      const row = {
        id,
        ...(await rowOf(needs, draft, keptFor(old.config, draft.config, secretsOf(seal, old)), language)),
      }
      await store.update(tx, row)
      const [before, after] = [auditValuesOf(needs, old), auditValuesOf(needs, row)]
      audit.record(tx, { action: 'methodChanged', actor, caller, target: row, before, after })
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
      audit.record(tx, {
        action: 'methodRemoved',
        actor,
        caller,
        target: old,
        before: auditValuesOf(needs, old),
      })
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

  return { list, places, create, update, remove, order, rowOf: rowOf.bind(null, needs) }
}

export type MethodSettings = ReturnType<typeof methodSettings>
