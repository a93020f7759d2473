/** What `npm run check` asks of the tree in the working folder, by name. The gates of one group run together. */
export const gates: readonly Readonly<Record<string, readonly string[]>>[] = [
  {
    'format and lint': ['biome', 'check', '.', '--error-on-warnings'],
    types: ['tsc', '-p', '.'],
    locales: ['node', 'scripts/check-locales.ts'],
  },
  {
    promises: ['oxlint', '--type-aware', '--quiet'],
    walls: ['depcruise', 'contract', 'server', 'src', 'providers', 'resources', 'client', '--output-type', 'err'],
    'dead code': ['knip', '--no-config-hints'],
  },
]
