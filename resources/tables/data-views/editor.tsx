import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataViews, type ViewDetails } from '#contract/data-views.ts'
import type { Query, SourceRef } from '#contract/queries/query.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../../src/widgets/FormEnd.tsx'
import { later } from '../../../src/widgets/later.tsx'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { PageSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { Unsaved } from '../../../src/widgets/Unsaved.tsx'
import { NEW_VIEW, type ViewAddress } from './address.ts'
import { Differences } from './differences.tsx'
import { queryOver } from './draft.ts'
import { FieldsEditor } from './editor-fields.tsx'
import { FilterSection } from './editor-filter.tsx'
import { GroupsEditor } from './editor-groups.tsx'
import { JoinsEditor } from './editor-joins.tsx'
import { Preview } from './preview.tsx'
import { Problems } from './problems.tsx'
import { SourceSelect } from './source-select.tsx'
import { useDraft } from './use-draft.ts'

/** The editor of SQL has a chunk of its own. */
const SqlEditor = later(() => import('./sql-editor.tsx'))

type Props = { space: Space; viewId: string; address: ViewAddress }

/** A new view, or one whose query or SQL is changed. */
export function ViewEditor({ space, viewId, address }: Props) {
  const isNew = viewId === NEW_VIEW
  const { data, error, refetch } = useQuery({
    queryKey: ['dataViews', space.id, 'one', viewId],
    queryFn: () => call(dataViews.show, { spaceId: space.id, id: viewId }, { quiet: true }),
    enabled: !isNew,
    // A draft is not replaced under the hands of who writes it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isNew && address.isSql) return <SqlEditor space={space} view={null} address={address} />
  if (isNew) return <Builder space={space} view={null} address={address} />
  if (data && 'sql' in data.definition) return <SqlEditor space={space} view={data} address={address} />
  if (data) return <Builder space={space} view={data} address={address} />
  return error ? <NotLoaded error={error} onRetry={refetch} /> : <PageSkeleton />
}

const queryOf = (view: ViewDetails | null): Query | null =>
  view && 'query' in view.definition ? view.definition.query : null

function Builder({ space, view, address }: { space: Space; view: ViewDetails | null; address: ViewAddress }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useResourceRenewal('dataViews')
  const [name, setName] = useState(view?.name ?? '')
  const [query, setQuery] = useState(queryOf(view))
  const [isDirty, setDirty] = useState(false)
  const [savedId, setSavedId] = useState<string | null>(null)
  const { isBusy, problem, run } = useTask()
  const draft = useDraft(space.id, query, view?.id ?? null)
  const leave = () => (view ? address.edit(false) : address.open(null))
  const change = (next: Query) => {
    setQuery(next)
    setDirty(true)
  }
  const begin = (source: SourceRef) =>
    run(async () => {
      const shape = await call(dataViews.source, { spaceId: space.id, source }, { quiet: true })
      change(queryOver(shape))
      if (!name) setName(t('dataViews.nameOver', { name: shape.name }))
    })
  const save = () =>
    run(async () => {
      if (!query) return
      const definition = { query }
      const wish = { spaceId: space.id, name, definition }
      const saved = view
        ? await call(dataViews.edit, { ...wish, id: view.id, version: view.version }, { quiet: true })
        : await call(dataViews.create, wish, { quiet: true })
      setDirty(false)
      setSavedId(saved.id)
      renew()
      void message.success(t('tables.done.edit'))
    })
  useEffect(() => {
    // The page is left once nothing is unsaved any more.
    if (savedId && !isDirty) address.leaveEditor(savedId)
  }, [savedId, isDirty, address])
  const problems = draft.checked?.problems ?? []
  return (
    <section className="table-page view-editor" aria-label={t(view ? 'dataViews.edit' : 'dataViews.create')}>
      <Unsaved isDirty={isDirty} />
      <header className="table-head">
        <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('dataViews.back')} onClick={leave} />
        <Input
          className="view-name"
          aria-label={t('dataViews.name.label')}
          placeholder={t('dataViews.name.label')}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setDirty(true)
          }}
        />
        <span className="space" />
        <Problem text={problem} />
        <Button onClick={leave}>{t('common.cancel')}</Button>
        <Button type="primary" loading={isBusy} disabled={!query || !name.trim()} onClick={() => void save()}>
          {t('tables.submit.edit')}
        </Button>
      </header>
      <div className="view-builder">
        <div className="view-steps">
          <section>
            <h3>{t('dataViews.steps.source')}</h3>
            <SourceSelect
              spaceId={space.id}
              viewId={view?.id ?? null}
              value={query?.base}
              name={draft.shapes[0]?.name}
              label={t('dataViews.chooseSource')}
              onChange={(source) => void begin(source)}
            />
            <Differences shape={draft.shapes[0]} />
          </section>
          {query && (
            <>
              <JoinsEditor spaceId={space.id} viewId={view?.id ?? null} query={query} draft={draft} onChange={change} />
              <FieldsEditor query={query} draft={draft} onChange={change} />
              <FilterSection spaceId={space.id} query={query} draft={draft} onChange={change} />
              <GroupsEditor query={query} draft={draft} onChange={change} />
            </>
          )}
        </div>
        <div className="view-preview">
          <Problems problems={problems} />
          <Preview spaceId={space.id} draft={draft} query={query} onChange={change} />
        </div>
      </div>
    </section>
  )
}
