const capabilities = [
  // The shape of the database, its triggers and its catalogue.
  ...['migrations', 'backup', 'doctor', 'doctor-damage'],
  // Locks, deadlocks, leases and news.
  ...['transactions', 'at-once', 'nodes', 'tasks', 'live', 'uploads'],
  // Words, orders and pages: text search, collations, cursors, plans.
  ...['search', 'spaces', 'users', 'journal', 'audit', 'statistics'],
  // Long statements over trees, past states and JSON.
  ...['files', 'versions', 'metadata', 'capacity'],
  // Every operation once, by everybody.
  ...['sweep', 'matrix'],
]

/** Tests of what versions of PostgreSQL may differ in; everything else is the same code on any of them. */
export const postgresFiles: readonly string[] = capabilities.map((name) => `tests/api/${name}.test.ts`)
