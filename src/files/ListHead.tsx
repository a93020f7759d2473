import { useTranslation } from 'react-i18next'
import type { FileSort } from '#contract/files.ts'
import { ColumnChooser } from '#widgets/ColumnChooser.tsx'
import { type ColumnId, columns } from './columns.tsx'
import type { ViewProps } from './row-events.ts'
import type { ViewChoice } from './use-view-choice.ts'

const choosable = columns.map(({ id }) => id)
type Props = Pick<ViewProps, 'selection' | 'setSelection' | 'view'>

/** The heads of the columns: they sort, and the last one chooses which there are. */
export function ListHead({ selection, setSelection, view }: Props) {
  const { t } = useTranslation()
  return (
    <div className="row head" role="row" aria-rowindex={1}>
      <span role="columnheader" className="check">
        <input
          type="checkbox"
          checked={selection.all && selection.marks.size === 0}
          aria-label={t('files.actions.markAll')}
          onChange={() => setSelection(selection.all ? null : 'all')}
        />
      </span>
      <Head id="name" className="name" sort="name" view={view} />
      {view.columns.map(({ id, className, sort }) => (
        <Head key={id} id={id} className={`column ${className}`} sort={sort} view={view} />
      ))}
      <span role="columnheader" className="columns-chosen">
        <ColumnChooser
          size="small"
          choosable={choosable}
          shown={view.columns.map(({ id }) => id)}
          labelOf={(id) => t(`files.columns.${id}`)}
          onChoose={view.chooseColumns}
        />
      </span>
    </div>
  )
}

type HeadProps = { id: ColumnId | 'name'; className: string; sort: FileSort | undefined; view: ViewChoice }

function Head({ id, className, sort, view }: HeadProps) {
  const { t } = useTranslation()
  const label = t(`files.columns.${id}`)
  if (!sort)
    return (
      <span role="columnheader" className={className}>
        {label}
      </span>
    )
  const isSorted = view.sort === sort
  const isRising = view.order === 'asc'
  return (
    <span
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => view.sortBy(sort)}>
        {label}
        {isSorted && <i aria-hidden="true">{isRising ? ' ↑' : ' ↓'}</i>}
      </button>
    </span>
  )
}
