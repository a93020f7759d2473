import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { files } from '#contract/files.ts'
import { imports } from '#contract/imports.ts'
import { call } from '#providers/call.ts'
import { isFolder } from '../actions/action.ts'
import { ForeignList } from './ForeignList.tsx'
import type { WayProps } from './ImportDialog.tsx'

/** A space that the person belongs to, and what of it. */
export function FromSpace({ spaceId, onReady }: WayProps) {
  const { t } = useTranslation()
  const [sourceSpaceId, setSource] = useState<string>()
  const { data = [], isLoading } = useQuery({
    queryKey: ['import-spaces', spaceId],
    queryFn: () => call(imports.spaces, { spaceId }),
  })
  const source = data.find(({ id }) => id === sourceSpaceId)
  const choose = (id: string) => {
    setSource(id)
    onReady(null)
  }
  const look = async (folder: string, after: string) => {
    const asked = { spaceId: source?.id ?? '', ...(folder && { hash: folder }), ...(after && { after }) }
    const { list, next } = await call(files.list, asked, { quiet: true })
    const seen = list.map((record) => ({
      ...{ id: record.hash, name: record.name, isFolder: isFolder(record), size: record.size, updateTime: null },
    }))
    return { list: seen, next }
  }
  const mark = (_folder: string, hashList: string[]) =>
    onReady(
      source && hashList.length
        ? (place) => call(imports.fromSpace, { ...place, sourceSpaceId: source.id, hashList }, { quiet: true })
        : null,
    )
  return (
    <Form layout="vertical">
      <Form.Item label={t('imports.space.label')} htmlFor="import-space" extra={t('imports.space.hint')}>
        <Select
          id="import-space"
          showSearch={{ optionFilterProp: 'label' }}
          loading={isLoading}
          value={sourceSpaceId}
          onChange={choose}
          notFoundContent={t('imports.space.none')}
          placeholder={t('imports.space.choose')}
          options={data.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      {source && (
        <ForeignList key={source.id} name={['space', source.id]} title={source.name} look={look} onMark={mark} />
      )}
    </Form>
  )
}
