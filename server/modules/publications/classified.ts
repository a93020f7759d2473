import { lowerSubjects } from '#contract/publications/lower-subjects.ts'
import { subjectKey, subjects } from '#contract/publications/subjects.ts'
import { CLASSIFIED, type TemplateDefinition, type TemplateField } from '#contract/publications/template.ts'
import { textOf } from '#server/http/texts.ts'

/** GB/T 13745 as a template would bring it; the standard names its lower levels in Chinese alone. */
const standard: TemplateField['options'] = [
  ...subjects.map((value) => ({
    value: value as string,
    title: { zh: textOf('zh', subjectKey(value)), en: textOf('en', subjectKey(value)) },
  })),
  ...lowerSubjects.map(({ code, name }) => ({ value: code, title: { zh: name, en: '' } })),
]

/**
 * A template with the disciplines that it offers: its own, else those of GB/T 13745. A definition that is sent or kept
 * goes without the latter.
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
