import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { quotedName, quotedText, sourceSql } from './source-sql.ts'
import type { Wish } from './wire.ts'

/** Folders within that of the process: DuckDB's home folder, and the one for data that exceeds its memory. */
const HOME = 'home'
const TEMP = 'temp'

export type Sandbox = { instance: DuckDBInstance; connection: DuckDBConnection }

/** A database in memory that can't load anything; it reads files until `shutIn`. */
export async function openSandbox(): Promise<Sandbox> {
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: TEMP,
    home_directory: HOME,
    extension_directory: HOME,
    secret_directory: HOME,
    allow_persistent_secrets: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const connection = await instance.connect()
  await connection.run(`set timezone = 'UTC'; set errors_as_json = true; set parquet_metadata_cache = true;
    set enable_progress_bar = true; set enable_progress_bar_print = false; set progress_bar_time = 0`)
  return { instance, connection }
}

/**
 * Makes the sources views of the database, and shuts it in: from then on it reads the files of the wish and writes its
 * own temporary ones, and no setting can be changed. The file of an answer can be written, and nothing else.
 */
export async function shutIn({ connection }: Sandbox, { sources, limits, into }: Wish): Promise<void> {
  const files = [...sources.flatMap((source) => source.files), ...(into === 'rows' ? [] : [into.file])]
  await connection.run(`
    set memory_limit = '${limits.memoryBytes}B'; set max_temp_directory_size = '${limits.tempBytes}B';
    set threads = ${limits.threads}; set allowed_paths = [${files.map(quotedText).join(', ')}];
    set enable_external_access = false; set lock_configuration = true;`)
  for (const source of sources) await connection.run(`create view ${quotedName(source.name)} as ${sourceSql(source)}`)
}

export function close({ instance, connection }: Sandbox): void {
  connection.closeSync()
  instance.closeSync()
}
