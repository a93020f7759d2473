import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import type { Instrument } from '#contract/instruments.ts'
import { formatDay } from '../../src/widgets/format.ts'
import { Dash } from '../../src/widgets/Property.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'

const looks = { inUse: 'good', inRepair: 'warn', retired: '' } as const
type PathOf<Row> = (row: Row) => To

/** The columns of every list of instruments; the name opens one. */
export function useColumns<Row extends Instrument>(pathOf: PathOf<Row>): Column<Row>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('instruments.name.label'),
      sort: 'name',
      render: (instrument) => (
        <span className="record-two">
          <Link className="records-open" to={pathOf(instrument)} state={{ isLayer: true }} title={instrument.name}>
            {instrument.name}
          </Link>
          {instrument.serialNumber && <small title={instrument.serialNumber}>{instrument.serialNumber}</small>}
        </span>
      ),
    },
    {
      key: 'manufacturer',
      label: t('instruments.manufacturer.label'),
      sort: 'manufacturer',
      render: ({ manufacturer, model }) => (
        <span className="record-two">
          {manufacturer || <Dash />}
          {model && <small title={model}>{model}</small>}
        </span>
      ),
    },
    {
      key: 'location',
      label: t('instruments.location.label'),
      render: ({ location }) => (location ? <span title={location}>{location}</span> : <Dash />),
    },
    {
      key: 'state',
      label: t('instruments.state.label'),
      render: (instrument) => <State instrument={instrument} />,
    },
    {
      key: 'due',
      label: t('instruments.dueOn.label'),
      sort: 'due',
      render: (instrument) => <DueDay instrument={instrument} />,
    },
  ]
}

export function State({ instrument: { state } }: { instrument: Instrument }) {
  const { t } = useTranslation()
  return <span className={`tag ${looks[state]}`}>{t(`instruments.states.${state}`)}</span>
}

/** The day of the next calibration; marked once it has been reached. */
export function DueDay({ instrument: { dueOn, isDue } }: { instrument: Instrument }) {
  const { t, i18n } = useTranslation()
  if (!dueOn) return <Dash />
  return (
    <span className="instrument-due">
      <time dateTime={dueOn}>{formatDay(dueOn, i18n.language)}</time>
      {isDue && <span className="tag bad">{t('instruments.due')}</span>}
    </span>
  )
}

type CardProps = { instrument: Instrument; path: To; spaceName?: string }

/** An instrument as a card, for screens too narrow for rows. */
export function InstrumentCard({ instrument, path, spaceName }: CardProps) {
  const { name, manufacturer, model, location, dueOn } = instrument
  return (
    <div className="record-card">
      <Link className="records-open" to={path} state={{ isLayer: true }}>
        {name}
      </Link>
      <small>
        {[spaceName, [manufacturer, model].filter(Boolean).join(' '), location].filter(Boolean).join(' · ')}
      </small>
      <p className="num">
        <State instrument={instrument} />
        {dueOn && <DueDay instrument={instrument} />}
      </p>
    </div>
  )
}
