import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MailKind, type MailTemplate, mails } from '#contract/mails.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { RecordSkeleton, RecordTable } from '../../widgets/RecordTable.tsx'
import { MailTemplateEditor } from './MailTemplateEditor.tsx'
import { mailTemplatesKey } from './mail-keys.ts'

/** The templates of all mails. */
export function MailTemplates() {
  const { t, i18n } = useTranslation()
  const [kind, setKind] = useState<MailKind | null>(null)
  const query = useQuery({
    queryKey: mailTemplatesKey,
    queryFn: ({ signal }) => call(mails.templates, {}, { quiet: true, signal }),
  })
  if (query.isLoading) return <RecordSkeleton rows={10} />
  if (!query.data) {
    return <NotLoaded title={t('mails.loadFailed')} error={query.error} onRetry={query.refetch} />
  }
  const opened = query.data.find((template) => template.kind === kind)
  const language = i18n.language === 'en' ? 'en' : 'zh'
  const name = (template: MailTemplate) => (
    <>
      <button type="button" className="mail-open records-open" onClick={() => setKind(template.kind)}>
        {t(`mails.kinds.${template.kind}`)}
      </button>
      {template.isChanged && <span className="tag">{t('mails.changed')}</span>}
    </>
  )
  return (
    <>
      <p className="mail-hint">{t('mails.templatesHint')}</p>
      <RecordTable
        label={t('mails.tabs.templates')}
        rows={query.data}
        keyOf={(template) => template.kind}
        openKey={kind ?? undefined}
        columns={[
          { key: 'kind', label: t('mails.columns.kind'), render: name },
          { key: 'when', label: t('mails.columns.when'), render: (template) => t(`mails.when.${template.kind}`) },
          { key: 'subject', label: t('mails.columns.subject'), render: (template) => template[language].subject },
        ]}
        card={(template) => (
          <div className="mail-card">
            <div>{name(template)}</div>
            <p>{t(`mails.when.${template.kind}`)}</p>
          </div>
        )}
      />
      {opened && <MailTemplateEditor key={opened.kind} template={opened} onClose={() => setKind(null)} />}
    </>
  )
}
