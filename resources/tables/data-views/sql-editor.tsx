import { useQueries } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewDetails } from '#contract/data-views.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { columnNamesInSql, type SqlQuery } from '#contract/queries/sql.ts'
import { useSourceReading } from './query-progress.tsx'
import type { SqlNames } from './sql-completion.ts'
import { inSql, sourceName } from './sql-names.ts'
import { SqlRun } from './sql-run.tsx'
import { SqlSources } from './sql-sources.tsx'
import type { SqlTextHandle } from './sql-text.tsx'
import { sourceQuery } from './use-draft.ts'
import { type EditorProps, useViewEditing, ViewFrame } from './view-frame.tsx'

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
export default function SqlEditor({ space, view, address }: EditorProps) {
  const { t } = useTranslation()
  const editing = useViewEditing({ space, view, address })
  const [sql, setSql] = useState(sqlOf(view))
  const handle = useRef<SqlTextHandle | null>(null)
  const { shapes, names } = useShapes(space.id, sql.sources)
  const change = (over: Partial<SqlQuery>) => {
    setSql((now) => ({ ...now, ...over }))
    editing.touch()
  }
  const reading = useSourceReading(space.id)
  const add = (source: SourceRef) =>
    editing.run(async () => {
      const shape = await reading.read(source)
      const own = sourceName(shape.name, sql)
      change({ sources: [...sql.sources, { name: own, source }] })
      if (!sql.text.trim()) handle.current?.set(`SELECT *\nFROM ${inSql(own)}\n`)
    })
  return (
    <ViewFrame
      editing={editing}
      title={t(view ? 'dataViews.edit' : 'dataViews.createSql')}
      isReady={sql.text.trim() !== ''}
      onSave={() => void editing.save({ sql })}
    >
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
        {reading.progress}
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
    </ViewFrame>
  )
}
