import { Form } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRequired } from '#contract/core/form-rules.ts'
import { askedAs, isSaidElsewhere, type Problem } from '#contract/publications/check.ts'
import { narrowedKeys, placeOf, type TemplateDefinition, type TemplateField } from '#contract/publications/template.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { formatList } from '../../src/widgets/format.ts'
import { FieldFindings } from './entry-problems.ts'
import { FieldInput } from './field-input.tsx'
import { ImportMetadata } from './import-metadata.tsx'
import { usePlaceName } from './place-name.ts'
import { useErrorAt } from './problem-text.ts'
import type { Draft, FieldValues } from './use-draft.ts'
import type { PresentInDraft } from './use-draft-presence.ts'

/** The fields of this step: licence and access have a step of their own. */
const groupsOf = ({ groups }: TemplateDefinition) =>
  groups
    .map(({ title, fields }) => ({ title, fields: fields.filter(({ key }) => !narrowedKeys.includes(key)) }))
    .filter(({ fields }) => fields.length)

/** Fields that are asked for in both languages, in that of the page first; each pair keeps its places. */
function inReadersOrder(fields: readonly TemplateField[], lang: 'zh' | 'en'): TemplateField[] {
  const pairs = Map.groupBy(fields, ({ key }) => key)
  for (const [key, pair] of pairs)
    pairs.set(
      key,
      pair.toSorted((a, b) => Number(b.language === lang) - Number(a.language === lang)),
    )
  return fields.flatMap(({ key }) => pairs.get(key)?.shift() ?? [])
}

type Props = {
  draft: Draft
  definition: TemplateDefinition | null
  problems: readonly Problem[]
  /** Missing values are shown as errors, too: the draft was checked. */
  isAsked: boolean
  /** The other people editing the draft, with their fields. */
  present: readonly PresentInDraft[]
  /** Tells the field that the reader is at. */
  onPlace: (place: string) => void
}

/** The fields of the template, with errors beside the values. */
export function MetadataStep({ draft, definition, problems, isAsked, present, onPlace }: Props) {
  const { t } = useTranslation()
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const at = target instanceof Element && target.closest<HTMLElement>('[data-place]')
      if (at) onPlace(at.dataset.place ?? '')
    }
    addEventListener('focusin', follow)
    return () => removeEventListener('focusin', follow)
  }, [onPlace])
  if (!definition) return <Empty title={t('publications.wizard.templateFirst')} />
  return (
    <Form layout="vertical" component="div" className="metadata-form">
      <div className="publication-actions">
        <ImportMetadata draft={draft} definition={definition} />
      </div>
      <MetadataFields draft={draft} definition={definition} problems={problems} present={present} isAsked={isAsked} />
    </Form>
  )
}

type FieldsProps = {
  draft: FieldValues
  definition: TemplateDefinition
  problems: readonly Problem[]
  present?: readonly PresentInDraft[]
  /** Missing values are shown as errors, too. */
  isAsked?: boolean
}

/** The fields of a template by their groups. */
export function MetadataFields({ draft, definition, problems, present = [], isAsked = false }: FieldsProps) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const nameOf = usePlaceName(definition)
  const wrongAt = useErrorAt(problems, isAsked)
  const sections = groupsOf(definition).map(({ title, fields }) => (
    <section key={fields.map(placeOf).join()}>
      <h3>{title[lang] || title.zh || title.en}</h3>
      {inReadersOrder(fields, lang).map((field) => {
        const place = placeOf(field)
        const label = nameOf(place)
        const others = present.filter((one) => one.place === place)
        const asked = askedAs(field, definition)
        const isOwed = isRequired(asked.multiply) && !isSaidElsewhere(asked, draft.fields)
        // A star at both would ask for both.
        const isEitherOwed = isOwed && asked.isEither === true
        const hint = [isEitherOwed && t('publications.either'), field.hint[lang] || field.hint.zh]
          .filter(Boolean)
          .join(' ')
        return (
          <Form.Item
            key={place}
            label={label}
            htmlFor={`field-${place}`}
            required={isOwed && !isEitherOwed}
            extra={(hint || others.length > 0) && <Beside hint={hint} others={others} />}
            {...wrongAt(place)}
          >
            <div data-place={place}>
              <FieldInput draft={draft} field={field} id={`field-${place}`} label={label} />
            </div>
          </Form.Item>
        )
      })}
    </section>
  ))
  return <FieldFindings value={{ problems, isAsked }}>{sections}</FieldFindings>
}

/** The hint of a field, and the other people editing it. */
function Beside({ hint, others }: { hint: string; others: readonly PresentInDraft[] }) {
  const { t, i18n } = useTranslation()
  const names = [...new Set(others.map(({ personName }) => personName))]
  return (
    <>
      {hint}
      {names.length > 0 && (
        <span className="field-others" role="status">
          {t('publications.wizard.hereAt', { names: formatList(names, i18n.language) })}
        </span>
      )}
    </>
  )
}
