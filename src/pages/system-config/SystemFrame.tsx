import { DownOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { type SystemSection, sectionPath } from '#contract/pages/paths.ts'
import { useAdminOnly } from '#providers/auth.ts'
import { useTitle } from '../../widgets/use-title.ts'
import './SystemFrame.css'

/** System management in groups; a section shows when its page is there. Source: spec section 2. */
const groups = {
  management: ['users', 'spaces', 'statistics', 'components', 'audit'],
  site: ['website', 'institution', 'mails'],
  accounts: ['accounts', 'methods'],
  spaces: ['spaceDefaults', 'rights', 'approvals'],
} as const satisfies Record<string, readonly SystemSection[]>
type Group = keyof typeof groups
type Section = (typeof groups)[Group][number]

const ID = 'system-sections'

type Props = {
  /** Paths of the sections whose pages there are. */
  paths: readonly string[]
}

/** System management: its sections in groups beside the one that is open, for administrators only. */
export default function SystemFrame({ paths }: Props) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const mayEnter = useAdminOnly()
  const shown = (Object.keys(groups) as Group[]).map((group) => ({
    group,
    sections: groups[group].filter((section) => paths.includes(sectionPath(section))),
  }))
  const chosen =
    shown
      .flatMap(({ sections }) => sections)
      .find((section) => pathname === sectionPath(section) || pathname.startsWith(`${sectionPath(section)}/`)) ??
    'users'
  useTitle(t(`settings.system.sections.${chosen}`))

  if (!mayEnter) return null
  return (
    <div className="system">
      <Sections groups={shown} chosen={chosen} />
      <div className="system-main">
        <header className="system-head">
          <h1>{t(`settings.system.sections.${chosen}`)}</h1>
          <p>{t(`settings.system.hints.${chosen}`)}</p>
        </header>
        <div className="system-body">
          <Outlet />
        </div>
      </div>
    </div>
  )
}

type SectionsProps = { groups: { group: Group; sections: Section[] }[]; chosen: Section }

/** The sections in their groups; on a narrow page they unfold below the one that is open. */
function Sections({ groups: shown, chosen }: SectionsProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section folds the list
  useEffect(() => setOpen(false), [chosen])
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
        <b>{t(`settings.system.sections.${chosen}`)}</b>
        <DownOutlined aria-hidden="true" />
      </button>
      <div id={ID} className="system-groups">
        {shown
          .filter(({ sections }) => sections.length > 0)
          .map(({ group, sections }) => (
            <div key={group}>
              <span id={`system-${group}`}>{t(`settings.system.groups.${group}`)}</span>
              <ul aria-labelledby={`system-${group}`}>
                {sections.map((section) => (
                  <li key={section}>
                    <Link
                      to={sectionPath(section)}
                      aria-current={section === chosen ? 'page' : undefined}
                      onClick={() => setOpen(false)}
                    >
                      {t(`settings.system.sections.${section}`)}
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
