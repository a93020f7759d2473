import { DownOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { useAdminOnly } from '#providers/auth.ts'
import { type MenuSection, menuGroups, useSystemSections } from '../../widgets/system-menu.ts'
import { useTitle } from '../../widgets/use-title.ts'
import './SystemFrame.css'

const ID = 'system-sections'

/** System management, for administrators only: the menu of sections, and the open section. Source: spec section 2. */
export default function SystemFrame() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const mayEnter = useAdminOnly()
  const all = useSystemSections().toSorted((one, other) => one.order - other.order)
  const chosen = all.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  useTitle(chosen ? chosen.title(t) : null)

  if (!mayEnter || !chosen) return null
  return (
    <div className="system">
      <Sections all={all} chosen={chosen} />
      <div className="system-main">
        <header className="system-head">
          <h1>{chosen.title(t)}</h1>
          <p>{chosen.hint(t)}</p>
        </header>
        <div className="system-body">
          <Outlet />
        </div>
      </div>
    </div>
  )
}

type SectionsProps = { all: readonly MenuSection[]; chosen: MenuSection }

/** The menu of sections by group; on a narrow screen it is collapsed under the open section's name. */
function Sections({ all, chosen }: SectionsProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const groups = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section stands elsewhere in the menu
  useEffect(() => {
    groups.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen.path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section folds the list
  useEffect(() => setOpen(false), [chosen.path])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <nav className="system-nav" data-open={isOpen} aria-label={t('shell.systemConfig')}>
      <button
        type="button"
        className="system-unfold"
        aria-expanded={isOpen}
        aria-controls={ID}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{t('shell.systemConfig')}</span>
        <b>{chosen.title(t)}</b>
        <DownOutlined aria-hidden="true" />
      </button>
      <div id={ID} ref={groups} className="system-groups">
        {menuGroups.map((group) => (
          <div key={group}>
            <span id={`system-${group}`}>{t(`settings.system.groups.${group}`)}</span>
            <ul aria-labelledby={`system-${group}`}>
              {all
                .filter((section) => section.group === group)
                .map(({ path, title }) => (
                  <li key={path}>
                    <Link
                      to={path}
                      aria-current={path === chosen.path ? 'page' : undefined}
                      onClick={() => setOpen(false)}
                    >
                      {title(t)}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
