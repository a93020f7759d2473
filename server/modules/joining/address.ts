/** An address of which whoever knows it recognises enough: the first character and the domain. */
export function hiddenAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${at > 1 ? first : ''}***${email.slice(at)}`
}
