import { lines } from './formats/text.ts'
import type { DemoFile } from './sample.ts'

/**
 * Names a file or folder of the space in a text. Throws if it does not exist, so that READMEs never name missing files.
 */
export type Naming = (path: string) => string

export function naming(files: readonly Pick<DemoFile, 'path'>[]): Naming {
  const known = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))),
  )
  return (path) => {
    if (!known.has(path)) throw new Error(`the demo has no ${path}`)
    return `\`${path}\``
  }
}

/** The README of a space beside its files; `write` gives the lines. */
export function withReadme(
  files: readonly DemoFile[],
  by: Pick<DemoFile, 'author' | 'at'>,
  write: (name: Naming) => readonly string[],
): DemoFile[] {
  const text = lines(...write(naming(files)))
  return [{ path: 'README.md', ...by, make: () => text }, ...files]
}
