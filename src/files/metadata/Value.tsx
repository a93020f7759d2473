import { useTranslation } from 'react-i18next'
import { partsOf, problemOf, type TemplateField } from '#contract/fields.ts'

type Props = { value: string; field: TemplateField | null; terms: readonly string[] }
const addresses = { doi: 'https://doi.org/', orcid: 'https://orcid.org/' } as const

/** A formatted metadata value; marked if its field would no longer accept it. */
export function Value({ value, field, terms }: Props) {
  const { t } = useTranslation()
  const problem = field && problemOf(field, value, new Set(terms))
  return (
    <>
      <Shown value={value} field={problem ? null : field} />
      {problem && <small className="metadata-problem">{t(`metadata.problems.${problem}`)}</small>}
    </>
  )
}

function Shown({ value, field }: Pick<Props, 'value' | 'field'>) {
  const { t } = useTranslation()
  const kind = field?.kind
  if (kind === 'doi' || kind === 'orcid')
    return (
      <a href={addresses[kind] + encodeURI(value)} target="_blank" rel="noopener noreferrer">
        {value}
      </a>
    )
  if (kind === 'yesNo') return value && t(value === 'yes' ? 'metadata.answers.yes' : 'metadata.answers.no')
  if (kind === 'several')
    return partsOf(value).map((part) => (
      <span key={part} className="tag">
        {part}
      </span>
    ))
  return field?.unit ? `${value} ${field.unit}` : value
}
