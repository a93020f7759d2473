import { useTranslation } from 'react-i18next'
import type { DrawNote } from './kind.ts'

type Props = {
  notes: readonly DrawNote[]
  /** Nothing is drawn: the notes give the reason. */
  isAll?: boolean
}

/** Notes about what a drawing leaves out, or why there is none. */
export function DrawNotes({ notes, isAll = false }: Props) {
  const { t } = useTranslation()
  const said = notes.map((note) => <li key={note}>{t(`charts.notes.${note}`)}</li>)
  if (isAll)
    return (
      <div className="chart-none" role="note">
        <ul>{said}</ul>
      </div>
    )
  return said.length > 0 && <ul className="chart-notes">{said}</ul>
}
