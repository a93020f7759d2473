import type { Component, components as calls } from '#contract/components.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { flatParameters, type Parameter } from '#contract/custom-parameters.ts'
import type { ComponentRight } from '#contract/preview.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { catalogueRules } from './catalogue.ts'
import { installRules } from './install.ts'
import type { ComponentNeeds } from './needs.ts'
import { auditValuesOf, filledIn } from './parameters.ts'
import { componentAt } from './records.ts'
import type { ComponentRow } from './store.ts'

/** Components that are installed, and those of the market. */
export function componentService(needs: ComponentNeeds) {
  const { db, now, audit, store } = needs

  /** Changes an installed component; one change of it at a time. */
  const change = async (
    id: string,
    { actor, caller, language }: By,
    run: (tx: Tx, row: ComponentRow) => Promise<Omit<Parameters<Audit['record']>[1], 'actor' | 'caller' | 'target'>>,
  ) => {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const row = await store.lock(tx, id)
      if (!row) throw new Failure('componentGone')
      audit.record(tx, { ...(await run(tx, row)), actor, caller, target: row })
    })
    return language
  }

  async function edit({ id, parameters }: ParsedOf<typeof calls.edit>, by: By): Promise<Component> {
    await change(id, by, async (tx, row) => {
      const filled = filledIn(row.parameters, parameters)
      await store.edit(tx, id, filled, now())
      return {
        action: 'componentChanged',
        before: auditValuesOf(row.parameters),
        after: auditValuesOf(filled.parameters),
      }
    })
    return componentAt(store, id, by.language)
  }

  async function turn({ id, isOn }: ParsedOf<typeof calls.turn>, by: By): Promise<Component> {
    await change(id, by, async (tx, row) => {
      await store.turn(tx, id, isOn, now())
      return { action: 'componentTurned', before: { isOn: row.is_on }, after: { isOn } }
    })
    return componentAt(store, id, by.language)
  }

  async function remove({ id }: { id: string }, by: By): Promise<null> {
    await change(id, by, async (tx, row) => {
      await store.remove(tx, id)
      return { action: 'componentRemoved', before: { version: row.version, ...auditValuesOf(row.parameters) } }
    })
    return null
  }

  /** Parameters and rights of an enabled component; null when there is none. */
  async function rightsOf(id: string): Promise<{ parameters: Parameter[]; rights: ComponentRight[] } | null> {
    const row = await store.byId(id)
    return row?.is_on ? { parameters: flatParameters(row.parameters), rights: row.rights } : null
  }

  return { ...catalogueRules(needs), ...installRules(needs), edit, turn, remove, rightsOf }
}
