const capabilities = [
  // Schema, triggers and catalogue.
  ...['migrations', 'backup', 'doctor', 'doctor-damage'],
  // Locks, deadlocks, leases and notifications.
  ...['transactions', 'at-once', 'nodes', 'tasks', 'live', 'uploads'],
  // Text search, collations, cursors and plans.
  ...['search', 'spaces', 'users', 'journal', 'audit', 'statistics'],
  // Long statements over trees, history and JSON.
  ...['files', 'versions', 'metadata', 'capacity'],
  // Every operation once, by every role.
  ...['sweep', 'matrix'],
]

/** Tests that depend on the version of PostgreSQL; all other code is independent of it. */
export const postgresFiles: readonly string[] = capabilities.map((name) => `tests/api/${name}.test.ts`)
