import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import type { TableRecord } from '#contract/tables.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useOwnSpaces } from '#providers/spaces.ts'
import { ExposureWarning } from '../../src/folders/exposure.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'

type Props = { space: Space; kind: 'copy' | 'move'; table: TableRecord }

/** Chooses the space that a table is copied or moved to; shows who will see it there, and what is not copied. */
export function TargetSpace({ space, kind, table }: Props) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const { data, error, refetch } = useOwnSpaces()
  const others = (data?.list ?? []).filter((one) => one.id !== space.id && can(actor, 'table.create', one))
  const places = kind === 'copy' ? [space, ...others] : others
  const chosen = Form.useWatch<string | undefined>('toSpaceId')
  const target = places.find(({ id }) => id === chosen)
  const isCrossing = target !== undefined && target.id !== space.id
  return (
    <>
      {error && <NotLoaded error={error} onRetry={refetch} isInline />}
      <Form.Item
        name="toSpaceId"
        label={t('tables.target.label')}
        rules={[{ required: true, message: t('tables.target.needed') }]}
        extra={isCrossing && t(`tables.target.${kind}Hint`)}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={t('tables.target.none')}
          options={places.map(({ id, name, type }) => ({ value: id, label: `${name} · ${t(`home.types.${type}`)}` }))}
        />
      </Form.Item>
      {target && (
        <p className="table-target" role="status">
          {t(table.isShared ? 'tables.target.shared' : 'tables.target.own', { space: target.name })}
        </p>
      )}
      {target && table.isShared && <ExposureWarning from={space.type} to={target} />}
    </>
  )
}
