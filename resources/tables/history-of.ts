/** The subject of a history: a row, a column, a cell, or the whole table. */
export type HistoryOf = { row?: number; column?: number }
