import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { START_PATH } from '#contract/pages/paths.ts'
import type { PublicMethod } from '#contract/sign-in.ts'
import { addressAt } from '#providers/address.ts'
import { comeBackPath } from '../shell/return-path.ts'
import { pathWith } from './addresses.ts'

type Props = { methods: readonly PublicMethod[]; search: string }

/** The external sign-in methods, as links that work without JavaScript. */
export function OutsideMethods({ methods, search }: Props) {
  const { t } = useTranslation()
  // Only the browser knows the stored return path, so it is added after hydration.
  const [callback, setCallback] = useState<string>()
  useEffect(() => setCallback(comeBackPath(location)), [])
  const addressOfMethod = ({ id, kind }: PublicMethod) =>
    kind === 'ldap'
      ? pathWith('/ldap-login', { method: id, callback: new URLSearchParams(search).get('callback') })
      : addressAt(START_PATH, { id, callback })
  return (
    <ul className={methods.length > 3 ? 'methods many' : 'methods'} aria-label={t('signIn.otherWays')}>
      {methods.map((method) => (
        <li key={method.id}>
          <a className="btn" href={addressOfMethod(method)}>
            <span className="glyph" aria-hidden="true">
              {[...method.name][0]}
            </span>
            {method.name}
          </a>
        </li>
      ))}
    </ul>
  )
}
