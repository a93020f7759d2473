/**
 * What `npm run check` asks of the tree in the working folder, by name, the longest first. What the types came to the
 * last time is kept in `.cache/`, with the sum of every file it was read from: deleting that is always safe.
 */
export const gates: Readonly<Record<string, readonly string[]>> = {
  types: ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', '.cache/types.json'],
  promises: ['oxlint', '--type-aware', '--quiet'],
  'format and lint': ['biome', 'check', '.', '--error-on-warnings'],
  walls: ['depcruise', 'contract', 'server', 'src', 'providers', 'resources', 'client', '--output-type', 'err'],
  'dead code': ['knip', '--no-config-hints'],
  locales: ['node', 'scripts/check-locales.ts'],
}
