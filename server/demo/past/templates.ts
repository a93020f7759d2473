import type { TemplateField } from '#contract/fields.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** Metadata templates with their vocabularies, and the folders that they are assigned to. */
export async function templatesOfPast(tx: Tx, { id, life, calendar, newId, itemId }: SampleSpace): Promise<void> {
  for (const { name, folders, vocabularies, fields } of life?.templates ?? []) {
    const words = Object.entries(vocabularies).map(([key, terms]) => ({ id: newId(), name: key, terms }))
    if (words.length)
      await tx
        .insertInto('vocabulary')
        .values(words.map(({ terms, ...word }) => ({ ...word, space_id: id, terms: JSON.stringify(terms) })))
        .execute()
    const whole = fields.map(
      ({ vocabulary, ...field }): TemplateField => ({
        isRequired: false,
        hint: '',
        unit: '',
        min: null,
        max: null,
        vocabularyId: words.find((word) => word.name === vocabulary)?.id ?? null,
        ...field,
      }),
    )
    const template = newId()
    await tx
      .insertInto('meta_template')
      .values({ id: template, space_id: id, name, fields: JSON.stringify(whole), changed_at: calendar.at(60, 11) })
      .execute()
    await tx
      .insertInto('folder_template')
      .values(folders.map((path) => ({ folder_id: itemId(path), template_id: template })))
      .execute()
  }
}
