/** What a history is about: a row, a column, the cell of both, or all of the table. */
export type HistoryOf = { row?: number; column?: number }
