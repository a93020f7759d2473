/** What a link to another site carries: it opens beside ours and learns nothing of the reader. */
export const besides = (href: string) =>
  /^https?:/i.test(href) ? { target: '_blank', rel: 'nofollow noopener noreferrer' } : {}

/** The number that a telephone dials of what is written: what stands before any words; null where that is none (E.164). */
export function dialled(telephone: string): string | null {
  const [written = ''] = /^[+\d\s().\-–/（）]*/.exec(telephone.trim()) ?? []
  // The zero in brackets is for those who call without the country.
  const number = (written.startsWith('+') ? written.replace('(0)', '') : written).replace(/[^\d+]/g, '')
  return /^\+?\d{3,15}$/.test(number) ? number : null
}
