import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, type FormInstance, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { type MailTemplate, mails } from '#contract/mails.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { TextSkeleton } from '../../widgets/Skeleton.tsx'
import { useRested } from '../../widgets/use-rested.ts'
import { MailFrame } from './MailFrame.tsx'
import { type MailWordsValues, unknownIn } from './MailWords.tsx'

type Props = {
  form: FormInstance<MailWordsValues>
  template: MailTemplate
  language: 'zh' | 'en'
  onLanguage: (language: 'zh' | 'en') => void
}
/** The mail as it would look with sample values, drawn by the server that sends it. */
export function MailPreview({ form, template, language, onLanguage }: Props) {
  const { t } = useTranslation()
  const { kind } = template
  const { subject, body } = Form.useWatch(language, form) ?? template[language]
  const asked = useRested(JSON.stringify({ language, words: { subject, body } }))
  const { words } = JSON.parse(asked) as { words: MailWordsValues['zh'] }
  // An invalid text is reported beside its field; meanwhile the last valid mail stays.
  const isFit =
    mails.preview.input.shape.words.safeParse(words).success &&
    unknownIn(words.subject + words.body, template.variables) === null
  const query = useQuery({
    queryKey: ['mails', 'preview', kind, asked],
    queryFn: ({ signal }) =>
      call(
        mails.preview,
        { kind, ...(JSON.parse(asked) as { language: 'zh' | 'en'; words: MailWordsValues['zh'] }) },
        { quiet: true, signal },
      ),
    enabled: isFit,
    placeholderData: keepPreviousData,
  })
  return (
    <section className="mail-preview" aria-labelledby="mail-preview-title">
      <header>
        <h3 id="mail-preview-title">{t('mails.preview')}</h3>
        <Segmented
          size="small"
          value={language}
          onChange={onLanguage}
          options={(['zh', 'en'] as const).map((value) => ({ value, label: t(`mails.languages.${value}`) }))}
        />
        <span>{isFit ? t('mails.previewHint') : t('mails.previewWaits')}</span>
      </header>
      {query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} isInline />
      ) : query.data ? (
        <>
          <p className="mail-subject" lang={language}>
            {query.data.subject}
          </p>
          <MailFrame html={query.data.html} title={t('mails.preview')} />
        </>
      ) : (
        <TextSkeleton lines={8} />
      )}
    </section>
  )
}
