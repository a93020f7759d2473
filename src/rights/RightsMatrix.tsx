import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Flag } from '#contract/core/policy.ts'
import type { RoleFlags } from '#contract/rights.ts'
import { groups } from './groups.ts'
import './RightsMatrix.css'

type Group = keyof typeof groups
type Dangerous = 'S_CONF_PER' | 'M_EDIT' | 'S_AUDIT'
const isDangerous = (flag: Flag): flag is Dangerous => flag === 'S_CONF_PER' || flag === 'M_EDIT' || flag === 'S_AUDIT'
const isDownload = (flag: Flag) => flag === 'F_DOWN_AM' || flag === 'F_DOWN_OT'
const roles = ['senior', 'normal'] as const
type Role = (typeof roles)[number]

type Props = {
  value: RoleFlags
  /** The saved rights; cells that differ are marked as unsaved. */
  kept: RoleFlags
  /** The defaults of new spaces; cells that differ are marked as different. */
  defaults: RoleFlags
  /** In a public space everybody may download, regardless of the rights. */
  isPublic?: boolean
  /** If absent, the matrix is read-only. */
  onChange?: (next: RoleFlags) => void
}

const without = (some: readonly Flag[], others: readonly Flag[]) => some.filter((flag) => !others.includes(flag)).length
/** The number of cells in which two sets of rights differ. */
export const differences = (one: RoleFlags, other: RoleFlags): number =>
  roles.reduce((sum, role) => sum + without(one[role], other[role]) + without(other[role], one[role]), 0)

const rows = Object.entries(groups) as [Group, readonly Flag[]][]

/** The rights matrix: one row per right, one column per role. Arrow keys move between the cells. */
export function RightsMatrix(props: Props) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const at = (event.target as HTMLElement).dataset.cell?.split(' ')
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (!at || (!step && !isSideways)) return
    event.preventDefault()
    const role = isSideways ? (event.key === 'ArrowLeft' ? 'senior' : 'normal') : at[1]
    const column = [...(frame.current?.querySelectorAll<HTMLInputElement>(`input[data-cell$=" ${role}"]`) ?? [])]
    const shown = column.filter((cell) => cell.offsetParent)
    const here = shown.findIndex((cell) => cell.dataset.cell?.startsWith(`${at[0]} `))
    shown[here + (step ?? 0)]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows are a shortcut between cells that Tab reaches too
    <div ref={frame} className="rights-matrix" onKeyDown={move}>
      <div className="rights-head" aria-hidden="true">
        <span>{t('rights.right')}</span>
        <span title={t('rights.ownerAlways')}>{t('home.roles.owner')}</span>
        <span>{t('home.roles.senior')}</span>
        <span>{t('home.roles.normal')}</span>
      </div>
      {rows.map(([group, some]) => (
        <Rows key={group} group={group} flags={some} {...props} />
      ))}
      <p className="rights-owner">{t('rights.ownerAlways')}</p>
    </div>
  )
}

function Rows({ group, flags, ...props }: Props & { group: Group; flags: readonly Flag[] }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t(`rights.groups.${group}`)}>
      <h3>{t(`rights.groups.${group}`)}</h3>
      {flags.map((flag) => (
        <Right key={flag} flag={flag} {...props} />
      ))}
    </section>
  )
}

function Right({ flag, ...props }: Props & { flag: Flag }) {
  const { t } = useTranslation()
  const { value, kept, isPublic } = props
  const isOn = roles.some((role) => value[role].includes(flag))
  const isNew = roles.some((role) => value[role].includes(flag) && !kept[role].includes(flag))
  return (
    <div className="rights-row">
      <div>
        <b>{t(`policy.flags.${flag}`)}</b>
        <p>{t(`rights.hints.${flag}`)}</p>
        {isOn && isDangerous(flag) && (
          <p className="rights-consequence" data-new={isNew}>
            {t(`rights.consequences.${flag}`)}
          </p>
        )}
        {isPublic && isDownload(flag) && <p className="rights-consequence">{t('rights.publicDownload')}</p>}
      </div>
      <span className="rights-cell" title={t('rights.ownerAlways')}>
        <i>{t('home.roles.owner')}</i>
        <input
          type="checkbox"
          checked
          disabled
          aria-label={t('rights.cell', { role: t('home.roles.owner'), right: t(`policy.flags.${flag}`) })}
        />
      </span>
      {roles.map((role) => (
        <Cell key={role} flag={flag} role={role} {...props} />
      ))}
    </div>
  )
}

function Cell({ flag, role, value, kept, defaults, onChange }: Props & { flag: Flag; role: Role }) {
  const { t } = useTranslation()
  const isOn = value[role].includes(flag)
  const isDefault = defaults[role].includes(flag)
  const isChanged = isOn !== kept[role].includes(flag)
  const setAll = () => {
    const flags = isOn ? value[role].filter((one) => one !== flag) : [...value[role], flag]
    onChange?.({ ...value, [role]: flags })
  }
  return (
    <label className="rights-cell" data-changed={isChanged}>
      <i>{t(`home.roles.${role}`)}</i>
      <input
        type="checkbox"
        checked={isOn}
        disabled={!onChange}
        onChange={setAll}
        data-cell={`${flag} ${role}`}
        aria-label={t('rights.cell', { role: t(`home.roles.${role}`), right: t(`policy.flags.${flag}`) })}
      />
      {isChanged ? (
        <small>{t('rights.changed')}</small>
      ) : (
        isOn !== isDefault && <small>{isDefault ? t('rights.defaultOn') : t('rights.defaultOff')}</small>
      )}
    </label>
  )
}
