import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Method, methods } from '#contract/methods.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ListSkeleton } from '../../widgets/Skeleton.tsx'
import { MethodAdd } from './MethodAdd.tsx'
import { MethodDrawer } from './MethodDrawer.tsx'
import { MethodList } from './MethodList.tsx'
import type { MethodStart } from './method-fields.ts'
import '../service.css'
import './methods.css'

const key = ['methods']
/** Interval in milliseconds at which the state of the methods is refetched. */
const LOOK_MS = 30_000
type Opened = { start: MethodStart; method: Method | null }

/** The external sign-in methods. */
export default function Methods() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(methods.list, {}, { quiet: true, signal }),
    refetchInterval: LOOK_MS,
  })
  const again = () => client.invalidateQueries({ queryKey: key })

  async function order(ids: string[]) {
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<Method[]>(key, (list) =>
      list?.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
    )
    // The shell shows a refusal; the list is refetched in both cases.
    await call(methods.order, { ids }).catch(() => undefined)
    await again()
  }
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('methods.add')}
    </Button>
  )
  return (
    <div className="page">
      <div className="method-head">
        <p>{t('methods.hint')}</p>
        {query.data?.length ? addButton : null}
      </div>
      {query.isLoading ? (
        <ListSkeleton />
      ) : !query.data ? (
        <NotLoaded title={t('methods.loadFailed')} error={query.error} onRetry={query.refetch} />
      ) : query.data.length ? (
        <MethodList
          list={query.data}
          onOpen={(method) => setOpened({ start: method, method })}
          onOrder={order}
          onChange={again}
        />
      ) : (
        <Empty title={t('methods.none')} hint={t('methods.noneHint')}>
          {addButton}
        </Empty>
      )}
      <MethodAdd
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onChoose={(start) => {
          setAdding(false)
          setOpened({ start, method: null })
        }}
      />
      {opened && <MethodDrawer {...opened} onClose={() => setOpened(null)} onChange={again} />}
    </div>
  )
}
