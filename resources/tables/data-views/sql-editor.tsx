import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQueries } from '@tanstack/react-query'
import { App, Button, Input } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataViews, type ViewDetails } from '#contract/data-views.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { columnNamesInSql, type SqlQuery } from '#contract/queries/sql.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../../src/widgets/FormEnd.tsx'
import { Unsaved } from '../../../src/widgets/Unsaved.tsx'
import type { ViewAddress } from './address.ts'
import type { SqlNames } from './sql-completion.ts'
import { inSql, sourceName } from './sql-names.ts'
import { SqlRun } from './sql-run.tsx'
import { SqlSources } from './sql-sources.tsx'
import type { SqlTextHandle } from './sql-text.tsx'
import { sourceQuery } from './use-draft.ts'

type Props = { space: Space; view: ViewDetails | null; address: ViewAddress }

const sqlOf = (view: ViewDetails | null): SqlQuery =>
  view && 'sql' in view.definition ? view.definition.sql : { text: '', sources: [] }

/** The columns of the sources, as far as they are known, and the names to complete. */
function useShapes(spaceId: string, sources: SqlQuery['sources']) {
  const shapes = useQueries({ queries: sources.map(({ source }) => sourceQuery(spaceId, source)) }).map(
    ({ data }) => data ?? null,
  )
  const known = JSON.stringify(
    sources.map(({ name }, at) => [name, columnNamesInSql(shapes[at]?.columns ?? [])] as const),
  )
  const names = useMemo((): SqlNames => Object.fromEntries(JSON.parse(known)), [known])
  return { shapes, names }
}

/** A new view in SQL, or one whose SQL is changed. */
export default function SqlEditor({ space, view, address }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useResourceRenewal('dataViews')
  const [name, setName] = useState(view?.name ?? '')
  const [sql, setSql] = useState(sqlOf(view))
  const [isDirty, setDirty] = useState(false)
  const [savedId, setSavedId] = useState<string | null>(null)
  const handle = useRef<SqlTextHandle | null>(null)
  const { isBusy, problem, run } = useTask()
  const { shapes, names } = useShapes(space.id, sql.sources)
  const leave = () => (view ? address.edit(false) : address.open(null))
  const change = (over: Partial<SqlQuery>) => {
    setSql((now) => ({ ...now, ...over }))
    setDirty(true)
  }
  const add = (source: SourceRef) =>
    run(async () => {
      const shape = await call(dataViews.source, { spaceId: space.id, source }, { quiet: true })
      const own = sourceName(shape.name, sql)
      change({ sources: [...sql.sources, { name: own, source }] })
      if (!sql.text.trim()) handle.current?.set(`SELECT *\nFROM ${inSql(own)}\n`)
    })
  const save = () =>
    run(async () => {
      const wish = { spaceId: space.id, name, definition: { sql } }
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
  return (
    <section className="table-page view-editor" aria-label={t(view ? 'dataViews.edit' : 'dataViews.createSql')}>
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
        <Button type="primary" loading={isBusy} disabled={!sql.text.trim() || !name.trim()} onClick={() => void save()}>
          {t('tables.submit.edit')}
        </Button>
      </header>
      <div className="view-builder">
        <div className="view-steps">
          <SqlSources
            spaceId={space.id}
            viewId={view?.id ?? null}
            sources={sql.sources}
            shapes={shapes}
            onAdd={(source) => void add(source)}
            onChange={(sources) => change({ sources })}
            onInsert={(text) => handle.current?.insert(text)}
          />
          <p className="sql-hint">{t('dataViews.sql.hint')}</p>
        </div>
        <SqlRun
          spaceId={space.id}
          viewId={view?.id ?? null}
          sql={sql}
          names={names}
          handle={handle}
          onText={(text) => change({ text })}
        />
      </div>
    </section>
  )
}
