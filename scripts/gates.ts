/**
 * The gates of `npm run check` by name, the longest first. Results of the type check are cached in `.cache/` by the
 * hashes of their inputs; deleting it is always safe.
 */
export const gates: Readonly<Record<string, readonly string[]>> = {
  types: ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', '.cache/types.json'],
  promises: ['oxlint', '--type-aware', '--quiet'],
  'format and lint': ['biome', 'check', '.', '--error-on-warnings'],
  walls: ['depcruise', 'contract', 'server', 'src', 'providers', 'resources', 'client', '--output-type', 'err'],
  'dead code': ['knip', '--no-config-hints'],
  contract: ['node', 'scripts/check-contract.ts'],
  locales: ['node', 'scripts/check-locales.ts'],
}
