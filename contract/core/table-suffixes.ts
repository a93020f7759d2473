/** Suffixes of files that are read as rows: imported as tables, or queried. */
export const TABLE_SUFFIXES: readonly string[] = ['xlsx', 'csv', 'tsv', 'parquet', 'jsonl']
