import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { present } from '#providers/errors.ts'
import { CancelledCall } from '#providers/failures.ts'
import { formatBytes } from '../widgets/format.ts'
import type { Engine } from './engine.ts'
import { IconButton } from './Icon.tsx'
import type { Row } from './snapshot.ts'
import { type Cause, FAILED, FINISHED, PAUSED, UPLOADING, WAITING } from './task.ts'

/** The translated sentence of a cause, with readable sizes. */
function textOf(cause: Cause, t: TFunction): string {
  if ('message' in cause) return cause.message
  const values = Object.entries(cause.values ?? {}).map(([name, bytes]) => [name, formatBytes(bytes)])
  return t(`uploads.cause.${cause.key}`, Object.fromEntries(values))
}

function stateText({ state, phase, percent, size }: Row, isNetworkLost: boolean, t: TFunction): string {
  const values = { percent: Math.floor(percent), size: formatBytes(size) }
  if (state === FAILED) return t('uploads.state.failed')
  if (state === PAUSED) return t('uploads.state.paused', values)
  if (state === FINISHED) return t('uploads.state.refused')
  if (isNetworkLost && state === UPLOADING) return t('uploads.state.offline')
  return t(`uploads.state.${phase}`, values)
}

const toneOf = ({ state, phase }: Row, isNetworkLost: boolean): string => {
  if (state === FAILED || state === FINISHED) return 'danger'
  if (state === PAUSED) return 'rest'
  if (phase === 'hashing') return 'hash'
  return isNetworkLost ? 'warning' : 'send'
}

type Props = {
  row: Row
  isNetworkLost: boolean
  engine: Engine
  onPick: (taskId: string) => void
  onChoose: () => void
}

export const TaskRow = memo(function TaskRow({ row, isNetworkLost, engine, onPick, onChoose }: Props) {
  const { t } = useTranslation()
  const { id, name, state, phase } = row
  const label = (verb: 'pause' | 'resume' | 'retry' | 'remove' | 'pick' | 'choose') =>
    t(`uploads.action.${verb}`, { name })
  const remove = () => {
    engine.remove(id)
    if (state !== FINISHED) present(new CancelledCall())
  }
  const isMoving = (state === WAITING && phase !== 'asking') || (state === UPLOADING && phase !== 'merging')
  const speed =
    state === UPLOADING && row.rateBytes > 0 && !isNetworkLost
      ? t('uploads.rate', { size: formatBytes(row.rateBytes) })
      : ''
  return (
    <li className="uploads-row" data-tone={toneOf(row, isNetworkLost)} data-state={state}>
      <div className="uploads-line">
        <span className="uploads-name" title={name}>
          {name}
        </span>
        <span className="uploads-state">{stateText(row, isNetworkLost, t)}</span>
        <span className="uploads-actions">
          {state === WAITING && phase === 'asking' && (
            <IconButton icon="choose" label={label('choose')} onClick={onChoose} />
          )}
          {isMoving && <IconButton icon="pause" label={label('pause')} onClick={() => engine.pause(id)} />}
          {row.isToPick && <IconButton icon="pick" label={label('pick')} onClick={() => onPick(id)} />}
          {state === PAUSED && row.isReadable && (
            <IconButton icon="resume" label={label('resume')} onClick={() => engine.resume(id)} />
          )}
          {state === FAILED && row.isReadable && (
            <IconButton icon="retry" label={label('retry')} onClick={() => engine.resume(id)} />
          )}
          <IconButton icon="remove" label={label('remove')} onClick={remove} />
        </span>
      </div>
      <div className="uploads-line uploads-caption">
        <span className="uploads-folder" title={row.folder}>
          {row.folder}
        </span>
        <span>{speed}</span>
      </div>
      {row.cause && <p className="uploads-cause">{textOf(row.cause, t)}</p>}
      <div
        className="uploads-track"
        role="progressbar"
        aria-label={name}
        aria-valuenow={Math.floor(row.percent)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${row.percent}%` }} />
      </div>
    </li>
  )
})
