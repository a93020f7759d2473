/** Paths with a folder or a file of one of these names (alternatives of a pattern), on the server, in the contract and in the console. */
const capability = (names: string): RegExp =>
  new RegExp(`^(contract|providers|resources|server|src)/(.*/)?(${names})[/.]`)

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
  'tests/api/backup-targets.test.ts': capability('backups'),
  'tests/api/catalogue.test.ts': capability('datasets|directory'),
  'tests/api/chart-picks.test.ts': capability('charts|data-views|queries'),
  'tests/api/client.test.ts': /^client\//,
  'tests/api/demo.test.ts': capability('demo'),
  'tests/api/deposits.test.ts': capability('publications|institutions'),
  'tests/api/metadata.test.ts': capability('metadata'),
  'tests/api/methods-ldap.test.ts': capability('methods|sign-in'),
  'tests/api/oai.test.ts': capability('datasets|publications'),
  'tests/api/publication-walk.test.ts': capability('publications'),
  'tests/api/real-drives.test.ts': capability('imports|data-sources'),
  'tests/api/reviews.test.ts': capability('reviews|publications'),
  'tests/api/users-import.test.ts': capability('users'),
  'tests/fault/arrivals.test.ts': /^server\/modules\/(archives|files|imports|tasks)\//,
  'tests/fault/client.test.ts': /^(client|server\/modules\/uploads)\//,
  'tests/fault/cluster.test.ts': /^(deploy\/nginx|server\/(http|modules\/(files|live|uploads)))\//,
  'tests/fault/faults.test.ts': /^server\/modules\/(files|uploads)\//,
  'tests/fault/components.test.ts': capability('components'),
  'tests/fault/data-sources.test.ts': capability('data-sources'),
  'tests/fault/ftp.test.ts': capability('ftp|protocols'),
  'tests/fault/metadata.test.ts': capability('metadata'),
  'tests/fault/tables.test.ts': capability('tables|table-files'),
  'tests/fault/versions.test.ts': capability('versions'),
  'tests/fault/object-store.test.ts': /^server\/modules\/(files|uploads|renditions)\//,
  'tests/fault/tasks.test.ts': /^server\/modules\/(files|tasks)\//,
  'tests/fault/backup.test.ts': capability('backups'),
  'tests/fault/backups.test.ts': capability('backups'),
  'tests/fault/boxes.test.ts': capability('shares|uploads|share-access'),
  'tests/fault/protocols.test.ts': capability('protocols|webdav'),
  'tests/fault/senders.test.ts': capability('senders|publications'),
  'tests/fault/transfers.test.ts': capability('publications|institutions'),
  'tests/fault/workers.test.ts': /^server\/(main\.ts|serving\.ts|workers\/)/,
  'tests/e2e/accounts.spec.ts': capability(
    'account|account-calls|personal-center|sign-in|second-step|registration|users|login|methods',
  ),
  'tests/e2e/all-spaces.spec.ts': capability('favourites|shares|trash|pages'),
  'tests/e2e/applications.spec.ts': capability('applications|webhooks|calls'),
  'tests/e2e/approvals.spec.ts': capability('approvals|capacity'),
  'tests/e2e/backups.spec.ts': capability('backups|backup-runs'),
  'tests/e2e/board-states.spec.ts': capability('reports|board|charts'),
  'tests/e2e/catalogue.spec.ts': capability('datasets|dataset|directory'),
  'tests/e2e/charts.spec.ts': capability('charts|data-views|reports'),
  'tests/e2e/components.spec.ts': capability('components|preview|frame'),
  'tests/e2e/data-sources.spec.ts': capability('data-sources'),
  'tests/e2e/data-views.spec.ts': capability('data-views|queries'),
  'tests/e2e/datasets.spec.ts': capability('datasets|dataset|publications|dataset-access|frozen-boards|reviews'),
  'tests/e2e/delayed.spec.ts': capability('pages|shell|widgets'),
  'tests/e2e/file-manager.spec.ts': capability('files|folders'),
  'tests/e2e/file-manager-bar.spec.ts': capability('files|folders|search|uploads|uploader'),
  'tests/e2e/file-manager-habits.spec.ts': capability('files|folders|widgets'),
  'tests/e2e/files.spec.ts': capability('files|folders|preview|search'),
  'tests/e2e/first-hour.spec.ts': capability('files|shell|widgets|users|system-config'),
  'tests/e2e/institution.spec.ts': capability('methods|institutions|users|mails'),
  'tests/e2e/instruments.spec.ts': capability('instruments'),
  'tests/e2e/joining.spec.ts': capability('joining'),
  'tests/e2e/journal.spec.ts': capability('journal|capacity'),
  'tests/e2e/legal-holds.spec.ts': capability('legal-holds|users'),
  'tests/e2e/management.spec.ts': capability('managed-spaces|statistics|traffic|saved-filters'),
  'tests/e2e/messages.spec.ts': capability('messages|live'),
  'tests/e2e/metadata.spec.ts': capability('metadata|tags'),
  'tests/e2e/operations.spec.ts': capability('files|folders|favourites'),
  'tests/e2e/protocols.spec.ts': capability('protocols'),
  'tests/e2e/public.spec.ts': capability('home|space|login|shell|session'),
  'tests/e2e/publication-templates.spec.ts': capability('publication-templates|templates'),
  'tests/e2e/publications.spec.ts': capability('publications'),
  'tests/e2e/registries.spec.ts': capability('registries'),
  'tests/e2e/reports.spec.ts': capability('reports|board|charts'),
  'tests/e2e/rights.spec.ts': capability('rights|permissions'),
  'tests/e2e/search.spec.ts': capability('search|renditions'),
  'tests/e2e/settings.spec.ts': capability('settings|notices'),
  'tests/e2e/shares.spec.ts': capability('shares|share|share-access'),
  'tests/e2e/source-files.spec.ts': capability('data-sources|source-files'),
  'tests/e2e/spaces.spec.ts': capability('spaces|space'),
  'tests/e2e/sql.spec.ts': capability('data-views|query-engine'),
  'tests/e2e/table-comments.spec.ts': capability('table-comments|tables|cells'),
  'tests/e2e/table-files.spec.ts': capability('table-files|tables'),
  'tests/e2e/table-grid.spec.ts': capability('tables|grid|cells'),
  'tests/e2e/table-tools.spec.ts': capability('tables|grid|cells'),
  'tests/e2e/tables.spec.ts': capability('tables|grid|cells'),
  'tests/e2e/tasks.spec.ts': capability('tasks|imports|archives'),
  'tests/e2e/together.spec.ts': capability('live|spaces|files'),
  'tests/e2e/transfers.spec.ts': capability('publications|senders|registries'),
  'tests/e2e/versions.spec.ts': capability('versions|preview'),
  'tests/e2e/everywhere.spec.ts': /^(src|resources|providers|locales)\//,
  'tests/e2e/hostile.spec.ts': /^(src\/(frame|preview)|server\/modules\/(preview|renditions))\//,
  'tests/e2e/viewers.spec.ts': /^(src\/(frame|preview)|server\/modules\/(preview|renditions))\//,
  'tests/e2e/refusals.spec.ts': /^(providers|resources|src\/(pages|shell|widgets)|contract\/core)\//,
  'tests/e2e/volume.spec.ts': /^(src\/files|src\/widgets|server\/modules\/files)\//,
}
/** Paths that affect everything. */
const everywhere =
  /^(package(-lock)?\.json|(vitest|playwright|vite)\.config\.ts|tsconfig\.json|\.ci\/|server\/[^/]+\.ts|server\/(storage|concurrency)\/|tests\/(support|services|samples)\/)/

/** With it a CI run stays below an hour on two busy cores. */
const BUDGET_MS = 12 * 60_000
/** A CI run ends after 90 minutes: on a slow machine what comes before and after takes most of them. */
const CI_PART_MS = 50 * 60_000

/** Until when a test file is started, in ms of Unix time; `ciStartedAt` is in seconds, empty outside of CI. */
export const deadlineOf = (nowMs: number, ciStartedAt = ''): number =>
  Math.min(nowMs + BUDGET_MS, ciStartedAt ? Number(ciStartedAt) * 1000 + CI_PART_MS : Number.POSITIVE_INFINITY)

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
