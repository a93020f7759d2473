import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Method, MethodPlaces } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { CopyLine } from '../CopyLine.tsx'
import { needsReturnAddress } from './method-fields.ts'

type Props = {
  kind: MethodKind
  method: Method | null
  /** Those of a method that isn't saved yet; undefined until they came. */
  places: MethodPlaces | undefined
}

/** Addresses to enter at the other site, with buttons to copy them; they are known before the method is saved. */
export function MethodAddress({ kind, method, places }: Props) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const [wasNew] = useState(method === null)
  // After a new method is saved, its addresses are scrolled into view, because they are needed next.
  useEffect(() => {
    if (method && wasNew) place.current?.scrollIntoView({ block: 'center' })
  }, [method, wasNew])
  if (!needsReturnAddress(kind)) return null
  const known = method ?? places
  return (
    <section ref={place} className="method-addresses">
      <h3>{t('methods.addresses.title')}</h3>
      {known && (
        <>
          <Elsewhere known={new URL(known.callbackUrl).origin} />
          <CopyLine
            label={t(kind === 'cas' ? 'methods.addresses.service' : 'methods.addresses.callback')}
            value={known.callbackUrl}
          />
          {known.metadataUrl && (
            <CopyLine
              label={t(method ? 'methods.addresses.metadata' : 'methods.addresses.entityId')}
              value={known.metadataUrl}
            />
          )}
        </>
      )}
      {method && wasNew && (
        <p className="service-note" role="status">
          {t('methods.added')}
        </p>
      )}
      {!method && <p>{t(kind === 'saml' ? 'methods.addresses.laterSaml' : 'methods.addresses.later')}</p>}
    </section>
  )
}

/** Warns if the site makes its addresses from another one than the administrator uses. */
function Elsewhere({ known }: { known: string }) {
  const { t } = useTranslation()
  const here = window.location.origin
  return known === here ? null : <p className="service-note">{t('methods.addresses.elsewhere', { known, here })}</p>
}
