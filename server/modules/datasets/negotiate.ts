import { type Format, formats } from './formats/index.ts'

type Wish = { type: string; profile: string; quality: number }

function wishOf(range: string): Wish {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const given = new Map(parameters.map((one) => [one.replace(/=.*/, ''), one.replace(/^[^=]*=?/, '')]))
  const quality = Number(given.get('q') ?? 1)
  return {
    type: type.toLowerCase(),
    profile: (given.get('profile') ?? '').replaceAll('"', ''),
    quality: Number.isFinite(quality) ? quality : 0,
  }
}

/** Ranges that a page answers. */
const PAGE = /^(text\/html|application\/xhtml\+xml|text\/\*|\*\/\*)$/

/**
 * The format that an Accept header asks for instead of the page; null for the page, also when nothing that is asked for
 * exists. Source: RFC 9110, section 12.5.1.
 */
export function negotiate(accept: string | undefined): Format | null {
  const wishes = (accept ?? '*/*').split(',').map(wishOf)
  for (const { type, profile } of wishes
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)) {
    if (PAGE.test(type)) return null
    const fitting = formats.filter((format) => format.type === type)
    const found = fitting.find((format) => profile !== '' && format.profile === profile) ?? fitting[0]
    if (found) return found
  }
  return null
}
