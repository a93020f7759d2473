import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DATASET_LINE_MAX, DATASET_TEXT_MAX } from '#contract/publications/metadata.ts'
import type { TemplateField } from '#contract/publications/template.ts'
import { later, type MeanwhileProps } from '../../src/widgets/later.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { Authors } from './authors.tsx'
import { Dates, Fundings, Places, RelatedWorks } from './entries.tsx'
import { ExtraInput } from './extra-input.tsx'
import type { SubjectInputProps } from './subject-input.tsx'
import type { FieldValues } from './use-draft.ts'

type Props = { draft: FieldValues; field: TemplateField; id: string; label: string }
/** With the standard classification, which is as large as a page. */
const SubjectInput = later<SubjectInputProps>(
  async () => ({ default: (await import('./subject-input.tsx')).SubjectInput }),
  Meanwhile,
)
const NO_TEXT = { zh: '', en: '' }
const NO_WORDS = { zh: [], en: [] }

function Meanwhile({ props: { id }, failure, onRetry }: MeanwhileProps<SubjectInputProps>) {
  return failure ? <NotLoaded error={failure} onRetry={onRetry} isInline /> : <Input id={id} disabled />
}

/** The input of a field of a template; what it changes is kept with the other values. */
export function FieldInput({ draft, field, id, label }: Props) {
  const { t } = useTranslation()
  const { fields, set } = draft
  const language = field.language === 'en' ? 'en' : 'zh'
  if (field.type !== 'core') return <ExtraInput draft={draft} field={field} id={id} label={label} />
  switch (field.key) {
    case 'title':
      return (
        <Input
          id={id}
          maxLength={DATASET_LINE_MAX}
          value={fields.title?.[language] ?? ''}
          onChange={(event) => set({ title: { ...NO_TEXT, ...fields.title, [language]: event.target.value } })}
        />
      )
    case 'description':
      return (
        <Input.TextArea
          id={id}
          autoSize={{ minRows: 4, maxRows: 16 }}
          maxLength={DATASET_TEXT_MAX}
          value={fields.description?.[language] ?? ''}
          onChange={(event) =>
            set({ description: { ...NO_TEXT, ...fields.description, [language]: event.target.value } })
          }
        />
      )
    case 'keywords':
      return (
        <Select
          id={id}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ';', '，', '；', '、']}
          value={[...(fields.keywords?.[language] ?? [])]}
          onChange={(words: string[]) => set({ keywords: { ...NO_WORDS, ...fields.keywords, [language]: words } })}
        />
      )
    case 'subjects':
      return (
        <SubjectInput id={id} field={field} codes={fields.subjects ?? []} onChange={(subjects) => set({ subjects })} />
      )
    case 'language':
      return (
        <Select
          id={id}
          allowClear
          value={fields.language || null}
          onChange={(value) => set({ language: value ?? '' })}
          options={(['zh', 'en'] as const).map((value) => ({ value, label: t(`publications.languages.${value}`) }))}
        />
      )
    case 'authors':
      return <Authors draft={draft} />
    case 'dates':
      return <Dates draft={draft} />
    case 'places':
      return <Places draft={draft} />
    case 'funding':
      return <Fundings draft={draft} />
    default:
      return <RelatedWorks draft={draft} />
  }
}
