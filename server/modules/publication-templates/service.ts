import { readFileSync } from 'node:fs'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { ManagedTemplate, publicationTemplates, TemplateVersion } from '#contract/publication-templates.ts'
import type { Bilingual } from '#contract/publications/metadata.ts'
import { type Template, TemplateDefinition } from '#contract/publications/template.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Institutions } from '#server/modules/institutions/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { TemplateStore } from './store.ts'
import { readOwnTemplate } from './xml-read.ts'
import { templateXml } from './xml-write.ts'

/** Maximum number of templates besides the built-in ones, and of listed versions of one (our choice). */
export const TEMPLATES_MAX = 200
const VERSIONS_TOLD = 100

/** The built-in templates in the order in which they are offered. */
export const builtIn: ReadonlyMap<string, TemplateDefinition> = new Map(
  ['dataset', 'observation', 'sequencing', 'software', 'collection'].map((id) => [
    id,
    TemplateDefinition.parse(
      JSON.parse(readFileSync(new URL(`./built-in/${id}.json`, import.meta.url), 'utf8')) as unknown,
    ),
  ]),
)

type Needs = {
  db: Db
  store: TemplateStore
  audit: Audit
  now: () => Date
  institutions: Pick<Institutions, 'templates'>
}

/** Metadata templates: built-in ones with the changes of administrators, and their own. */
export function templateService({ db, store, audit, now, institutions }: Needs) {
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

  async function list(): Promise<ManagedTemplate[]> {
    const [templates, drafts] = await Promise.all([all(), store.drafts()])
    return templates.map((template) => ({ ...template, drafts: drafts.get(template.id) ?? 0 }))
  }

  /** Throws publicationTemplateGone. */
  async function ours(id: string): Promise<Template> {
    const template = (await all()).find((one) => one.id === id)
    if (!template) throw new Failure('publicationTemplateGone')
    return template
  }

  async function versions({ id }: { id: string }): Promise<TemplateVersion[]> {
    await ours(id)
    const edited = (await store.versions(id, VERSIONS_TOLD)).map(({ version, definition, person, changed_at }) => ({
      version,
      definition,
      person,
      at: changed_at.toISOString(),
    }))
    const first = builtIn.get(id)
    return first ? [...edited, { version: 1, definition: first, person: null, at: null }] : edited
  }

  async function read({ xml, resourceType }: ParsedOf<typeof publicationTemplates.read>) {
    const found = await readOwnTemplate(xml, resourceType)
    if (!found) throw new Failure('publicationTemplateUnreadable')
    return found
  }

  async function xml({ id }: { id: string }) {
    const { definition, version } = await ours(id)
    return templateXml(definition, version)
  }

  /** A template of ours, or one of an institution. */
  async function one(id: string): Promise<TemplateDefinition | null> {
    const own = (await store.one(id))?.definition ?? builtIn.get(id)
    return own ?? (await institutions.templates.one(id))?.definition ?? null
  }

  /** The number of the current version; 1 for templates of institutions, which have no versions. */
  const versionOf = async (id: string): Promise<number> => (await store.one(id))?.version ?? 1

  /** Names of templates, by their ids. */
  async function names(ids: readonly (string | null)[]): Promise<Map<string, Bilingual>> {
    const own = (await all()).map(({ id, definition }) => [id, definition.name] as const)
    const wanted = ids.flatMap((id) => id ?? [])
    return new Map([...own, ...(await institutions.templates.names([...new Set(wanted)]))])
  }

  /** Throws publicationTemplateChanged when somebody else changed it meanwhile. */
  async function set(wish: ParsedOf<typeof publicationTemplates.set>, { actor, caller }: By): Promise<Template> {
    const { id, version, isOn, definition } = wish
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const before = await store.held(tx, id)
      if (!before && !builtIn.has(id) && (await store.count(tx)) >= TEMPLATES_MAX + builtIn.size)
        throw new Failure('publicationTemplatesTooMany', { values: { count: TEMPLATES_MAX } })
      if ((before?.version ?? (builtIn.has(id) ? 1 : 0)) !== version) throw new Failure('publicationTemplateChanged')
      const row = { id, version: version + 1, is_on: isOn, definition, changed_by: actor.id, changed_at: now() }
      await store.write(tx, row, before !== undefined)
      const target = { id, name: definition.name }
      audit.record(tx, { action: 'publicationTemplateChanged', actor, caller, target, after: { isOn } })
    })
    return ours(id)
  }

  return { all, list, versions, read, xml, one, names, set, versionOf }
}
export type PublicationTemplates = ReturnType<typeof templateService>
