import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import type { SpaceType } from '#contract/core/policy.ts'
import { files } from '#contract/files.ts'
import { imports } from '#contract/imports.ts'
import { call } from '#providers/call.ts'
import { ExposureWarning } from '../../folders/exposure.tsx'
import { ForeignList } from './ForeignList.tsx'
import type { WayProps } from './way.ts'

type Option = { value: string; label: string }

/** Imports from another space of the user. */
export function FromSpace({ spaceId, space, onReady }: WayProps) {
  const { t } = useTranslation()
  const [source, setSource] = useState<Option>()
  const [from, setFrom] = useState<SpaceType>()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data = [], isFetching } = useQuery({
    queryKey: ['import-spaces', spaceId, q],
    queryFn: ({ signal }) => call(imports.spaces, { spaceId, ...(q && { q }) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const choose = (chosen: Option) => {
    setSource(chosen)
    setFrom(data.find(({ id }) => id === chosen.value)?.type)
    onReady(null)
  }
  const look = async (folder: string, after: string) => {
    const asked = { spaceId: source?.value ?? '', ...(folder && { hash: folder }), ...(after && { after }) }
    const { list, next } = await call(files.list, asked, { quiet: true, aside: true })
    const seen = list.map((record) => ({
      id: record.hash,
      name: record.name,
      isFolder: isFolder(record),
      size: record.size,
      updateTime: null,
    }))
    return { list: seen, next }
  }
  const select = (_folder: string, hashList: string[]) =>
    onReady(
      source && hashList.length
        ? (place) => call(imports.fromSpace, { ...place, sourceSpaceId: source.value, hashList }, { quiet: true })
        : null,
    )
  return (
    <Form layout="vertical">
      <Form.Item label={t('imports.space.label')} htmlFor="import-space" extra={t('imports.space.hint')}>
        <Select
          id="import-space"
          showSearch={{ filterOption: false, onSearch: setTyped }}
          loading={isFetching}
          labelInValue
          value={source}
          onChange={choose}
          notFoundContent={t('imports.space.none')}
          placeholder={t('imports.space.choose')}
          options={data.map((one) => ({ value: one.id, label: `${one.name} · ${t(`home.types.${one.type}`)}` }))}
        />
      </Form.Item>
      {from && <ExposureWarning from={from} to={space} />}
      {source && (
        <ForeignList
          key={source.value}
          name={['space', source.value]}
          title={source.label}
          look={look}
          onSelect={select}
        />
      )}
    </Form>
  )
}
