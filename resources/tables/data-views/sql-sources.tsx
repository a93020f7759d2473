import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { SQL_SOURCES_MAX } from '#contract/core/limits.ts'
import type { SourceShape } from '#contract/queries/answer.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { columnNamesInSql, type SqlQuery } from '#contract/queries/sql.ts'
import { Differences } from './differences.tsx'
import { SourceSelect } from './source-select.tsx'
import { inSql } from './sql-names.ts'

type Props = {
  spaceId: string
  viewId: string | null
  sources: SqlQuery['sources']
  shapes: readonly (SourceShape | null)[]
  onAdd: (source: SourceRef) => void
  onChange: (sources: SqlQuery['sources']) => void
  /** Puts a name into the text. */
  onInsert: (text: string) => void
}

/** The sources of SQL, each with its name there and its columns. */
export function SqlSources({ spaceId, viewId, sources, shapes, onAdd, onChange, onInsert }: Props) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t('dataViews.steps.sources')}</h3>
      {sources.map(({ name, source }, at) => {
        const shape = shapes[at]
        return (
          <div className="sql-source" key={JSON.stringify(source)}>
            <div className="view-row">
              <Input
                size="small"
                aria-label={t('dataViews.sql.nameOf', { name: shape?.name ?? name })}
                value={name}
                onChange={({ target }) => onChange(sources.with(at, { name: target.value, source }))}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('dataViews.sql.removeSource', { name })}
                onClick={() => onChange(sources.toSpliced(at, 1))}
              />
            </div>
            <small title={shape?.name}>
              {t(`dataViews.kinds.${source.kind}`)}
              {shape && ` · ${shape.name}`}
            </small>
            <Differences shape={shape} />
            {shape && <Columns shape={shape} onInsert={onInsert} />}
          </div>
        )
      })}
      {sources.length < SQL_SOURCES_MAX && (
        <SourceSelect
          key={sources.length}
          spaceId={spaceId}
          viewId={viewId}
          label={t('dataViews.sql.addSource')}
          onChange={onAdd}
        />
      )}
    </section>
  )
}

function Columns({ shape, onInsert }: { shape: SourceShape; onInsert: (text: string) => void }) {
  const { t } = useTranslation()
  const names = columnNamesInSql(shape.columns)
  return (
    <ul className="sql-columns">
      {shape.columns.map(({ type, unit }, at) => {
        const name = names[at] ?? ''
        return (
          <li key={name}>
            <button type="button" title={t('dataViews.sql.insert', { name })} onClick={() => onInsert(inSql(name))}>
              {name}
            </button>
            <small>{unit ? `${t(`tables.types.${type}`)} · ${unit}` : t(`tables.types.${type}`)}</small>
          </li>
        )
      })}
    </ul>
  )
}
