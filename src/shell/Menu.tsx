import {
  AuditOutlined,
  ClockCircleOutlined,
  CloudUploadOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SettingOutlined,
  ShareAltOutlined,
  StarOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import { Tooltip } from 'antd'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { passesGate } from '#contract/core/policy.ts'
import { OWN_LISTS } from '#contract/pages/paths.ts'
import type { SiteInfo } from '#contract/settings.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { keepInSession, keepLocally, localValue } from '#providers/storage.ts'
import { useView } from '#providers/view-as.ts'
import { resources } from '../../resources/index.ts'
import { Markup } from '../widgets/Markup.tsx'
import { useTablet } from '../widgets/viewport.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Bell } from './Bell.tsx'
import { ApprovalCount, ReviewCount } from './EntryCounts.tsx'
import { LanguageToggle } from './LanguageToggle.tsx'
import { SearchButton } from './Search.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

type Entry = {
  key:
    | 'space'
    | 'recent'
    | 'favourites'
    | 'shared'
    | 'tasks'
    | 'trash'
    | 'dataPublish'
    | 'approvalManage'
    | 'systemConfig'
  path: string
  icon: ReactNode
  isAdminOnly?: boolean
  /** Begins a group of entries. */
  group?: 'mine' | 'site'
}

/**
 * The menu entries of spec section 2, and the lists of all spaces; an entry is shown if its page exists and the role may
 * see it.
 */
const entries: Entry[] = [
  { key: 'space', path: '/space', icon: <DatabaseOutlined /> },
  { key: 'dataPublish', path: '/dataPublish', icon: <CloudUploadOutlined /> },
  { key: 'recent', path: '/recent', icon: <ClockCircleOutlined />, group: 'mine' },
  { key: 'favourites', path: '/favourites', icon: <StarOutlined /> },
  { key: 'shared', path: '/shared', icon: <ShareAltOutlined /> },
  { key: 'tasks', path: '/tasks', icon: <ThunderboltOutlined /> },
  { key: 'trash', path: '/trash', icon: <DeleteOutlined /> },
  { key: 'approvalManage', path: '/approvalManage', icon: <AuditOutlined />, isAdminOnly: true, group: 'site' },
  { key: 'systemConfig', path: '/systemConfig', icon: <SettingOutlined />, isAdminOnly: true },
]
const pages = [...resources.flatMap((resource) => resource.routes.map((route) => route.path)), ...OWN_LISTS]
const hasPage = (path: string) => pages.some((page) => page === path || page.startsWith(`${path}/`))

type Props = { site: SiteInfo; isOpen: boolean; onClose: () => void }

export function Menu({ site, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const { pathname } = useLocation()
  const [chosenWidth, setChosenWidth] = useState(localValue('menu'))
  const isTablet = useTablet()
  const isSmall = chosenWidth ? chosenWidth === 'small' : isTablet
  // Re-renders when a view as somebody else starts or ends, since the menu then shows that role's entries.
  useView()
  const isAdmin = passesGate(actorOf(user), 'admin')
  const shown = entries.filter(
    (entry) => hasPage(entry.path) && user && !user.mustSetUp && (!entry.isAdminOnly || isAdmin),
  )
  const chosen = shown.find((entry) => pathname === entry.path || pathname.startsWith(`${entry.path}/`))?.key

  useEffect(() => {
    if (chosen) keepInSession('aside-tab', chosen)
  }, [chosen])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen, onClose])

  const fold = () => {
    const next = isSmall ? 'wide' : 'small'
    keepLocally('menu', next)
    setChosenWidth(next)
  }
  return (
    <>
      {isOpen && <button type="button" className="menu-shade" aria-label={t('shell.close')} onClick={onClose} />}
      <aside className="menu" data-small={isSmall} data-open={isOpen}>
        <a className="brand" href="/" title={site.dataSpaceName}>
          <img src={site.logo} alt="" width="26" height="26" />
          <span className="text">{site.dataSpaceName}</span>
        </a>
        {user && !user.mustSetUp && <SearchButton className="entry search-entry" />}
        <nav aria-label={t('shell.menu')}>
          {shown.map((entry) => (
            <Fragment key={entry.key}>
              {entry.group && <div className="entry-group">{t(`shell.groups.${entry.group}`)}</div>}
              <Tooltip title={isSmall ? t(`shell.${entry.key}`) : ''} placement="right">
                <Link to={entry.path} className="entry" aria-current={entry.key === chosen ? 'page' : undefined}>
                  {entry.icon}
                  <span className="text">{t(`shell.${entry.key}`)}</span>
                  {entry.key === 'dataPublish' && <ReviewCount />}
                  {entry.key === 'approvalManage' && <ApprovalCount />}
                </Link>
              </Tooltip>
            </Fragment>
          ))}
        </nav>
        <div className="menu-foot">
          <div className="toggles">
            <LanguageToggle />
            <ThemeToggle />
            {user && !user.mustSetUp && <Bell />}
            <button
              type="button"
              className="btn ghost fold"
              onClick={fold}
              aria-label={isSmall ? t('shell.expand') : t('shell.collapse')}
              title={isSmall ? t('shell.expand') : t('shell.collapse')}
            >
              {isSmall ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
            </button>
          </div>
          {user ? (
            <div className="who">
              <AccountMenu user={user} />
            </div>
          ) : (
            <a className="btn primary" href="/login">
              {t('session.title')}
            </a>
          )}
          <footer className="text">
            <div>
              <Markup text={site.copyright} />
            </div>
            <div>{t('shell.poweredBy', { name: site.poweredBy, version: site.version })}</div>
          </footer>
        </div>
      </aside>
    </>
  )
}
