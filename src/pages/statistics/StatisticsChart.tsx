import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../widgets/Chart.tsx'
import { formatBytes, formatCount } from '../../widgets/format.ts'
import { Definition } from './Definition.tsx'
import { type ChartView, growthSpec } from './growth-spec.ts'
import { wordsOf } from './step-words.ts'

type Props = { title: string; definition: string; days: readonly string[]; views: readonly ChartView[] }
const HEIGHT = 220
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** A chart that can also be shown as a table. */
export function StatisticsChart({ title, definition, days, views }: Props) {
  const { t, i18n } = useTranslation()
  const [chosen, choose] = useState(views[0]?.key)
  const [isTable, setTable] = useState(false)
  const view = views.find(({ key }) => key === chosen) ?? views[0]
  if (!view) return null
  const format = (value: number) => (view.unit === 'bytes' ? formatBytes(value) : formatCount(value, i18n.language))
  const last = view.series[0]?.values.at(-1) ?? 0
  const sum = view.isTotal ? last : sumOf(view.series.flatMap(({ values }) => values))
  const said = view.isTotal
    ? t('statistics.growth.now', { value: format(sum) })
    : t('statistics.growth.sum', { value: format(sum) })
  const figures = <Figures title={title} days={days} view={view} format={format} />
  return (
    <section className="statistics-card num">
      <header>
        <h3>{title}</h3>
        <Definition of={title}>{definition}</Definition>
        <span>{said}</span>
        {views.length > 1 && (
          <Segmented
            size="small"
            value={view.key}
            onChange={choose}
            aria-label={title}
            options={views.map(({ key, label }) => ({ value: key, label }))}
          />
        )}
        <Button
          size="small"
          type="text"
          icon={isTable ? <BarChartOutlined /> : <TableOutlined />}
          aria-pressed={isTable}
          aria-label={t('statistics.growth.tableOf', { title })}
          title={t(isTable ? 'statistics.growth.asChart' : 'statistics.growth.asTable')}
          onClick={() => setTable(!isTable)}
        />
      </header>
      {isTable ? (
        figures
      ) : sum === 0 ? (
        <p className="statistics-none" style={{ height: HEIGHT }}>
          {t('statistics.growth.none')}
        </p>
      ) : (
        <Drawn title={t('statistics.growth.label', { title, said })} days={days} view={view}>
          {figures}
        </Drawn>
      )}
    </section>
  )
}

type DrawnProps = { title: string; days: readonly string[]; view: ChartView; children: ReactNode }

function Drawn({ title, days, view, children }: DrawnProps) {
  const { i18n } = useTranslation()
  const language = i18n.language
  // Compared by content, because the objects are new at each render.
  const data = JSON.stringify({ days, view })
  const spec = useMemo(
    () => growthSpec(JSON.parse(data) as { days: string[]; view: ChartView }, language),
    [data, language],
  )
  return (
    <>
      <Chart label={title} height={HEIGHT} spec={spec}>
        {children}
      </Chart>
      {view.series.length > 1 && (
        <ul className="statistics-legend">
          {view.series.map(({ key, label }) => (
            <li key={key}>
              <i className="statistics-dot" data-part={key} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type FigureProps = { title: string; days: readonly string[]; view: ChartView; format: (value: number) => string }

function Figures({ title, days, view, format }: FigureProps) {
  const { t, i18n } = useTranslation()
  const words = wordsOf(days, i18n.language)
  return (
    <div className="statistics-table" style={{ height: HEIGHT }} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('statistics.growth.step')}</th>
            {view.series.map(({ key, label }) => (
              <th key={key} scope="col" className="end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, i) => (
            <tr key={day}>
              <th scope="row">{words.long(day)}</th>
              {view.series.map(({ key, values }) => (
                <td key={key} className="end">
                  {format(values[i] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
