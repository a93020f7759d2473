/** Where the files of tables stand in a dataset. */
const FOLDER = 'tables'
/** Characters that are no part of names of files everywhere. */
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|]/gu
/** Longest name, in characters; with its ending it is a name of a file everywhere. */
const LENGTH_MAX = 80

/** Free paths for the files of tables, in their order: `tables/Profiles.csv`, and of equal names the later ones numbered. */
export async function fileNamesOf(
  names: readonly string[],
  taken: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const paths: string[] = []
  for (const name of names) {
    const stem = [...name.replace(FORBIDDEN, '_')].slice(0, LENGTH_MAX).join('').trim() || 'table'
    for (let number = 1; ; number += 1) {
      const path = `${FOLDER}/${stem}${number > 1 ? ` (${number})` : ''}.csv`
      if (paths.includes(path) || (await taken([path])).size) continue
      paths.push(path)
      break
    }
  }
  return paths
}
