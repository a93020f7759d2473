/** Where the files of tables stand in a dataset, and how they end; institutions look for workbooks at the top. */
const manners = { here: ['tables/', 'csv'], institution: ['', 'xlsx'] } as const
/** Characters that are no part of names of files everywhere. */
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|]/gu
/** Longest name, in characters; with its ending it is a name of a file everywhere. */
const LENGTH_MAX = 80

/** Free paths for the files of tables, in their order: `tables/Profiles.csv`, and of equal names the later ones numbered. */
export async function fileNamesOf(
  names: readonly string[],
  taken: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
  manner: keyof typeof manners,
): Promise<string[]> {
  const [folder, suffix] = manners[manner]
  const paths: string[] = []
  for (const name of names) {
    const stem = [...name.replace(FORBIDDEN, '_')].slice(0, LENGTH_MAX).join('').trim() || 'table'
    for (let number = 1; ; number += 1) {
      const path = `${folder}${stem}${number > 1 ? ` (${number})` : ''}.${suffix}`
      if (paths.includes(path) || (await taken([path])).size) continue
      paths.push(path)
      break
    }
  }
  return paths
}
