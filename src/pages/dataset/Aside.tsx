import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatasetView, PageData } from '#contract/pages/data.ts'
import { copyText } from '../../widgets/copy-text.ts'
import { formatBytes, formatCount } from '../../widgets/format.ts'
import { useHydrated } from '../use-hydrated.ts'
import { Conditions } from './Conditions.tsx'
import { Request } from './Request.tsx'

/** Download, citation, conditions, versions and related works of a version. */
export function Aside({ data, view }: { data: PageData; view: DatasetView }) {
  const { t } = useTranslation()
  const { version, page, isPreview } = view
  const files = isPreview ? null : view.files
  return (
    <aside className="dataset-aside">
      {files && version.fileCount > 0 && (
        <a className="btn primary" href={`${page}/zip`} rel="nofollow">
          {t('datasets.downloadAll', { size: formatBytes(version.sizeBytes) })}
        </a>
      )}
      {files && version.fileCount > 0 && (
        <p className="other-downloads">
          <a href={`${page}/zip?format=bagit`} rel="nofollow">
            {t('datasets.asBag')}
          </a>
          <a href={`${page}/manifest-sha256.txt`} rel="nofollow">
            {t('datasets.manifest')}
          </a>
        </p>
      )}
      {view.isOnRequest && !isPreview && <Request data={data} view={view} />}
      <Card title={t('datasets.cite')}>
        {view.isTrial && !isPreview && <p className="form-note closed">{t('datasets.trial')}</p>}
        {view.citations.map(({ style, text }) => (
          <Citation key={style} name={style} text={text} />
        ))}
        <ul className="formats" aria-label={t('datasets.formats')}>
          {view.formats.map(({ key, name }) => (
            <li key={key}>
              <a href={`${page}/export/${key}`} rel="nofollow">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('datasets.conditions')}>
        <Conditions view={view} />
      </Card>
      <Usage view={view} />
      <Versions view={view} />
      <Corrections view={view} />
      <Works view={view} />
    </aside>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="dataset-card">
    <h2>{title}</h2>
    {children}
  </section>
)

function Citation({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation()
  const isHydrated = useHydrated()
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="citation">
      <h3>
        {name}
        {isHydrated && (
          <button
            type="button"
            className="btn ghost"
            aria-label={t('datasets.copyCitation', { name })}
            onClick={async () => setCopied(await copyText(text))}
          >
            {t(isCopied ? 'datasets.copied' : 'datasets.copy')}
          </button>
        )}
      </h3>
      <p dir="auto">{text}</p>
    </div>
  )
}

function Usage({ view: { usage, versions } }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  const shown = (what: 'views' | 'downloads') => {
    const [version, all] = [usage.version, usage.all].map((one) => formatCount(one[what], i18n.language))
    return versions.length > 1 ? t('datasets.usageRow', { version, all }) : version
  }
  return (
    <Card title={t('datasets.usage')}>
      <dl className="space-properties num">
        {(['views', 'downloads'] as const).map((what) => (
          <div key={what}>
            <dt>{t(`datasets.${what}`)}</dt>
            <dd>{shown(what)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{t('datasets.usageHint')}</p>
    </Card>
  )
}

function Versions({ view: { versions, version, page } }: { view: DatasetView }) {
  const { t } = useTranslation()
  if (versions.length < 2) return null
  return (
    <Card title={t('datasets.versions')}>
      <ol className="versions">
        {versions.toReversed().map(({ number, publishedAt, isWithdrawn, changes }) => (
          <li key={number} aria-current={number === version.number ? 'page' : undefined}>
            <a href={`${page.replace(/\d+$/, '')}${number}`}>{t('datasets.version', { number })}</a>{' '}
            <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time>
            {isWithdrawn && <span className="tag">{t('datasets.isWithdrawn')}</span>}
            {changes && <p dir="auto">{changes}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The corrections of the metadata: reason, and previous content. */
function Corrections({ view: { corrections, version } }: { view: DatasetView }) {
  const { t } = useTranslation()
  if (!corrections.length) return null
  return (
    <Card title={t('datasets.corrections.title')}>
      <ol className="versions">
        {corrections.map(({ number, at, reason, parts }) => (
          <li key={number}>
            {t('datasets.version', { number: `${version.number}.${number}` })}{' '}
            <time dateTime={at}>{at.slice(0, 10)}</time>
            <p dir="auto">{reason}</p>
            {parts.map(({ part, before }) =>
              before.length ? (
                <details key={part} className="former">
                  <summary>{t(`datasets.corrections.parts.${part}`)}</summary>
                  <span>{t('datasets.corrections.before')}</span>
                  {before.map((text) => (
                    <p key={text} dir="auto">
                      {text}
                    </p>
                  ))}
                </details>
              ) : (
                <p key={part}>{t(`datasets.corrections.parts.${part}`)}</p>
              ),
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const RESOLVERS: Record<string, string> = {
  DOI: 'https://doi.org/',
  CSTR: 'https://cstr.cn/',
  Handle: 'https://hdl.handle.net/',
  ARK: 'https://n2t.net/',
  arXiv: 'https://arxiv.org/abs/',
  PMID: 'https://pubmed.ncbi.nlm.nih.gov/',
  URL: '',
}

function Works({ view }: { view: DatasetView }) {
  const { t } = useTranslation()
  const { related } = view.version.metadata
  if (!related.length) return null
  return (
    <Card title={t('datasets.works')}>
      <ul className="works">
        {related.map(({ scheme, identifier, relation, title }) => {
          const resolver = RESOLVERS[scheme]
          const name = title || `${scheme} ${identifier}`
          return (
            <li key={`${relation} ${scheme} ${identifier}`}>
              <span className="relation">
                {t(`datasets.relations.${relation === 'IsDerivedFrom' ? 'IsBasedOn' : relation}`)}
              </span>
              {resolver === undefined ? <bdi>{name}</bdi> : <a href={resolver + identifier}>{name}</a>}
              {title && <small>{`${scheme} ${identifier}`}</small>}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
