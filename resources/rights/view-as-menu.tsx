import { EyeOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { viewAsRoles } from '#contract/view-as.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { beginView } from '#providers/view-as.ts'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'

/** The owner's menu to view the space in another role. */
export default function ViewAsMenu({ space }: { space: Space }) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const { id: spaceId, identifier, type } = space
  if (!can(actor, 'space.viewAs', space)) return null
  const items = viewAsRoles.map((role) => ({
    key: role,
    label: t(`rights.viewAs.menu.${role}`),
    onClick: () => beginView({ spaceId, identifier, type, role }),
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <MenuButton size="small" icon={<EyeOutlined />}>
        {t('rights.viewAs.button')}
      </MenuButton>
    </Dropdown>
  )
}
