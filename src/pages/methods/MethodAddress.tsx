import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Method } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { CopyLine } from '../CopyLine.tsx'
import { needsReturnAddress } from './method-fields.ts'

/** Addresses to enter at the other site, with buttons to copy them. */
export function MethodAddress({ kind, method }: { kind: MethodKind; method: Method | null }) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const wasNew = useRef(method === null)
  // After a new method is saved, its addresses are scrolled into view, because they are needed next.
  useEffect(() => {
    if (method && wasNew.current) place.current?.scrollIntoView({ block: 'center' })
  }, [method])
  if (!needsReturnAddress(kind)) return null
  return (
    <section ref={place} className="method-addresses">
      <h3>{t('methods.addresses.title')}</h3>
      {method ? (
        <>
          <CopyLine
            label={t(kind === 'cas' ? 'methods.addresses.service' : 'methods.addresses.callback')}
            value={method.callbackUrl}
          />
          {method.metadataUrl && <CopyLine label={t('methods.addresses.metadata')} value={method.metadataUrl} />}
        </>
      ) : (
        <p>{t('methods.addresses.later')}</p>
      )}
    </section>
  )
}
