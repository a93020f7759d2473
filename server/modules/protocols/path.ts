/** Resolves a path from the root, where the spaces are; `..` never leads above it (RFC 959, TVFS of RFC 3659). */
export function resolvePath(cwd: readonly string[], argument: string): string[] {
  const path = argument.startsWith('/') ? [] : [...cwd]
  for (const step of argument.split('/')) {
    if (step === '..') path.pop()
    else if (step && step !== '.') path.push(step)
  }
  return path
}

export const textOfPath = (path: readonly string[]): string => `/${path.join('/')}`

/** A path in a 257 reply: quotes inside are doubled (RFC 959, appendix II). */
export const quotedPath = (path: readonly string[]): string => `"${textOfPath(path).replaceAll('"', '""')}"`
