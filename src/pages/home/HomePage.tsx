import { useTranslation } from 'react-i18next'
import { Frame } from '../Frame.tsx'
import { LoginForm } from '../LoginForm.tsx'
import type { PageProps } from '../page.ts'
import { SignedIn } from '../SignedIn.tsx'
import { Numbers } from './Numbers.tsx'
import { SpaceGrid } from './SpaceGrid.tsx'

/** The public face: one sentence, a search, live numbers, open spaces; whole without a script. */
export default function HomePage({ data, search }: PageProps) {
  const { t } = useTranslation()
  const q = new URLSearchParams(search).get('q') ?? ''
  return (
    <Frame data={data}>
      <main id="main" className="public-main">
        <section className="hero">
          <div>
            <h1>{data.site.indexTitle}</h1>
            <p className="lead">{data.site.indexDescription}</p>
            <form className="hero-search" action="/" method="get">
              <svg
                width="16"
                height="16"
                viewBox="0 0 16 16"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.6"
                strokeLinecap="round"
                aria-hidden="true"
              >
                <circle cx="7" cy="7" r="4.5" />
                <path d="m10.5 10.5 3 3" />
              </svg>
              <input
                name="q"
                type="search"
                defaultValue={q}
                maxLength={100}
                placeholder={t('home.search')}
                aria-label={t('home.search')}
              />
              <button type="submit" className="btn primary">
                {t('home.go')}
              </button>
            </form>
            <Numbers numbers={data.numbers} />
          </div>
          {data.user ? (
            <SignedIn user={data.user} title={t('session.welcome')} level="h2" />
          ) : (
            <LoginForm data={data} level="h2" />
          )}
        </section>
        <SpaceGrid spaces={data.spaces} search={search} isSignedIn={data.user !== null} />
      </main>
    </Frame>
  )
}
