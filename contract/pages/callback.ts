/** The sites of a list separated by `;`, blanks or new lines. */
export const sitesOf = (list: string): string[] => list.split(/[;；\s]+/).filter(Boolean)

/** Whether a text is the address of a site and nothing below it: `https://portal.example.ac.cn`. */
export function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  return /^https?:$/.test(protocol) && origin === text.toLowerCase().replace(/\/$/, '')
}

/**
 * Where a callback may lead: to a page of this site, or of one that administrators trust; else null. Source: spec
 * section 4, Callback.
 */
export function callbackOf(
  callback: string | null | undefined,
  origin: string,
  trusted: readonly string[],
): URL | null {
  if (!callback || !URL.canParse(callback, origin)) return null
  const target = new URL(callback, origin)
  if (target.origin === new URL(origin).origin) {
    // Addresses of the API have effects, and two slashes at the front are another site to a browser.
    return target.pathname.startsWith('/api/') || target.pathname.startsWith('//') ? null : target
  }
  const isTrusted = trusted.some((site) => new URL(site).origin === target.origin)
  return isTrusted && !target.username && !target.password ? target : null
}
