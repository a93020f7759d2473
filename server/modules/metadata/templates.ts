import { TEMPLATES_MAX } from '#contract/core/limits.ts'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { Actor } from '#contract/core/policy.ts'
import { isChosen, type TemplateField } from '#contract/fields.ts'
import type { metadata as calls, Template, Vocabulary, VocabularyRecord } from '#contract/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { itemsIn, pathOf } from '#server/modules/files/index.ts'
import type { Happening } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { vocabularyIdsOf } from './metadata-schema.ts'
import { liveItems, type MetadataNeeds } from './needs.ts'
import {
  countOf,
  dropTemplate,
  dropVocabulary,
  hang,
  putTemplate,
  putVocabulary,
  takeDown,
  templateById,
  templatesOf,
  userOf,
  vocabulariesById,
  vocabulariesOf,
} from './template-store.ts'

type Of<Call extends keyof typeof calls> = ParsedOf<(typeof calls)[Call]>
type SettingAction = Extract<Happening['action'], `template${string}` | `vocabulary${string}`>

/** Templates and vocabularies of a space, and the assignment of templates to folders. */
export function templateRules({ db, spaces, journal, files, now, newId }: MetadataNeeds) {
  const enter = async (spaceId: string, actor: Actor) => (await spaces.enter(spaceId, actor)).id

  async function template({ spaceId, id }: Of<'template'>, { actor }: ByActor): Promise<DataOf<typeof calls.template>> {
    const own = await enter(spaceId, actor)
    const found = await templateById(db, own, id)
    if (!found) throw new Failure('templateGone')
    const vocabularies = await vocabulariesById(db, own, vocabularyIdsOf(found.fields))
    return { template: found, terms: Object.fromEntries([...vocabularies].map(([key, { terms }]) => [key, terms])) }
  }

  async function vocabulary({ spaceId, id }: Of<'vocabulary'>, { actor }: ByActor): Promise<Vocabulary> {
    const found = (await vocabulariesById(db, await enter(spaceId, actor), [id])).get(id)
    if (!found) throw new Failure('vocabularyGone')
    return found
  }

  /** A caller who may only read the space gets a permission error; one who may not even read it gets not found. */
  async function change<T>(spaceId: string, actor: SignedIn, run: (tx: Tx) => Promise<T>): Promise<T> {
    await spaces.enter(spaceId, actor)
    return spaces.change(spaceId, actor, 'space.templates', run)
  }

  const record = (tx: Tx, spaceId: string, actor: SignedIn, action: SettingAction, name: string) =>
    journal.record(tx, [{ spaceId, action, doer: actor, item: { name } }])

  async function demandRoom(tx: Tx, kind: 'meta_template' | 'vocabulary', spaceId: string): Promise<void> {
    if ((await countOf(tx, kind, spaceId)) >= TEMPLATES_MAX)
      throw new Failure('templatesTooMany', { values: { count: TEMPLATES_MAX } })
  }

  /** Refuses duplicate field names and missing vocabularies. */
  async function refuseUnsound(tx: Tx, spaceId: string, fields: readonly TemplateField[]): Promise<void> {
    const known = await vocabulariesById(tx, spaceId, vocabularyIdsOf(fields))
    const keys = new Set<string>()
    for (const field of fields) {
      const lacksTerms = isChosen(field) && !known.has(field.vocabularyId ?? '')
      const isEmpty = field.min !== null && field.max !== null && field.min > field.max
      if (keys.has(field.key) || lacksTerms || isEmpty)
        throw new Failure('templateInvalid', { values: { name: field.key }, data: { key: field.key } })
      keys.add(field.key)
    }
  }

  const saveTemplate = (input: Of<'saveTemplate'>, { actor }: ByActor): Promise<Template> =>
    change(input.spaceId, actor, async (tx) => {
      const { spaceId, name, fields } = input
      const before = input.id ? await templateById(tx, spaceId, input.id) : null
      if (input.id && !before) throw new Failure('templateGone')
      if (before && before.stamp !== input.stamp) throw new Failure('metadataChanged', { data: before })
      if (!before) await demandRoom(tx, 'meta_template', spaceId)
      await refuseUnsound(tx, spaceId, fields)
      const id = before?.id ?? newId()
      await putTemplate(tx, { id, spaceId, name, content: fields, at: now() })
      await record(tx, spaceId, actor, 'templateSaved', name)
      const saved = await templateById(tx, spaceId, id)
      if (!saved) throw new Failure('templateGone')
      return saved
    })

  const removeTemplate = ({ spaceId, id }: Of<'removeTemplate'>, { actor }: ByActor): Promise<null> =>
    change(spaceId, actor, async (tx) => {
      const before = await templateById(tx, spaceId, id)
      if (!before) throw new Failure('templateGone')
      await dropTemplate(tx, id)
      await record(tx, spaceId, actor, 'templateRemoved', before.name)
      return null
    })

  const saveVocabulary = (input: Of<'saveVocabulary'>, { actor }: ByActor): Promise<Vocabulary> =>
    change(input.spaceId, actor, async (tx) => {
      const { spaceId, name } = input
      const before = input.id ? (await vocabulariesById(tx, spaceId, [input.id])).get(input.id) : null
      if (input.id && !before) throw new Failure('vocabularyGone')
      if (before && before.stamp !== input.stamp) throw new Failure('metadataChanged', { data: before })
      if (!before) await demandRoom(tx, 'vocabulary', spaceId)
      const id = before?.id ?? newId()
      const content = [...new Set(input.terms.map((term) => term.normalize('NFC')))]
      await putVocabulary(tx, { id, spaceId, name, content, at: now() })
      await record(tx, spaceId, actor, 'vocabularySaved', name)
      const saved = (await vocabulariesById(tx, spaceId, [id])).get(id)
      if (!saved) throw new Failure('vocabularyGone')
      return saved
    })

  const removeVocabulary = ({ spaceId, id }: Of<'removeVocabulary'>, { actor }: ByActor): Promise<null> =>
    change(spaceId, actor, async (tx) => {
      const before = (await vocabulariesById(tx, spaceId, [id])).get(id)
      if (!before) throw new Failure('vocabularyGone')
      const user = await userOf(tx, spaceId, id)
      if (user !== null) throw new Failure('vocabularyUsed', { values: { name: user } })
      await dropVocabulary(tx, id)
      await record(tx, spaceId, actor, 'vocabularyRemoved', before.name)
      return null
    })

  async function setFolder({ spaceId, hash, templateId }: Of<'setFolder'>, { actor }: ByActor): Promise<null> {
    await change(spaceId, actor, async (tx) => {
      const item = (await liveItems(tx, spaceId, [hash])).get(hash)
      if (!item?.node.is_folder) throw new Failure('folderGone')
      const assigned = templateId ? await templateById(tx, spaceId, templateId) : null
      if (templateId && !assigned) throw new Failure('templateGone')
      await (templateId ? hang(tx, hash, templateId) : takeDown(tx, hash))
      const { node, chain } = item
      const place = { id: node.parent_id ?? node.id, path: pathOf(chain.slice(0, -1)) }
      const details = { to: assigned?.name ?? '' }
      await journal.record(tx, [
        { spaceId, action: 'templateAssigned', doer: actor, details, ...itemsIn(place, [node]) },
      ])
    })
    files.publishChange(spaceId, [hash])
    return null
  }

  return {
    template,
    vocabulary,
    saveTemplate,
    removeTemplate,
    saveVocabulary,
    removeVocabulary,
    setFolder,
    templates: async ({ spaceId }: { spaceId: string }, { actor }: ByActor): Promise<Template[]> =>
      templatesOf(db, await enter(spaceId, actor)),
    vocabularies: async ({ spaceId }: { spaceId: string }, { actor }: ByActor): Promise<VocabularyRecord[]> =>
      vocabulariesOf(db, await enter(spaceId, actor)),
  }
}
