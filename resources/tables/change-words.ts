import type { TFunction } from 'i18next'
import type { HistoryKind, TableChange, UndoStep } from '#contract/tables/changes.ts'

/** A change in words; `undo` and `redo` name the change that they reversed or repeated. */
export function changeWords(t: TFunction, { kind, details, touched }: UndoStep): string {
  const words = (one: Exclude<HistoryKind, 'undo' | 'redo'>) =>
    t(`tables.history.kinds.${one}`, {
      columns: details.columns ?? '',
      to: details.to ?? '',
      count: Number(details.rows ?? touched),
    })
  return kind === 'undo' || kind === 'redo'
    ? t(`tables.history.${kind}`, { what: words((details.of ?? 'cells') as TableChange['kind']) })
    : words(kind)
}
