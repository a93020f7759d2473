import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import { formatBytes } from '../widgets/format.ts'
import { isCut } from './clipboard.ts'
import { dropTarget } from './drag.ts'
import { NameField } from './NameField.tsx'
import { RowBadges } from './RowBadges.tsx'
import { pointerEvents, type ViewProps } from './row-events.ts'
import { isSelected } from './selection.ts'
import { Thumb } from './Thumb.tsx'

type Props = ViewProps & { record: FileRecord; at: number }

/** A file or folder as a card. */
export function Card(props: Props) {
  const { context, record, at, selection, renaming, startRename, rename } = props
  const badges = context.badgesOf(record.hash)
  const isRenaming = renaming?.hash === record.hash
  return (
    <div
      role="gridcell"
      className="card"
      aria-selected={isSelected(selection, record.hash)}
      data-at={at}
      data-cut={isCut(context, record)}
      tabIndex={at === selection.focus ? 0 : -1}
      draggable={!isRenaming}
      title={record.name}
      {...pointerEvents(props, record, at)}
      {...(isFolder(record) && dropTarget(context, record, () => context.open(record)))}
    >
      <span className="thumb">
        <Thumb spaceId={context.space.id} record={record} size={48} />
      </span>
      {isRenaming ? (
        <NameField record={record} rename={rename} onDone={() => startRename(null)} />
      ) : (
        <span className="card-name">{record.name}</span>
      )}
      <small className="num">
        {formatBytes(record.size)}
        <RowBadges badges={badges} />
      </small>
    </div>
  )
}
