import type { InputOf, Operation } from '#contract/core/operation.ts'

/** The URL of an operation that returns bytes, for links, images and downloads. */
export const addressOf = <O extends Operation>(operation: O, input: InputOf<O>): string =>
  addressAt(operation.path, input as Record<string, unknown>)

/** The same URL built from the path alone, for pages that do not load the contract's schemas. */
export function addressAt(template: string, input: Record<string, unknown>): string {
  const rest = new Map(Object.entries(input))
  const path = template.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of rest)
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  const text = query.toString()
  return `/api${path}${text && `?${text}`}`
}
