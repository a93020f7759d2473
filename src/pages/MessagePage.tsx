import { useTranslation } from 'react-i18next'
import { useTitle } from '../widgets/use-title.ts'
import { Frame } from './Frame.tsx'
import type { PageProps } from './page.ts'

/** A page that cannot show what was asked for: the reason, and links to continue. */
export default function MessagePage({ data }: PageProps) {
  const { t } = useTranslation()
  useTitle(t('shell.notFound'))
  return (
    <Frame data={data}>
      <main id="main" className="message-page">
        <div className="code num" aria-hidden="true">
          404
        </div>
        <h1>{t('shell.notFound')}</h1>
        <p>{t('shell.notFoundHint')}</p>
        <div className="actions">
          <a className="btn primary" href="/">
            {t('shell.home')}
          </a>
        </div>
      </main>
    </Frame>
  )
}
