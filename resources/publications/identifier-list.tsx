import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { VersionIdentifier } from '#contract/publications/dataset.ts'
import { CopyButton } from '../../src/widgets/CopyField.tsx'

/** The identifiers of a version, each with what has become of it. */
export function IdentifierList({ identifiers }: { identifiers: readonly VersionIdentifier[] }) {
  const { t } = useTranslation()
  if (!identifiers.length) return null
  return (
    <section aria-labelledby="publication-identifiers" className="publication-identifiers">
      <h4 id="publication-identifiers">{t('publications.identifiers.title')}</h4>
      {identifiers.some(({ state, isTrial }) => state === 'reserved' && !isTrial) && (
        <p>{t('publications.identifiers.hint')}</p>
      )}
      <ul>
        {identifiers.map((identifier) => (
          <Line key={identifier.scheme} {...identifier} />
        ))}
      </ul>
    </section>
  )
}

function Line({ scheme, value, url, state, cause, isTrial }: VersionIdentifier) {
  const { t } = useTranslation()
  const text = useRef<HTMLElement>(null)
  const select = () => text.current && getSelection()?.selectAllChildren(text.current)
  return (
    <li>
      <b>{scheme}</b>
      <code ref={text}>{state === 'registered' || state === 'noted' ? <a href={url}>{value}</a> : value}</code>
      <CopyButton text={url} onRefused={select} />
      <small className={state === 'failed' ? 'is-wrong' : undefined}>
        {t(`publications.identifiers.${isTrial ? 'trial' : state}`)}
        {cause && ` ${cause}`}
      </small>
    </li>
  )
}
