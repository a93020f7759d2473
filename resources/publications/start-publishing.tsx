import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { can } from '#contract/core/policy.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useOwnSpaces } from '#providers/spaces.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'

/** Offers the spaces that the reader may publish from, or says whom to ask if there is none. */
export function StartPublishing({ title }: { title: string }) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const { data } = useOwnSpaces()
  if (!data) return <Empty title={title} />
  const allowed = data.list.filter((space) => can(actor, 'publication.edit', space))
  if (!allowed.length) return <Empty title={title} hint={t('publications.mayNowhere')} />
  const items = allowed.map(({ id, name }) => ({
    key: id,
    label: <Link to={spacePath(id, 'published')}>{name}</Link>,
  }))
  return (
    <Empty title={title} hint={t('publications.mineHint')}>
      <Dropdown menu={{ items, style: { maxHeight: 320, overflowY: 'auto' } }} trigger={['click']}>
        <MenuButton type="primary">{t('publications.chooseSpace')}</MenuButton>
      </Dropdown>
    </Empty>
  )
}
