import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { isChosen, type TemplateField } from '#contract/fields.ts'
import type { metadata as calls, Template } from '#contract/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { itemsIn, pathOf } from '#server/modules/files/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { vocabularyIdsOf } from './metadata-schema.ts'
import { liveItems, type MetadataNeeds } from './needs.ts'
import { changeSettings, demandRoom, recordSetting } from './setting-changes.ts'
import {
  dropTemplate,
  hang,
  putTemplate,
  takeDown,
  templateById,
  templatesOf,
  vocabulariesById,
} from './template-store.ts'

type Of<Call extends keyof typeof calls> = ParsedOf<(typeof calls)[Call]>
/** The templates of a space, and their assignment to folders. */
export function templateRules(needs: MetadataNeeds) {
  const { db, spaces, journal, files, now, newId } = needs

  async function template({ spaceId, id }: Of<'template'>, { actor }: ByActor): Promise<DataOf<typeof calls.template>> {
    const { id: own } = await spaces.enter(spaceId, actor)
    const found = await templateById(db, own, id)
    if (!found) throw new Failure('templateGone')
    const vocabularies = await vocabulariesById(db, own, vocabularyIdsOf(found.fields))
    return { template: found, terms: Object.fromEntries([...vocabularies].map(([key, { terms }]) => [key, terms])) }
  }

  const saveTemplate = (input: Of<'saveTemplate'>, { actor }: ByActor): Promise<Template> =>
    changeSettings(needs, input.spaceId, actor, async (tx) => {
      const { spaceId, name, fields } = input
      const before = input.id ? await templateById(tx, spaceId, input.id) : null
      if (input.id && !before) throw new Failure('templateGone')
      if (before && before.stamp !== input.stamp) throw new Failure('metadataChanged', { data: before })
      if (!before) await demandRoom(tx, 'meta_template', spaceId)
      await refuseUnsound(tx, spaceId, fields)
      const id = before?.id ?? newId()
      await putTemplate(tx, { id, spaceId, name, content: fields, at: now() })
      await recordSetting(needs, tx, { spaceId, actor, action: 'templateSaved', name: name })
      const saved = await templateById(tx, spaceId, id)
      if (!saved) throw new Failure('templateGone')
      return saved
    })

  const removeTemplate = ({ spaceId, id }: Of<'removeTemplate'>, { actor }: ByActor): Promise<null> =>
    changeSettings(needs, spaceId, actor, async (tx) => {
      const before = await templateById(tx, spaceId, id)
      if (!before) throw new Failure('templateGone')
      await dropTemplate(tx, id)
      await recordSetting(needs, tx, { spaceId, actor, action: 'templateRemoved', name: before.name })
      return null
    })

  async function setFolder({ spaceId, hash, templateId }: Of<'setFolder'>, { actor }: ByActor): Promise<null> {
    await changeSettings(needs, spaceId, actor, async (tx) => {
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
    saveTemplate,
    removeTemplate,
    setFolder,
    templates: async ({ spaceId }: { spaceId: string }, { actor }: ByActor): Promise<Template[]> =>
      templatesOf(db, (await spaces.enter(spaceId, actor)).id),
  }
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
