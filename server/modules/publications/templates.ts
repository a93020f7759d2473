import { readFileSync } from 'node:fs'
import type { ParsedOf } from '#contract/core/operation.ts'
import { type Template, TemplateDefinition } from '#contract/publications/template.ts'
import type { publications } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { TemplateStore } from './template-store.ts'

/** The built-in templates in the order in which they are offered. */
const builtIn = new Map(
  ['dataset', 'observation', 'sequencing', 'software', 'collection'].map((id) => [
    id,
    TemplateDefinition.parse(
      JSON.parse(readFileSync(new URL(`./templates/${id}.json`, import.meta.url), 'utf8')) as unknown,
    ),
  ]),
)

type Needs = { db: Db; store: TemplateStore; audit: Audit; now: () => Date }

/** Metadata templates: those that come with the program, as administrators changed them, and their own. */
export function publicationTemplates({ db, store, audit, now }: Needs) {
  async function all(): Promise<Template[]> {
    const stored = new Map((await store.all()).map((row) => [row.id, row]))
    const ids = [...new Set([...builtIn.keys(), ...[...stored.keys()].sort()])]
    return ids.flatMap((id) => {
      const row = stored.get(id)
      const definition = row?.definition ?? builtIn.get(id)
      if (!definition) return []
      const { version = 1, is_on: isOn = true, changed_at } = row ?? {}
      return [
        { id, version, isBuiltIn: builtIn.has(id), isOn, changedAt: changed_at?.toISOString() ?? null, definition },
      ]
    })
  }

  async function one(id: string): Promise<TemplateDefinition | null> {
    return (await store.one(id))?.definition ?? builtIn.get(id) ?? null
  }

  /** Throws publicationTemplateChanged when somebody else changed it meanwhile. */
  async function set(wish: ParsedOf<typeof publications.setTemplate>, { actor, caller }: By): Promise<Template> {
    const { id, version, isOn, definition } = wish
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const before = await store.held(tx, id)
      if ((before?.version ?? (builtIn.has(id) ? 1 : 0)) !== version) throw new Failure('publicationTemplateChanged')
      const row = { id, version: version + 1, is_on: isOn, definition, changed_by: actor.id, changed_at: now() }
      await store.write(tx, row, before !== undefined)
      const name = definition.name.zh || definition.name.en
      audit.record(tx, { action: 'publicationTemplateChanged', actor, caller, target: { id, name }, after: { isOn } })
    })
    const saved = (await all()).find((template) => template.id === id)
    if (!saved) throw new TypeError(`the template ${id} was saved and is not there`)
    return saved
  }

  return { all, one, set }
}
export type PublicationTemplates = ReturnType<typeof publicationTemplates>
