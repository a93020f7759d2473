import type { Manifest, StoredFile } from './manifest.ts'
import type { BackupPlace } from './place.ts'

type Part = 'tables' | 'contents' | 'files'
const partsOf: Record<Part, (manifest: Manifest) => StoredFile[]> = {
  tables: ({ tables, definitions }) => (definitions ? [...tables, definitions] : tables),
  contents: ({ contents }) => [contents],
  files: ({ files }) => files,
}

/** Compares the files of a backup with its manifest; reports missing and damaged ones by name. */
export async function checkFiles(
  place: BackupPlace,
  manifest: Manifest,
  parts: readonly Part[] = ['tables', 'contents', 'files'],
): Promise<{ checked: number; wrong: string[] }> {
  const wrong: string[] = []
  const stored = parts.flatMap((part) => partsOf[part](manifest))
  for (const { file, sha256 } of stored) {
    const found = await place.hashOf(manifest.id, file)
    if (found === null) wrong.push(`${file} is missing`)
    else if (found !== sha256) wrong.push(`${file} is damaged`)
  }
  return { checked: stored.length, wrong }
}
