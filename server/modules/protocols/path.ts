/** A path from the top, where the spaces are; `..` leads no higher than there (RFC 959, TVFS of RFC 3659). */
export function resolvePath(cwd: readonly string[], argument: string): string[] {
  const path = argument.startsWith('/') ? [] : [...cwd]
  for (const step of argument.split('/')) {
    if (step === '..') path.pop()
    else if (step && step !== '.') path.push(step)
  }
  return path
}

export const textOfPath = (path: readonly string[]): string => `/${path.join('/')}`

/** A path as 257 answers it: quotes inside are doubled (RFC 959, appendix II). */
export const quotedPath = (path: readonly string[]): string => `"${textOfPath(path).replaceAll('"', '""')}"`
