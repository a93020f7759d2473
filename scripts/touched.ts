/** For each test file that runs more in full than by default: the paths whose changes require its full run. */
const below: Readonly<Record<string, RegExp>> = {
  'tests/api/matrix.test.ts':
    /^(contract\/|server\/http\/|server\/modules\/(archives|favourites|files|imports|metadata|preview|rights|search|shares|spaces|tasks|versions)\/)/,
  'tests/api/channels-matrix.test.ts':
    /^(contract\/|server\/http\/|server\/modules\/(files|ftp|journal|protocols|rights|sftp|spaces|uploads|webdav)\/)/,
  'tests/api/source-imports.test.ts': /^server\/modules\/(data-sources|tables)\//,
  'tests/api/backup-nodes.test.ts': /^server\/modules\/backups\//,
  'tests/api/charts.test.ts': /^(contract\/(charts|queries)|server\/modules\/data-views)\//,
  'tests/api/migrations.test.ts': /^server\/storage\//,
  'tests/api/table-walk.test.ts': /^server\/modules\/tables\//,
  'tests/api/data-view-files.test.ts': /^server\/(modules\/data-views|query-engine)\//,
  'tests/fault/arrivals.test.ts': /^server\/modules\/(archives|files|imports|tasks)\//,
  'tests/fault/client.test.ts': /^(client|server\/modules\/uploads)\//,
  'tests/fault/cluster.test.ts': /^(deploy\/nginx|server\/(http|modules\/(files|live|uploads)))\//,
  'tests/fault/faults.test.ts': /^server\/modules\/(files|uploads)\//,
  'tests/fault/object-store.test.ts': /^server\/modules\/(files|uploads|renditions)\//,
  'tests/fault/tasks.test.ts': /^server\/modules\/(files|tasks)\//,
  'tests/e2e/everywhere.spec.ts': /^(src|resources|providers|locales)\//,
  'tests/e2e/hostile.spec.ts': /^(src\/(frame|preview)|server\/modules\/(preview|renditions))\//,
  'tests/e2e/viewers.spec.ts': /^(src\/(frame|preview)|server\/modules\/(preview|renditions))\//,
  'tests/e2e/refusals.spec.ts': /^(providers|resources|src\/(pages|shell|widgets)|contract\/core)\//,
  'tests/e2e/volume.spec.ts': /^(src\/files|src\/widgets|server\/modules\/files)\//,
}
/** Paths that affect everything. */
const everywhere =
  /^(package(-lock)?\.json|(vitest|playwright|vite)\.config\.ts|tsconfig\.json|\.ci\/|server\/[^/]+\.ts|server\/(storage|concurrency)\/|tests\/(support|services|samples)\/)/

/**
 * The sampling tests that a change affects, those that it affects most first: a test that changed itself, then by the
 * number of changed paths of its area, then what only the paths that affect everything lead to. All tests when the
 * change is unknown; one without a row counts as affected by everything.
 */
export function touchedBy(changed: readonly string[] | null, sampling: readonly string[]): string[] {
  if (!changed) return [...sampling]
  const isAll = changed.some((path) => everywhere.test(path))
  const nearnessOf = (test: string): number =>
    changed.includes(test) ? Number.POSITIVE_INFINITY : changed.filter((path) => (below[test] ?? /./).test(path)).length
  return sampling
    .map((test) => ({ test, nearness: nearnessOf(test) }))
    .filter(({ nearness }) => isAll || nearness > 0)
    .sort((a, b) => (a.nearness === b.nearness ? 0 : b.nearness - a.nearness))
    .map(({ test }) => test)
}

/** Rows without a test, and tests without a row. */
export const mismatchesOf = (sampling: readonly string[]): string[] => {
  const rows = Object.keys(below)
  return [...new Set([...rows, ...sampling])].filter((test) => !rows.includes(test) || !sampling.includes(test))
}
