/** Attributes of a link to another site: it opens in a new tab, without a referrer. */
export const besides = (href: string) =>
  /^https?:/i.test(href) ? { target: '_blank', rel: 'nofollow noopener noreferrer' } : {}

/** The number to dial for a written telephone number: the part before any words (E.164); null when there is none. */
export function dialled(telephone: string): string | null {
  const [written = ''] = /^[+\d\s().\-–/（）]*/.exec(telephone.trim()) ?? []
  // The `(0)` is dialled only within the country.
  const number = (written.startsWith('+') ? written.replace('(0)', '') : written).replace(/[^\d+]/g, '')
  return /^\+?\d{3,15}$/.test(number) ? number : null
}
