import { useTranslation } from 'react-i18next'
import { placeOf, type TemplateDefinition } from '#contract/publications/template.ts'

const LANGUAGES = ['zh', 'en'] as const
/** Parts of a draft that have a name of ours. */
const NAMED = [
  'institution',
  'template',
  'resourceType',
  'changes',
  'files',
  'tables',
  'boards',
  'title',
  'description',
  'authors',
  'keywords',
  'subjects',
  'dates',
  'places',
  'funding',
  'related',
  'licence',
  'access',
  'language',
] as const
type Named = (typeof NAMED)[number]
const isNamed = (key: string): key is Named => (NAMED as readonly string[]).includes(key)

/** Names the fields of a draft by their places: ours, or those of the template. */
export function usePlaceName(definition: TemplateDefinition | null) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const fields = definition?.groups.flatMap((group) => group.fields) ?? []
  return (place: string): string => {
    const { title } = fields.find((field) => placeOf(field) === place) ?? {}
    const own = title?.[lang] || title?.zh
    if (own) return own
    const [key = '', language] = place.split('.')
    if (!isNamed(key)) return place
    const isIn = LANGUAGES.find((one) => one === language)
    const name = t(`publications.fields.${key}`)
    return isIn ? t('publications.inLanguage', { name, language: t(`publications.languages.${isIn}`) }) : name
  }
}
