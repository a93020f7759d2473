/** The sites of a list separated by `;`, blanks or new lines. */
export const sitesOf = (list: string): string[] => list.split(/[;；\s]+/).filter(Boolean)

/** Whether a text is the address of a site and nothing below it: `https://portal.example.ac.cn`. */
export function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  return /^https?:$/.test(protocol) && origin === text.toLowerCase().replace(/\/$/, '')
}

/** Whether a path of this site is no address of the API, which has effects, and not another site to a browser (`//`). */
function isPagePath(pathname: string): boolean {
  try {
    // As the server reads it: `/%61pi/` is the API too.
    return !/^\/(\/|api\/)/.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}

/**
 * The target of a callback, if it is a page of this site or of a trusted site; else null. Source: spec section 4,
 * Callback.
 */
export function callbackOf(
  callback: string | null | undefined,
  origin: string,
  trusted: readonly string[],
): URL | null {
  if (!callback || !URL.canParse(callback, origin)) return null
  const target = new URL(callback, origin)
  // The origin of `blob:https://…` is that of the address inside.
  if (!/^https?:$/.test(target.protocol)) return null
  if (target.origin === new URL(origin).origin) return isPagePath(target.pathname) ? target : null
  const isTrusted = trusted.some((site) => new URL(site).origin === target.origin)
  return isTrusted && !target.username && !target.password ? target : null
}
