import type { CellView } from './types.ts'

/** What screen readers say of a cell: its value as it is drawn, why it is marked, and what else is to know of it. */
export const saidOf = ({ kind, text, shown = text, problem, note }: CellView): string =>
  [kind === 'error' || kind === 'heading' ? text : shown, problem, note].filter(Boolean).join(' ')
