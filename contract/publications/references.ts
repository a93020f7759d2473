/** A person, organisation, project or paper: its name, and the address that identifies it, '' for none. */
export type Reference = { name: string; address: string }

/** Parses a reference in a field of a template: `王芳 (https://orcid.org/0000-0002-1825-0097)`. */
export function referenceOf(text: string): Reference {
  const whole = text.trim()
  const at = whole.lastIndexOf('(')
  const address = at > 0 && whole.endsWith(')') ? whole.slice(at + 1, -1) : ''
  return /^https?:\/\/\S+$/.test(address) ? { name: whole.slice(0, at).trim(), address } : { name: whole, address: '' }
}
