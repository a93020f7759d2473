import { AppstoreOutlined, BarsOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { FileSort } from '#contract/files.ts'
import { densities, type ViewChoice } from '../use-view-choice.ts'
import { NamedButton } from './NamedButton.tsx'

const icons = { list: <BarsOutlined />, grid: <AppstoreOutlined /> }

/** List or cards, how close the rows are, and the order. */
export function ViewMenu({ view }: { view: ViewChoice }) {
  const { t } = useTranslation()
  const { kind } = view
  const items: MenuProps['items'] = [
    ...(['list', 'grid'] as const).map((one) => ({
      key: one,
      icon: <span aria-hidden="true">{icons[one]}</span>,
      label: t(`files.view.${one}`),
      onClick: () => view.setKind(one),
    })),
    {
      type: 'group',
      label: t('files.view.density'),
      children: densities.map((density) => ({
        key: density,
        label: t(`files.view.${density}`),
        disabled: kind === 'grid',
        onClick: () => view.setDensity(density),
      })),
    },
    {
      type: 'group',
      label: t('files.view.sort'),
      children: FileSort.options.map((sort) => ({
        key: sort,
        label: `${t(`files.columns.${sort}`)}${view.sort === sort ? (view.order === 'asc' ? ' ↑' : ' ↓') : ''}`,
        onClick: () => view.sortBy(sort),
      })),
    },
  ]
  return (
    <Dropdown
      menu={{ items, multiple: true, selectedKeys: [kind, view.density, view.sort] }}
      trigger={['click']}
      classNames={{ root: 'bar-menu' }}
    >
      <NamedButton icon={icons[kind]} hint={t('files.view.hint')} opens>
        {t('files.view.title')}
      </NamedButton>
    </Dropdown>
  )
}
