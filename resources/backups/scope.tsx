import { useQuery } from '@tanstack/react-query'
import { Form, type FormItemProps, Input, Radio, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BackupPolicy, BackupScope } from '#contract/backups.ts'
import { managedSpaces } from '#contract/managed-spaces.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'
import { findPeople } from '#providers/people.ts'
import { PersonSelect } from '../../src/widgets/PersonSelect.tsx'

type Props = { field: (name: string) => FormItemProps; policy: BackupPolicy | undefined }

/** Which spaces a policy copies. */
export function ScopeFields({ field, policy }: Props) {
  const { t } = useTranslation()
  const scope = Form.useWatch('scope')
  return (
    <>
      <Form.Item {...field('scope')}>
        <Radio.Group
          optionType="button"
          options={BackupScope.options.map((value) => ({ value, label: t(`backups.scope.scopes.${value}`) }))}
        />
      </Form.Item>
      <Form.Item {...field('spaceIds')} hidden={scope !== 'some'}>
        <SpacesField known={policy?.spaces ?? []} isHidden={scope !== 'some'} />
      </Form.Item>
      {scope === 'rule' && (
        <div className="backup-fields">
          <Form.Item {...field('ownerId')}>
            <PersonSelect label={t('backups.ownerId.label')} without="" find={findPeople} allowClear />
          </Form.Item>
          <Form.Item {...field('tag')}>
            <Input />
          </Form.Item>
          <Form.Item {...field('type')}>
            <Select
              allowClear
              options={(['private', 'restricted', 'public'] as const).map((value) => ({
                value,
                label: t(`backups.type.types.${value}`),
              }))}
            />
          </Form.Item>
        </div>
      )}
    </>
  )
}

type FieldProps = {
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
  known: readonly { id: string; name: string }[]
  isHidden: boolean
}

function SpacesField({ known, isHidden, ...props }: FieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(known)
  const q = useDeferredValue(typed.trim())
  const { data, isFetching, error } = useQuery({
    queryKey: ['managedSpaces', 'chosen', q],
    queryFn: () => call(managedSpaces.list, { ...(q && { q }) }, { quiet: true, aside: true }),
    placeholderData: (previous) => previous,
    enabled: !isHidden,
  })
  if (isHidden) return null
  const found = data?.list.map(({ id, name }) => ({ id, name })) ?? []
  const names = new Map([...chosen, ...found].map(({ id, name }) => [id, name]))
  return (
    <Select
      {...props}
      mode="multiple"
      aria-label={t('backups.spaceIds.label')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={error ? sentenceOf(error) : t('backups.spaceIds.none')}
      onChange={(ids: string[]) => {
        setChosen(ids.map((id) => ({ id, name: names.get(id) ?? id })))
        props.onChange?.(ids)
      }}
      options={[...names].map(([value, label]) => ({ value, label }))}
    />
  )
}
