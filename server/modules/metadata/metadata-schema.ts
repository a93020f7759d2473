import { isChosen, type TemplateField } from '#contract/fields.ts'
import type { AssignedTemplate } from '#contract/metadata.ts'
import type { Chain } from '#server/modules/files/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { type FolderTemplateRow, templatesOn, vocabulariesById } from './template-store.ts'

/** The template of the nearest folder on a chain, searched from its end. */
export function nearest(way: Chain, assigned: ReadonlyMap<string, FolderTemplateRow>): AssignedTemplate | null {
  const folder = way.findLast(({ id }) => assigned.has(id))
  const template = folder && assigned.get(folder.id)
  if (!folder || !template) return null
  const { id, stamp, name } = template
  return { id, stamp, name, from: { hash: folder.id, name: folder.name } }
}

/** The fields for an item, with the terms of the vocabularies that they use. */
export type MetadataSchema = {
  fields: ReadonlyMap<string, TemplateField>
  termsOf: (field: TemplateField) => Set<string>
}

export const vocabularyIdsOf = (fields: readonly TemplateField[]): string[] => [
  ...new Set(fields.flatMap((field) => (isChosen(field) && field.vocabularyId ? [field.vocabularyId] : []))),
]

/** The schemas of items, by their chains; all templates and terms are loaded at once. */
export async function schemasOf(
  db: Db | Tx,
  spaceId: string,
  chains: readonly Chain[],
): Promise<(chain: Chain) => MetadataSchema> {
  const above = (chain: Chain) => chain.slice(0, -1)
  const assigned = await templatesOn(
    db,
    chains.flatMap((chain) => above(chain).map(({ id }) => id)),
  )
  const ids = vocabularyIdsOf([...assigned.values()].flatMap(({ fields }) => fields))
  const vocabularies = await vocabulariesById(db, spaceId, ids)
  const terms = new Map([...vocabularies].map(([id, vocabulary]) => [id, new Set(vocabulary.terms)]))
  const fieldsOf = new Map(
    [...assigned].map(([id, { fields }]) => [id, new Map(fields.map((field) => [field.key, field]))]),
  )
  const none = new Map<string, TemplateField>()
  return (chain) => ({
    fields: fieldsOf.get(nearest(above(chain), assigned)?.from.hash ?? '') ?? none,
    termsOf: ({ vocabularyId }) => terms.get(vocabularyId ?? '') ?? new Set(),
  })
}
