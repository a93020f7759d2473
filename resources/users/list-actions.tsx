import { DownloadOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { users } from '#contract/users.ts'
import { addressOf } from '#providers/address.ts'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'
import { useNarrow } from '../../src/widgets/viewport.ts'
import type { Address } from './address.ts'

const formats = ['csv', 'xlsx'] as const

/** Links that export all pages of the filtered list. */
function useExports(address: Address): NonNullable<MenuProps['items']> {
  const { t } = useTranslation()
  const { q, role, state, status, online } = address.view
  return formats.map((format) => ({
    key: format,
    label: (
      <a href={addressOf(users.export, { q: q || undefined, role, state, status, online, format })} download>
        {t(`users.exports.${format}`)}
      </a>
    ),
  }))
}

export function ExportButton({ address }: { address: Address }) {
  const { t } = useTranslation()
  return (
    <Dropdown menu={{ items: useExports(address) }} trigger={['click']}>
      <MenuButton icon={<DownloadOutlined />}>{t('users.exports.button')}</MenuButton>
    </Dropdown>
  )
}

/** Actions that create accounts; on narrow screens the exports are in the same menu. */
export function ListActions({ address }: { address: Address }) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const exports = useExports(address)
  const panels = (['import', 'invitations', 'certificates'] as const).map((panel) => ({
    key: panel,
    label: t(`users.panels.${panel}`),
    onClick: () => void address.open({ panel }),
  }))
  return (
    <div className="users-actions">
      {isNarrow ? (
        <Dropdown menu={{ items: [...panels, { type: 'divider' }, ...exports] }} trigger={['click']}>
          <Button icon={<MoreOutlined />} aria-label={t('users.moreActions')} />
        </Dropdown>
      ) : (
        panels.map(({ key, label, onClick }) => (
          <Button key={key} onClick={onClick}>
            {label}
          </Button>
        ))
      )}
      <Button type="primary" onClick={() => address.open({ panel: 'create' })}>
        {t('users.create')}
      </Button>
    </div>
  )
}
