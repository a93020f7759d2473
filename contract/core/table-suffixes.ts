/** Suffixes of files that can be imported as tables. */
export const TABLE_SUFFIXES: readonly string[] = ['xlsx', 'csv', 'tsv', 'parquet', 'jsonl']
