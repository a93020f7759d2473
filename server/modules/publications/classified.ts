import { standardOptions } from '#contract/publications/lower-subjects.ts'
import { subjectKey } from '#contract/publications/subjects.ts'
import { CLASSIFIED, type TemplateDefinition } from '#contract/publications/template.ts'
import { textOf } from '#server/http/texts.ts'

/** GB/T 13745 in the form of a template's classification. */
const standard = standardOptions((code) => ({ zh: textOf('zh', subjectKey(code)), en: textOf('en', subjectKey(code)) }))

/**
 * A template with its disciplines: its own, else those of GB/T 13745, which are not stored or sent with a definition.
 */
export const classified = (definition: TemplateDefinition): TemplateDefinition => ({
  ...definition,
  groups: definition.groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) =>
      field.key === CLASSIFIED && field.type === 'core' && !field.options.length
        ? { ...field, options: standard }
        : field,
    ),
  })),
})
