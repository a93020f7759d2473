import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { type ManagedTemplate, publicationTemplates } from '#contract/publication-templates.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { call } from '#providers/call.ts'
import { formatDateTime } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'

type Props = {
  template: ManagedTemplate | null
  onClose: () => void
  onTake: (definition: TemplateDefinition) => void
}

/** Earlier versions of a template; one can be loaded into the editor. */
export function Versions({ template, onClose, onTake }: Props) {
  const { t, i18n } = useTranslation()
  const id = template?.id ?? ''
  const query = useQuery({
    queryKey: ['publicationTemplates', 'versions', id, template?.version],
    queryFn: () => call(publicationTemplates.versions, { id }, { quiet: true }),
    enabled: template !== null,
  })
  return (
    <Drawer title={t('publicationTemplates.versions')} open={template !== null} onClose={onClose} size={480}>
      {template && (
        <Loaded query={query}>
          {(versions) => (
            <ul className="template-versions">
              {versions.map(({ version, definition, person, at }) => (
                <li key={version}>
                  <b>{t('publicationTemplates.versionNumber', { number: version })}</b>
                  <span>
                    {at
                      ? t('publicationTemplates.changedBy', { person, at: formatDateTime(at, i18n.language) })
                      : t('publicationTemplates.builtIn')}
                  </span>
                  {version !== template.version && (
                    <Button size="small" onClick={() => onTake(definition)}>
                      {t('publicationTemplates.take', { number: version })}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </Drawer>
  )
}
