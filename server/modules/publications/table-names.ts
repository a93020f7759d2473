/** The folder of the files of tables in a dataset, and how they end; institutions look for workbooks at the top. */
const manners = { here: ['tables', 'csv'], institution: ['', 'xlsx'] } as const
/** Characters that are no part of names of files everywhere. */
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|]/gu
/** Longest name, in characters; with its ending it is a name of a file everywhere. */
const LENGTH_MAX = 80

/** What a version has already: files by their paths, and paths that are files or folders. */
type Taken = { isFile: (path: string) => Promise<boolean>; isTaken: (path: string) => Promise<boolean> }

/** Free paths for the files of tables, in their order: `tables/Profiles.csv`, and of equal names the later ones numbered. */
export async function fileNamesOf(
  names: readonly string[],
  { isFile, isTaken }: Taken,
  manner: keyof typeof manners,
): Promise<string[]> {
  const [first, suffix] = manners[manner]
  let above: string = first
  for (let number = 2; above && (await isFile(above)); number += 1) above = `${first} (${number})`
  const folder = above && `${above}/`
  const paths: string[] = []
  for (const name of names) {
    const stem = [...name.replace(FORBIDDEN, '_')].slice(0, LENGTH_MAX).join('').trim() || 'table'
    for (let number = 1; ; number += 1) {
      const path = `${folder}${stem}${number > 1 ? ` (${number})` : ''}.${suffix}`
      if (paths.includes(path) || (await isTaken(path))) continue
      paths.push(path)
      break
    }
  }
  return paths
}
