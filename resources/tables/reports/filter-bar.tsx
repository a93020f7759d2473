import { ClearOutlined, CloseOutlined, ZoomInOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Board } from '#contract/reports/board.ts'
import { FilterField } from '../../../src/charts/FilterField.tsx'
import type { BoardAddress } from './address.ts'
import { offeredTo } from './offered.ts'
import type { Picking } from './use-picking.tsx'

type Props = {
  spaceId: string
  board: Board
  address: BoardAddress
  picking?: Pick<Picking, 'showPin' | 'mayDrill' | 'drill'>
}

/** The filters of a board as set by the reader, and the active marks; one click resets all. */
export function FilterBar({ spaceId, board, address, picking }: Props) {
  const { t } = useTranslation()
  const { values, pins, setValues, setPins, reset } = address
  if (!board.filters.length && !pins.length) return null
  const isSet = pins.length > 0 || Object.keys(values).length > 0
  return (
    <div className="board-filters" role="group" aria-label={t('reports.filters.title')}>
      {board.filters.map((filter) => (
        <FilterField
          key={filter.key}
          place={spaceId}
          filter={filter}
          offered={(typed) => offeredTo(spaceId, filter, typed)}
          value={filter.key in values ? (values[filter.key] ?? null) : filter.preset}
          onChange={(value) => setValues({ ...values, [filter.key]: value })}
        />
      ))}
      {pins.map((pin, at) => (
        <span key={`${pin.card} ${pin.label}`} className="view-chip">
          <button
            type="button"
            className="pin-rows"
            title={t('reports.rowsOf', { name: pin.label })}
            onClick={() => picking?.showPin(pin)}
          >
            {pin.label}
          </button>
          {picking?.mayDrill(pin) && (
            <button
              type="button"
              aria-pressed={pin.isDrilled ?? false}
              aria-label={t('reports.filters.drill', { name: pin.label })}
              title={t('reports.filters.drill', { name: pin.label })}
              onClick={() => picking.drill(pin)}
            >
              <ZoomInOutlined />
            </button>
          )}
          <button
            type="button"
            aria-label={t('reports.filters.unpin', { name: pin.label })}
            onClick={() => setPins(pins.toSpliced(at, 1))}
          >
            <CloseOutlined />
          </button>
        </span>
      ))}
      {isSet && (
        <Button type="text" size="small" icon={<ClearOutlined />} onClick={reset}>
          {t('reports.filters.reset')}
        </Button>
      )}
    </div>
  )
}
