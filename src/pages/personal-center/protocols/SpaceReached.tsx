import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AppPassword } from '#contract/account.ts'
import { connectPath } from '#contract/pages/paths.ts'

/** The only space that a key opens, or that it opens all of its owner. */
export function SpaceReached({ space }: Pick<AppPassword, 'space'>) {
  const { t } = useTranslation()
  if (!space) return t('account.appPasswords.allSpaces')
  return <Link to={connectPath(space.id)}>{t('account.appPasswords.oneSpace', { name: space.name })}</Link>
}
