import { useTranslation } from 'react-i18next'
import { isCore, type TemplateField, type TemplateFieldType } from '#contract/publications/template.ts'

/** Names of fields and of their types. */
export function useFieldWords() {
  const { t, i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const typeName = (type: TemplateFieldType) => t(`publicationTemplates.types.${type}`)
  function partName({ key, language }: Pick<TemplateField, 'key' | 'language'>): string {
    if (!isCore(key)) return key
    const name = t(`publications.fields.${key}`)
    return language ? t('publications.inLanguage', { name, language: t(`publications.languages.${language}`) }) : name
  }
  const nameOf = (field: TemplateField): string =>
    field.title[lang] || field.title.zh || field.title.en || partName(field)
  return { typeName, partName, nameOf }
}
