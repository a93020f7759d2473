import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Verdict } from '#contract/core/policy.ts'
import { type AssignedTemplate, metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { useRenewTemplates } from './use-metadata.ts'

type Props = {
  spaceId: string
  hash: string
  /** The template that applies below the folder, and the one that would apply without an own template. */
  inside: AssignedTemplate | null
  above: AssignedTemplate | null
  verdict: Verdict
  onTemplates?: (() => void) | undefined
}
const INHERITED = ''

/** The template of the items in a folder; users with permission can choose another one. */
export function FolderTemplate({ spaceId, hash, inside, above, verdict, onTemplates }: Props) {
  const { t } = useTranslation()
  const renew = useRenewTemplates(spaceId)
  const { isBusy, problem, run } = useTask()
  const {
    data: templates = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['templates', spaceId],
    enabled: verdict.allowed,
    queryFn: () => call(metadata.templates, { spaceId }, { quiet: true }),
  })
  const own = inside?.from.hash === hash ? inside : null
  // The folder's own template is listed before the list of templates has loaded.
  const known = own && !templates.some(({ id }) => id === own.id) ? [own, ...templates] : templates
  const inherited = above ? t('metadata.inherit', { name: above.name }) : t('metadata.inheritNone')
  const hang = (templateId: string) =>
    run(async () => {
      await call(metadata.setFolder, { spaceId, hash, templateId: templateId || null }, { quiet: true })
      renew()
    })
  if (!verdict.allowed && !inside) return null
  return (
    <>
      <h3>{t('metadata.inside')}</h3>
      {verdict.allowed ? (
        <Select
          className="metadata-wide"
          aria-label={t('metadata.inside')}
          value={own?.id ?? INHERITED}
          loading={isBusy}
          disabled={isBusy}
          onChange={(id) => void hang(id)}
          options={[
            { value: INHERITED, label: inherited },
            ...known.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : (
        <p>{inside?.name}</p>
      )}
      {error && <NotLoaded error={error} onRetry={refetch} isInline />}
      {problem && (
        <small className="metadata-problem" role="alert">
          {problem}
        </small>
      )}
      {verdict.allowed && onTemplates && (
        <Button className="metadata-add" size="small" type="link" onClick={onTemplates}>
          {t('metadata.manage')}
        </Button>
      )}
    </>
  )
}
