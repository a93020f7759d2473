import { UpOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { UserInfo } from '#contract/session.ts'
import { signOut } from '#providers/sign-in.ts'

const ID = 'account-menu'

/**
 * The signed-in user with a link to My account, and the account menu beside it. It uses the browser's popover, which
 * Esc and an outside click close.
 */
export function AccountMenu({ user }: { user: UserInfo }) {
  const { t } = useTranslation()
  const role = user.roles[0]
  return (
    <>
      <Link to="/personalCenter" className="account" title={t('shell.personalCenter')}>
        <span className="avatar" aria-hidden="true">
          {user.avatar ? <img src={user.avatar} alt="" width="28" height="28" /> : [...user.name][0]}
        </span>
        <span className="text name">
          <b>{user.name}</b>
          <small>{role && t(`shell.roles.${role}`)}</small>
        </span>
      </Link>
      <button
        type="button"
        className="btn ghost account-more"
        popoverTarget={ID}
        title={t('shell.account')}
        aria-label={t('shell.account')}
      >
        <UpOutlined />
      </button>
      <div id={ID} className="account-menu" popover="auto">
        <p>
          <b>{user.name}</b>
          <small>{user.emailAccounts}</small>
        </p>
        <Link to="/personalCenter" onClick={() => document.getElementById(ID)?.hidePopover()}>
          {t('shell.personalCenter')}
        </Link>
        <a href="/">{t('shell.home')}</a>
        <a href="/help">{t('shell.help')}</a>
        <a href="/api/docs">{t('shell.api')}</a>
        <button type="button" onClick={signOut}>
          {t('shell.logout')}
        </button>
      </div>
    </>
  )
}
