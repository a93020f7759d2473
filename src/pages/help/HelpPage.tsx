import { useTranslation } from 'react-i18next'
import { EntryButtons } from '../EntryButtons.tsx'
import { Frame } from '../Frame.tsx'
import type { PageProps } from '../page.ts'
import './help.css'

const topics = [
  'start',
  'join',
  'visible',
  'upload',
  'undo',
  'find',
  'share',
  'programs',
  'notified',
  'locked',
] as const

/** Answers to what people ask first; whole without a script. */
export default function HelpPage({ data }: PageProps) {
  const { t } = useTranslation()
  return (
    <Frame data={data} right={<EntryButtons data={data} />}>
      <main id="main" className="public-main help">
        <h1>{t('shell.help')}</h1>
        <p className="lead">{t('help.lead')}</p>
        {topics.map((topic) => (
          <section key={topic} id={topic}>
            <h2>{t(`help.${topic}.title`)}</h2>
            <p>{t(`help.${topic}.text`, { days: data.site.trashDays })}</p>
          </section>
        ))}
        <p className="lead">
          {t('help.more')} <a href="/api/docs">{t('shell.api')}</a>
        </p>
      </main>
    </Frame>
  )
}
