/** Masks an address: the first character and the domain stay, so that people who know it recognise it. */
export function hiddenAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${at > 1 ? first : ''}***${email.slice(at)}`
}
