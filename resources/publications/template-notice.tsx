import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Problem } from '#contract/publications/check.ts'
import { placeOf, type TemplateDefinition } from '#contract/publications/template.ts'
import { formatList } from '../../src/widgets/format.ts'
import { usePlaceName } from './place-name.ts'
import type { Draft } from './use-draft.ts'

type Props = { draft: Draft; definition: TemplateDefinition; version: number; problems: readonly Problem[] }

/** Tells that the template has changed since its author last saw it, and what the draft lacks by it now. */
export function TemplateNotice({ draft, definition, version, problems }: Props) {
  const { t, i18n } = useTranslation()
  const nameOf = usePlaceName(definition)
  const { templateVersion = version } = draft.fields
  if (templateVersion === version) return null
  const places = new Set(definition.groups.flatMap(({ fields }) => fields.map(placeOf)))
  const lacking = problems.filter(({ level, place }) => level === 'error' && places.has(place))
  const names = [...new Set(lacking.map(({ place }) => nameOf(place)))]
  return (
    <div className="publication-reason" role="status">
      <b>{t('publications.wizard.templateChanged')}</b>
      <span>
        {names.length
          ? t('publications.wizard.templateLacks', { names: formatList(names, i18n.language) })
          : t('publications.wizard.templateFits')}
      </span>
      <span>
        <Button size="small" onClick={() => draft.set({ templateVersion: version })}>
          {t('publications.wizard.templateSeen')}
        </Button>
      </span>
    </div>
  )
}
