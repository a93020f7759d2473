/** For each test file that runs a sample by default: the paths whose changes require its full run. */
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

/** The sampling tests that a change affects; all of them when the change is unknown or has no row. */
export const touchedBy = (changed: readonly string[] | null, sampling: readonly string[]): string[] =>
  sampling.filter(
    (test) =>
      !changed || changed.some((path) => path === test || everywhere.test(path) || (below[test] ?? /./).test(path)),
  )

/** Rows without a test. */
export const rowsWithout = (sampling: readonly string[]): string[] =>
  Object.keys(below).filter((test) => !sampling.includes(test))
