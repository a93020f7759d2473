/** Vite's build manifest: chunks by their source file. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** A chunk and those that it imports. */
function chunksOf(manifest: Manifest, source: string, known = new Set<string>()): Set<string> {
  if (manifest[source] && !known.has(source)) {
    known.add(source)
    for (const one of manifest[source].imports ?? []) chunksOf(manifest, one, known)
  }
  return known
}

/**
 * Links to the further files of the script at `source`: its styles, so that the page is styled without scripts, and its
 * chunks, so that they load in parallel.
 */
export function pageLinks(manifest: Manifest, source: string): string {
  const atHand = chunksOf(manifest, 'index.html')
  const chunks = [...chunksOf(manifest, source)].filter((name) => !atHand.has(name)).map((name) => manifest[name])
  const styles = new Set(chunks.flatMap((chunk) => chunk?.css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk?.file}">`),
  ].join('')
}
